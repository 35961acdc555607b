// SPDX-License-Identifier: GPL-2.0-or-later
/* sums.c - add up each column of a table: the program of docs/tutorial.md */
#include <stdio.h>

enum { rows = 2048, columns = 512 };

static int table[rows][columns];
static int sum[columns];

void fill(void)
{
	for (int row = 0; row < rows; row++)
		for (int column = 0; column < columns; column++)
			table[row][column] = row ^ column;
}

void add_up(void)
{
	for (int column = 0; column < columns; column++)
		for (int row = 0; row < rows; row++)
			sum[column] += table[row][column];
}

int main(void)
{
	fill();
	add_up();
	printf("%d\n", sum[0]);
	return 0;
}
