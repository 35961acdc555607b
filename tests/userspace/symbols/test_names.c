// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_names.c - names as they were written, shortened, matched and mistyped
 */
#include "tools/clitest.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/nearest.h"
#include "output/namecolumn.h"
#include "symbols/funcname.h"
#include "symbols/mangling.h"

#define VECTOR	"std::vector<int, std::allocator<int> >::push_back(int const&)"

static void undoes_mangling(void **state)
{
	static const struct {
		const char *symbol, *name;	/* NULL: it is no mangled name */
	} table[] = {
		{ "_ZNSt6vectorIiSaIiEE9push_backERKi", VECTOR },
		{ "_ZN3FooclEi", "Foo::operator()(int)" },
		{ "_Z3fooIiET_S0_", "foo<int>(int)" },	/* no result */
		{ "_ZN12_GLOBAL__N_11gEv", "(anonymous namespace)::g()" },
		{ "_ZZ4mainENKUliE_clEi", "main::{lambda(int)#1}::operator()(int) const" },
		{ "_Z1fi.constprop.0", "f(int) [clone .constprop.0]" },
		{ "_Z1fi@plt", "f(int)@plt" },
		{ "_Zfoo@plt", NULL }, { "@plt", NULL }, { "memcpy@plt", NULL },
		/* Rust, both manglings */
		{ "_ZN4core3ptr13drop_in_place17h1234567890abcdefE", "core::ptr::drop_in_place" },
		{ "_RNvCs1234_7mycrate3foo", "mycrate::foo" },
		{ "_RINvNtC3std3mem8align_ofdE", "std::mem::align_of::<f64>" },
		{ "_RINvNtC0std3mem8_glnfiaodE", NULL },
		{ "main", NULL }, { "_Zfoo", NULL }, { "_Z", NULL }, { "_R", NULL }, { "", NULL },
		{ "_start", NULL }, { "__ZN3fooEv", NULL },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(table); i++) {
		char *name = mangling_undo(table[i].symbol);

		if (!table[i].name)
			assert_null(name);
		else if (!name || strcmp(name, table[i].name))
			fail_msg("%s: '%s' instead of '%s'", table[i].symbol, name ? name : "",
				 table[i].name);
		free(name);
	}
}

