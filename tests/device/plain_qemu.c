// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * plain_qemu.c - loads the plugin as a QEMU without the TEA device does
 *
 * plain_qemu PLUGIN TARGET: the status is 1 where the plugin refuses, as QEMU's is.
 */
#include <dlfcn.h>
#include <stdio.h>

#include <qemu-plugin.h>

int main(int argc, char **argv)
{
	static const qemu_info_t info = {
		.version = { .min = QEMU_PLUGIN_VERSION, .cur = QEMU_PLUGIN_VERSION },
		.system_emulation = true,
	};
	int (*install)(qemu_plugin_id_t id, const qemu_info_t *info, int argc, char **argv);
	qemu_info_t host = info;
	void *plugin;

	if (argc != 3)
		return 2;
	host.target_name = argv[2];
	plugin = dlopen(argv[1], RTLD_LAZY);
	if (!plugin) {
		fprintf(stderr, "plain_qemu: %s\n", dlerror());
		return 2;
	}
	*(void **)&install = dlsym(plugin, "qemu_plugin_install");
	return install && !install(1, &host, 0, NULL) ? 0 : 1;
}
