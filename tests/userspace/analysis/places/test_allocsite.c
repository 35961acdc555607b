// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * test_allocsite.c - functions that only pass memory on, by their names
 */
#include "tools/clitest.h"

#include "analysis/places/allocsite.h"

static void wrappers_pass_on(void **state)
{
	static const char *const names[] = {
		"xmalloc", "xcalloc", "xrealloc", "xalloc", "zmalloc", "ngx_palloc_malloc", "g_malloc0", "g_strdup",
		"Perl_safesysmalloc", "PyMem_Malloc", "xstrndup", "kmemdup", "operator new(unsigned long)",
		"operator new[](unsigned long, std::nothrow_t const&)", "app::pool::my_malloc(unsigned long)",
		"std::__new_allocator<int>::allocate(unsigned long, void const*)",
		"std::vector<int, std::allocator<int> >::push_back(int const&)",
		"void std::vector<int, std::allocator<int> >::_M_realloc_insert<int>(int&&)",
		"__gnu_cxx::new_allocator<char>::allocate", "alloc::vec::Vec<T>::push", "__rust_alloc",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!allocsite_is_wrapper(names[i]))
			fail_msg("%s", names[i]);
}

static void others_allocate(void **state)
{
	static const char *const names[] = {
		"parse_line", "main", "app::parser::read(std::vector<int> const&)", "node_new", "make_items",
		"app::use(operator_new_table*)", "load<std::string>(std::string const&)", "merge<int, std::string>(int)", "allocate_orders",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (allocsite_is_wrapper(names[i]))
			fail_msg("%s", names[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(wrappers_pass_on), cmocka_unit_test(others_allocate),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