/* f(T*, (T*)*, ...), each type twice in the next one. */
static void refuses_names_without_end(void **state)
{
	char symbol[4096] = "_Z1f1AIiiE", *end = symbol + strlen(symbol);
	static const char digits[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

	(void)state;
	end += sprintf(end, "S_IS0_S0_E");
	for (size_t i = 1; digits[i]; i++)
		end += sprintf(end, "S_IS%c_S%c_E", digits[i], digits[i]);
	assert_null(mangling_undo(symbol));
}

/* Templates make names longer than libiberty's own limit. */
static void takes_long_names(void **state)
{
	char symbol[4096] = "_Z1f", *name;

	(void)state;
	for (size_t i = 0; i < 400; i++)
		strcat(symbol, "1AI");
	strcat(symbol, "i");
	for (size_t i = 0; i < 400; i++)
		strcat(symbol, "E");
	name = mangling_undo(symbol);
	assert_non_null(name);
	assert_memory_equal(name, "f(A<A<", 6);
	free(name);
}

static void shortens(void **state)
{
	static const struct {
		const char *name;
		size_t width;		/* 0: as wide as the shorter form */
		const char *shorter;
	} table[] = {
		{ VECTOR, 61, VECTOR },
		{ VECTOR, 60, "std::vector<int, std::allocator<int> >::push_back(...)" },
		{ VECTOR, 40, "std::vector<...>::push_back(...)" },
		{ VECTOR, 30, "std::vector<...>::push_back" },
		{ VECTOR, 27, "std::vector<...>::push_back" },
		{ VECTOR, 26, "vector<...>::push_back" }, { VECTOR, 4, "push_back" },
		{ "f(int, int) [clone .constprop.0]", 3, "f" },
		{ "operator<<(std::ostream&, int)", 0, "operator<<(...)" },
		{ "A::operator->(int, long)", 0, "A::operator->(...)" },
		{ "std::less<(Kind)1>::operator()(long, long) const", 0,
		  "std::less<...>::operator()(...) const" },
		{ "(anonymous namespace)::g(long, long)", 0, "(anonymous namespace)::g(...)" },
		{ "f(int, int)::{lambda(long)#1}::operator()(long) const", 0,
		  "f(...)::{lambda(...)#1}::operator()(...) const" },
		{ "<alloc::vec::Vec<u64> as core::iter::Extend<u64>>::extend", 0,
		  "<alloc::vec::Vec<u64> as core::iter::Extend<u64>>::extend" },
		{ "<alloc::vec::Vec<u8, Global>>::push", 0, "<alloc::vec::Vec<...>>::push" },
		{ "<alloc::vec::Vec<u8> as core::iter::Extend<u8>>::extend", 23,
		  "vec::Vec<u8>::extend" },
		{ "a::b::<&(x::Y, u8)>", 9, "b::<...>" }, { "a::b::c", 5, "b::c" },
		{ "f(int, int) [clone .constprop.0]", 0, "f(...) [clone .constprop.0]" },
		{ "std::sort(int*, int*)+0x12", 0, "std::sort(...)+0x12" },
		/* not theirs */
		{ "main.(*LongType).Method", 4, "main.(*LongType).Method" },
		{ "name_frame=main;fake", 4, "name_frame=main;fake" },
		{ "f(unclosed, <", 4, "f(unclosed, <" }, { "x<y", 1, "x<y" }, { "", 0, "" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(table); i++) {
		size_t width = table[i].width ? table[i].width : strlen(table[i].shorter);
		char text[FUNCNAME_TEXT];

		assert_string_equal(funcname_fit(table[i].name, width, text), table[i].shorter);
	}
}

/* The distinctive part of a name beside another one that would look the same. */
static void tells_apart(void **state)
{
	static const struct {
		const char *name, *part;
		size_t width;
		bool begin;
		const char *told;
	} table[] = {
		{ "bag::total::<bag::Point>", "Point", 24, false, "bag::total::<bag::Point>" },
		{ "bag::total::<bag::Point>", "Point", 20, false, "total::<bag::Point>" },
		{ "bag::total::<bag::Point>", "Point", 14, false, "total [Point]" },
		{ "bag::total::<bag::Point>", "Point", 12, false, "tota~[Point]" },
		{ "Bag<Point>::total(Order<int> const&) const", "Point", 28, false,
		  "Bag<Point>::total(...) const" },
		{ "Bag<Point>::total(Order<int> const&) const", "Point", 20, false, "Bag<Point>::total" },
		/* inside of a word the word, if it is short */
		{ "Bag<Points>::total(Order<long> const&)", "long", 12, false, "total [long]" },
		{ "Bag<Points>::total(Order<long> const&)", "ts", 12, false, "tot~[Points]" },
		{ "a_long_name_of_a_function_of_c", "func", 16, false, "a_lon~[function]" },
		/* a long one without namespaces, or as it begins */
		{ "HashMap<alloc::string::String, u64>::entry", "alloc::string::String", 18, false,
		  "entry [String]" },
		{ "HashMap<alloc::string::String, u64>::entry", "alloc::string::String", 18, true,
		  "entry [alloc::st]" },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(table); i++) {
		size_t begin = (size_t)(strstr(table[i].name, table[i].part) - table[i].name);
		struct funcname_part part = { begin, begin + strlen(table[i].part) };
		char text[FUNCNAME_TEXT];

		funcname_tell(table[i].name, part, table[i].begin, table[i].width, text);
		assert_string_equal(text, table[i].told);
		assert_true(strlen(text) <= table[i].width);
	}
}

/* The column of names of a table. */
static void columns_tell_apart(void **state)
{
	static const char *const names[] = {
		"Bag<Point>::total(Order<int> const&)", "Bag<Word>::total(Order<int> const&)",
		"total", "main", "Bag<Word>::total(Order<int> const&)",
		"a_long_name_with_one_middle_and_end", "a_long_name_with_two_middle_and_end",
		"a::a_long_name_with_one_middle_and_end",
	};
	const struct term term = { .screen = true, .columns = 80 };

	(void)state;
	for (size_t width = 12; width < 44; width++) {
		struct namecolumn column;
		const char *shown[COUNT(names)];
		char texts[COUNT(names)][FUNCNAME_TEXT];

		namecolumn_init(&column, &term, names, COUNT(names), width);
		for (size_t i = 0; i < COUNT(names); i++) {
			shown[i] = namecolumn_text(&column, i);
			assert_true(!shown[i] || strlen(shown[i]) <= width);
			if (!shown[i])
				shown[i] = funcname_fit(names[i], width, texts[i]);
			for (size_t j = 0; j < i; j++)
				assert_int_equal(!strcmp(names[i], names[j]), !strcmp(shown[i], shown[j]));
		}
		namecolumn_deinit(&column);
	}
}

static void matches(void **state)
{
	static const struct {
		const char *pattern, *name, *linkage;
		enum funcname_match match;
	} table[] = {
		{ VECTOR, VECTOR, "_ZNSt", FUNCNAME_EXACT },
		{ "_ZNSt", VECTOR, "_ZNSt", FUNCNAME_EXACT },
		{ "std::vector<int, std::allocator<int> >::push_back", VECTOR, NULL, FUNCNAME_BARE },
		{ "std::vector::push_back", VECTOR, NULL, FUNCNAME_BARE },
		{ "f", "f(int) const", NULL, FUNCNAME_BARE },
		{ "f", "f(int) [clone .cold]", NULL, FUNCNAME_BARE },
		{ "*push_b?ck*", VECTOR, NULL, FUNCNAME_GLOB },
		{ "*::push_back", VECTOR, NULL, FUNCNAME_GLOB },
		{ "push_back", VECTOR, NULL, FUNCNAME_INNER },
		{ "push_back()", VECTOR, NULL, FUNCNAME_INNER },
		{ "vector::push_back", VECTOR, NULL, FUNCNAME_INNER },
		{ "vector::push_back()", VECTOR, NULL, FUNCNAME_INNER },
		{ "std::vector<...>::push_back(...)", VECTOR, NULL, FUNCNAME_INNER },
		{ "vector<...>::push_back()", VECTOR, NULL, FUNCNAME_INNER },
		{ "vector<int, std::allocator<int> >::push_back", VECTOR, NULL, FUNCNAME_INNER },
		{ "vector<int>::push_back", VECTOR, NULL, FUNCNAME_OTHER },
		{ "vector", VECTOR, NULL, FUNCNAME_PART },
		{ "table::order", "db::table<unsigned int, unsigned long>::order()", NULL, FUNCNAME_INNER },
		{ "db::table<...>::order()", "db::table<unsigned int, unsigned long>::order()", NULL,
		  FUNCNAME_INNER },
		{ "order(int)", "db::order(long)", NULL, FUNCNAME_OTHER },
		{ "f@plt", "f(int)@plt", "_Z1fi@plt", FUNCNAME_BARE },
		{ "B::f", "<a::B<c> as d::E>::f", NULL, FUNCNAME_INNER },
		{ "operator[]", "A::operator[](int)", NULL, FUNCNAME_INNER },
		{ "operator()", "A::operator()(int)", NULL, FUNCNAME_INNER },
		{ "operator()", "A::operator+(int)", NULL, FUNCNAME_OTHER },
		{ "NS", VECTOR, "_ZNSt", FUNCNAME_PART },
		{ "pop_back", VECTOR, "_ZNSt", FUNCNAME_OTHER },
		{ "", VECTOR, NULL, FUNCNAME_OTHER },
	};

	(void)state;
	for (size_t i = 0; i < COUNT(table); i++)
		assert_int_equal(funcname_match(table[i].pattern, table[i].name, table[i].linkage),
				 table[i].match);
}

static void knows_last_part(void **state)
{
	char text[FUNCNAME_TEXT];

	(void)state;
	assert_string_equal(funcname_last(VECTOR, "push", text), "push_back");
	assert_string_equal(funcname_last("mycrate::foo::<u8>", "fo", text), "foo");
	assert_string_equal(funcname_last("main", "a::b", text), "main");
	assert_string_equal(funcname_last("(anonymous namespace)::A::b(int)", "A::c", text), "A::b");
	assert_string_equal(funcname_last("f[abi:cxx11](int)", "", text), "f[abi:cxx11]");
}

static void names_the_nearest(void **state)
{
	static const char *const names[] = { "collide", "colour", "memcpy", "colliding", NULL };
	struct nearest nearest = { .name = "colide" };
	char text[NEAREST_TEXT];

	(void)state;
	assert_string_equal(nearest_name("colide", names), "collide");
	assert_null(nearest_name("xyz", names));
	assert_string_equal(nearest_text(&nearest, text), "");
	for (size_t i = 0; names[i]; i++)
		nearest_offer(&nearest, names[i], names[i]);
	nearest_offer(&nearest, "collide", "collide");	/* once is enough */
	assert_string_equal(nearest_text(&nearest, text), "'collide' or 'colour'");
	nearest_offer(&nearest, "a::colide()", "colide");
	nearest_offer(&nearest, "solide", "solide");
	assert_string_equal(nearest_text(&nearest, text), "'a::colide()', 'collide' or 'solide'");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(undoes_mangling),
		cmocka_unit_test(refuses_names_without_end),
		cmocka_unit_test(takes_long_names),
		cmocka_unit_test(shortens),
		cmocka_unit_test(tells_apart),
		cmocka_unit_test(columns_tell_apart),
		cmocka_unit_test(matches),
		cmocka_unit_test(knows_last_part),
		cmocka_unit_test(names_the_nearest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
