// flags: -O3
// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * robot-cured.c - an interpreter of a small language that moves a robot
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
	static const void *const labels[] = {
		[LEFT] = &&left, [RIGHT] = &&right, [STEP] = &&step, [COUNT] = &&count,
		[PAINT] = &&paint, [LOAD] = &&load, [MIX] = &&mix, [TURN] = &&turn,
		[STORE] = &&store, [MARK] = &&mark, [HALT] = &&halt,
	};
	uint64_t a = 1;
	const uint8_t *at = code;

#define NEXT	goto *labels[*at++]
	NEXT;
left:	robot->x -= a & 3; NEXT;
right:	robot->x += a & 7; NEXT;
step:	robot->y++; NEXT;
count:	if (--robot->rounds)
		at = code;
	NEXT;
paint:	robot->ink ^= robot->x; NEXT;
load:	a += robot->memory[robot->y & 15]; NEXT;
mix:	a = a << 7 ^ a >> 9 ^ robot->ink; NEXT;
turn:	robot->y += a & 1; NEXT;
store:	robot->memory[robot->x & 15] = a; NEXT;
mark:	robot->ink += 3; NEXT;
halt:	return a;
}

int main(void)
{
	struct robot robot = { .rounds = ROUNDS };
	uint64_t sum = robot_run(&robot, program);

	printf("%016lx\n", (unsigned long)(sum ^ robot.x << 32 ^ robot.y));
	return 0;
}
