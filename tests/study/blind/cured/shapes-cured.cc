// flags: -O2
// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * shapes-cured.cc - the area of a drawing of mixed shapes
 */
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <typeinfo>
#include <vector>

class Shape {
public:
	virtual ~Shape() = default;
	virtual uint64_t area() const = 0;
};

class Square : public Shape {
	uint64_t side;
public:
	explicit Square(uint64_t s) : side(s) {}
	uint64_t area() const override { return side * side; }
};

class Rectangle : public Shape {
	uint64_t width, height;
public:
	Rectangle(uint64_t w, uint64_t h) : width(w), height(h) {}
	uint64_t area() const override { return width * height; }
};

class Triangle : public Shape {
	uint64_t base, height;
public:
	Triangle(uint64_t b, uint64_t h) : base(b), height(h) {}
	uint64_t area() const override { return base * height / 2; }
};

class Circle : public Shape {
	uint64_t radius;
public:
	explicit Circle(uint64_t r) : radius(r) {}
	uint64_t area() const override { return radius * radius * 201 >> 6; }
};

using Drawing = std::vector<std::unique_ptr<Shape>>;

static Drawing draw(unsigned int shapes)
{
	Drawing drawing;
	uint32_t state = 47;

	for (unsigned int i = 0; i < shapes; i++) {
		state = state * 1664525 + 1013904223;
		uint64_t size = 1 + (state >> 8 & 63);
		switch (state >> 30) {
		case 0: drawing.push_back(std::make_unique<Square>(size)); break;
		case 1: drawing.push_back(std::make_unique<Rectangle>(size, i & 31)); break;
		case 2: drawing.push_back(std::make_unique<Triangle>(size, i & 15)); break;
		case 3: drawing.push_back(std::make_unique<Circle>(size)); break;
		}
	}
	std::stable_sort(drawing.begin(), drawing.end(), [](const auto &a, const auto &b) {
		const Shape &first = *a, &second = *b;
		return typeid(first).before(typeid(second));
	});
	return drawing;
}

[[gnu::noinline]] static uint64_t area_of(const Drawing &drawing)
{
	uint64_t sum = 0;

	for (const auto &shape : drawing)
		sum += shape->area();
	return sum;
}

int main()
{
	Drawing drawing = draw(500);
	uint64_t sum = 0;

	for (int redraw = 0; redraw < 600; redraw++)
		sum = sum * 3 + area_of(drawing);
	std::printf("%016lx\n", (unsigned long)sum);
	return 0;
}
