// flags: -O3
// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * robot.c - an interpreter of a small language that moves a robot
 */
#include <stdint.h>
#include <stdio.h>

enum op { LEFT, RIGHT, STEP, COUNT, PAINT, LOAD, MIX, TURN, STORE, MARK, HALT };

#define ROUNDS	60000

static const uint8_t program[] = { LEFT, STEP, PAINT, LOAD, MIX, STORE, RIGHT, TURN, MARK, COUNT, HALT };

struct robot {
	uint64_t x, y, ink, memory[16], rounds;
};

__attribute__((noinline)) static uint64_t robot_run(struct robot *robot, const uint8_t *code)
{
	uint64_t a = 1;
	const uint8_t *at = code;

	for (;;) {
		switch (*at++) {
		case LEFT: robot->x -= a & 3; break;
		case RIGHT: robot->x += a & 7; break;
		case STEP: robot->y++; break;
		case COUNT:
			if (--robot->rounds)
				at = code;
			break;
		case PAINT: robot->ink ^= robot->x; break;
		case LOAD: a += robot->memory[robot->y & 15]; break;
		case MIX: a = a << 7 ^ a >> 9 ^ robot->ink; break;
		case TURN: robot->y += a & 1; break;
		case STORE: robot->memory[robot->x & 15] = a; break;
		case MARK: robot->ink += 3; break;
		case HALT: return a;
		}
	}
}

int main(void)
{
	struct robot robot = { .rounds = ROUNDS };
	uint64_t sum = robot_run(&robot, program);

	printf("%016lx\n", (unsigned long)(sum ^ robot.x << 32 ^ robot.y));
	return 0;
}
