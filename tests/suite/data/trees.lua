-- SPDX-License-Identifier: GPL-2.0-or-later
-- trees.lua - binary trees, a mandelbrot set and string building
local size = tonumber(arg[1])

local function grow(depth)
	if depth == 0 then return { 1 } end
	return { depth, grow(depth - 1), grow(depth - 1) }
end

local function sum(tree)
	if not tree[2] then return tree[1] end
	return tree[1] + sum(tree[2]) + sum(tree[3])
end

local total = 0
for i = 1, size do total = total + sum(grow(10)) end
print(total)

local inside = 0
for y = 1, size * 3 do
	for x = 1, 80 do
		local cr, ci, zr, zi, n = x / 40 - 1.5, y / (size * 1.5) - 1, 0, 0, 0
		while n < 40 and zr * zr + zi * zi < 4 do
			zr, zi, n = zr * zr - zi * zi + cr, 2 * zr * zi + ci, n + 1
		end
		if n == 40 then inside = inside + 1 end
	end
end
print(inside)

local parts = {}
for i = 1, size * 400 do parts[#parts + 1] = string.format("%d:%s", i, ("x"):rep(i % 5)) end
print(#table.concat(parts, ","), (table.concat(parts):gsub("x+", "y")):len())
