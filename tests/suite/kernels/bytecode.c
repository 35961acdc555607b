// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * bytecode.c - an interpreter loop: a stack machine that runs a prime sieve
 */
#include "kernel.h"

enum { PUSH, LOAD, STORE, GET, PUT, ADD, MUL, LESS, JUMP, JUMP_IF_NOT, HALT };

#define SIZE	2000

/*
 * i = 2; while (i < SIZE) { if (!sieve[i]) { count += 1; j = i * i;
 * while (j < SIZE) { sieve[j] = 1; j += i; } } i += 1; }
 * Variables: 0 i, 1 j, 2 count.
 */
static const int program[] = {
	/*  0 */ PUSH, 2, STORE, 0,
	/*  4 */ LOAD, 0, PUSH, SIZE, LESS, JUMP_IF_NOT, 60,
	/* 11 */ LOAD, 0, GET, PUSH, 1, LESS, JUMP_IF_NOT, 51,
	/* 19 */ LOAD, 2, PUSH, 1, ADD, STORE, 2,
	/* 26 */ LOAD, 0, LOAD, 0, MUL, STORE, 1,
	/* 33 */ LOAD, 1, PUSH, SIZE, LESS, JUMP_IF_NOT, 51,
	/* 40 */ PUSH, 1, LOAD, 1, PUT, LOAD, 1, LOAD, 0, ADD, STORE,
	/* 51 is reached through 33's end */
};

static int code[80];

/* The loops' ends, which need addresses of places before them. */
static void assemble(void)
{
	static const int tail[] = {
		/* 51 */ 1, JUMP, 33,
		/* 54 */ LOAD, 0, PUSH, 1, ADD, STORE, 0, JUMP, 4, HALT,
	};
	int at = 0;

	for (size_t i = 0; i < sizeof(program) / sizeof(program[0]); i++)
		code[at++] = program[i];
	for (size_t i = 0; i < sizeof(tail) / sizeof(tail[0]); i++)
		code[at++] = tail[i];
	code[10] = at - 1;		/* HALT */
	code[18] = 54;
	code[39] = 54;
}

static int run(void)
{
	static int sieve[SIZE];
	int stack[16], variables[3] = { 0 }, *top = stack, at = 0;

	for (int i = 0; i < SIZE; i++)
		sieve[i] = 0;
	for (;;) {
		switch (code[at++]) {
		case PUSH: *top++ = code[at++]; break;
		case LOAD: *top++ = variables[code[at++]]; break;
		case STORE: variables[code[at++]] = *--top; break;
		case GET: top[-1] = sieve[top[-1]]; break;
		case PUT: top -= 2; sieve[top[1]] = top[0]; break;
		case ADD: top--; top[-1] += top[0]; break;
		case MUL: top--; top[-1] *= top[0]; break;
		case LESS: top--; top[-1] = top[-1] < top[0]; break;
		case JUMP: at = code[at]; break;
		case JUMP_IF_NOT: at = *--top ? at + 1 : code[at]; break;
		default: return variables[2];
		}
	}
}

int main(int argc, char **argv)
{
	int count = 0;

	assemble();
	for (long n = kernel_repeats(argc, argv); n; n--)
		count = run();
	printf("primes %d\n", count);
	return 0;
}
