# SPDX-License-Identifier: GPL-2.0-or-later
"""queens.py - queens on a board, then prime sieves and word tallies"""
import sys


def queens(size, row=0, columns=0, left=0, right=0):
    if row == size:
        return 1
    count = 0
    free = ~(columns | left | right) & ((1 << size) - 1)
    while free:
        bit = free & -free
        free ^= bit
        count += queens(size, row + 1, columns | bit, (left | bit) << 1, (right | bit) >> 1)
    return count


def tally(size):
    words = {}
    for i in range(size):
        word = "w%d" % (i * i % 997)
        words[word] = words.get(word, 0) + i % 7
    return sorted(words.items(), key=lambda item: (-item[1], item[0]))[:3]


class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __add__(self, other):
        return Point(self.x + other.x, self.y - other.y)


size = int(sys.argv[1])
print(queens(size))
print(tally(size * 4000))
at = Point(0, 0)
for i in range(size * 3000):
    at = at + Point(i & 3, i & 5)
print(at.x, at.y)
