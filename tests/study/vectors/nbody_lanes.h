/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nbody_lanes.h - the hot function of nbody.c by intrinsics: a body in each element
 *
 * Bodies lie as the scalar program has them, so that loads are strided.
 */
#include <stddef.h>

#include "lanes.h"

static inline vfloat64m2_t bodies_load(const struct body *first, size_t field, size_t vl)
{
	const double *at = (const double *)((const char *)first + field);

	return __riscv_vlse64_v_f64m2(at, sizeof(*first), vl);
}

static inline double lanes_sum(vfloat64m2_t lanes)
{
	size_t all = __riscv_vsetvlmax_e64m2();
	vfloat64m1_t zero = __riscv_vfmv_s_f_f64m1(0, all);

	return __riscv_vfmv_f(__riscv_vfredusum(lanes, zero, all));
}

__attribute__((noinline)) static void pull(struct body *body)
{
	vfloat64m2_t ax = __riscv_vfmv_v_f_f64m2(0, __riscv_vsetvlmax_e64m2()), ay = ax, az = ax;

	for (size_t i = 0, vl; i < BODIES; i += vl) {
		vfloat64m2_t dx, dy, dz, squared, force;

		vl = __riscv_vsetvl_e64m2(BODIES - i);
		dx = bodies_load(&bodies[i], offsetof(struct body, x), vl);
		dy = bodies_load(&bodies[i], offsetof(struct body, y), vl);
		dz = bodies_load(&bodies[i], offsetof(struct body, z), vl);
		dx = __riscv_vfsub(dx, body->x, vl);
		dy = __riscv_vfsub(dy, body->y, vl);
		dz = __riscv_vfsub(dz, body->z, vl);
		squared = __riscv_vfadd(__riscv_vfmul(dx, dx, vl), SOFTENING, vl);
		squared = MULTIPLY_ADD(squared, dy, dy, vl);
		squared = MULTIPLY_ADD(squared, dz, dz, vl);
		force = __riscv_vfmul(squared, __riscv_vfsqrt(squared, vl), vl);
		force = __riscv_vfdiv(bodies_load(&bodies[i], offsetof(struct body, mass), vl),
				      force, vl);
		ax = MULTIPLY_ADD_TU(ax, force, dx, vl);
		ay = MULTIPLY_ADD_TU(ay, force, dy, vl);
		az = MULTIPLY_ADD_TU(az, force, dz, vl);
	}
	body->vx += lanes_sum(ax) * STEP_TIME;
	body->vy += lanes_sum(ay) * STEP_TIME;
	body->vz += lanes_sum(az) * STEP_TIME;
}
