// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * particles.c - short methods, as object-oriented simulations have them: particles [PARTICLES]
 *
 * Particles fly through nested volumes and lose energy in each, step by step. Each access to a
 * volume, a material or a particle goes through a method of a few instructions, most of them
 * virtual: calls, returns, and stack frames are a large part of the instructions, in blocks of two
 * to five. In C, with tables of methods, as a compiler of C++ makes them.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define METHOD	static __attribute__((noinline, noclone))
#define VOLUMES	6
#define STEPS	160

struct volume;

struct volume_methods {
	int64_t (*distance)(const struct volume *volume, int64_t position);
	bool (*contains)(const struct volume *volume, int64_t position);
	int64_t (*density)(const struct volume *volume);
};

struct material {
	int64_t density, radiation;
};

struct volume {
	const struct volume_methods *methods;
	const struct material *material;
	int64_t begin, end;
};

struct particle {
	int64_t position, energy;
	uint64_t seed;
	unsigned int steps;
};

/* Particles */

METHOD int64_t particle_position(const struct particle *particle) { return particle->position; }
METHOD int64_t particle_energy(const struct particle *particle) { return particle->energy; }
METHOD bool particle_lives(const struct particle *particle)
{
	return particle_energy(particle) > 0 && particle->steps < STEPS;
}
METHOD void particle_move(struct particle *particle, int64_t by) { particle->position += by; }
METHOD void particle_lose(struct particle *particle, int64_t energy) { particle->energy -= energy; }
METHOD uint64_t particle_draw(struct particle *particle)
{
	particle->seed = particle->seed * 6364136223846793005U + 1442695040888963407U;
	return particle->seed >> 40;
}

/* Materials */

METHOD int64_t material_density(const struct material *material) { return material->density; }
METHOD int64_t material_loss(const struct material *material, int64_t path)
{
	return material_density(material) * path >> 8;
}
METHOD bool material_radiates(const struct material *material, uint64_t draw)
{
	return (int64_t)(draw & 0xff) < material->radiation;
}

/* Volumes: slabs, and slabs with a hole in the middle */

METHOD int64_t slab_distance(const struct volume *volume, int64_t position)
{
	return volume->end - position;
}
METHOD bool slab_contains(const struct volume *volume, int64_t position)
{
	return position >= volume->begin && position < volume->end;
}
METHOD int64_t slab_density(const struct volume *volume)
{
	return material_density(volume->material);
}
METHOD int64_t hollow_distance(const struct volume *volume, int64_t position)
{
	int64_t middle = (volume->begin + volume->end) / 2;

	return position < middle ? middle - position : slab_distance(volume, position);
}
METHOD bool hollow_contains(const struct volume *volume, int64_t position)
{
	return slab_contains(volume, position) && position & 64;
}
METHOD int64_t hollow_density(const struct volume *volume) { return slab_density(volume) / 2; }

static const struct volume_methods slab = { slab_distance, slab_contains, slab_density };
static const struct volume_methods hollow = { hollow_distance, hollow_contains, hollow_density };
static const struct material materials[] = { { 40, 3 }, { 90, 12 }, { 10, 1 } };

METHOD const struct volume *world_find(const struct volume *volumes, int64_t position)
{
	for (unsigned int i = 0; i + 1 < VOLUMES; i++) {
		if (volumes[i].methods->contains(&volumes[i], position))
			return &volumes[i];
	}
	return &volumes[VOLUMES - 1];
}

METHOD int64_t step_length(const struct volume *volume, struct particle *particle)
{
	int64_t free_path = (int64_t)(particle_draw(particle) & 63) + 1;
	int64_t wall = volume->methods->distance(volume, particle_position(particle));

	return wall > 0 && wall < free_path ? wall : free_path;
}

METHOD void particle_step(struct particle *particle, const struct volume *volumes)
{
	const struct volume *volume = world_find(volumes, particle_position(particle));
	int64_t length = step_length(volume, particle);

	particle_lose(particle, material_loss(volume->material, length) +
		      (volume->methods->density(volume) >> 4));
	if (material_radiates(volume->material, particle_draw(particle)))
		particle_lose(particle, particle_energy(particle) >> 3);
	particle_move(particle, length);
	particle->steps++;
}

static void world_build(struct volume volumes[VOLUMES])
{
	for (int i = 0; i < VOLUMES; i++) {
		volumes[i] = (struct volume){
			.methods = i % 2 ? &hollow : &slab, .material = &materials[i % 3],
			.begin = 900 * i, .end = 900 * (i + 1),
		};
	}
	volumes[VOLUMES - 1].methods = &slab;
}

int main(int argc, char **argv)
{
	long particles = argc > 1 ? strtol(argv[1], NULL, 10) : 1000;
	struct volume volumes[VOLUMES];
	uint64_t steps = 0, range = 0;

	world_build(volumes);
	for (long i = 0; i < particles; i++) {
		struct particle particle = { .energy = 9000, .seed = (uint64_t)i };

		while (particle_lives(&particle))
			particle_step(&particle, volumes);
		steps += particle.steps;
		range += (uint64_t)particle_position(&particle);
	}
	printf("particles %ld steps %llu range %llu\n", particles, (unsigned long long)steps,
	       (unsigned long long)range);
	return 0;
}
