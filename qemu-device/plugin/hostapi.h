/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * hostapi.h - QEMU's plugin API, in its versions 4 (QEMU 10.0) to 7 (QEMU 11.1)
 *
 * Version 5 lets a callback read registers only if it was registered for that, or if it cannot
 * be. Version 7 has user data behind the other parameters of a callback in place of the plugin's
 * id before them: QEMU's callbacks are written here as
 *
 *	static void on_vcpu(HOST_ID unsigned int index HOST_DATA)
 *
 * or with HOST_ALONE where there are no others, and registered as before version 7.
 */
#ifndef TEA_HOSTAPI_H
#define TEA_HOSTAPI_H

#include <glib.h>
#include <qemu-plugin.h>

#if QEMU_PLUGIN_VERSION < 4 || QEMU_PLUGIN_VERSION > 7
#error "the plugin is written for versions 4 to 7 of QEMU's plugin API: of QEMU 10.0 to 11.1"
#endif

#if QEMU_PLUGIN_VERSION >= 7

#define HOST_ID
#define HOST_DATA	, void *host_data __attribute__((unused))
#define HOST_ALONE	void *host_data __attribute__((unused))

#define qemu_plugin_register_vcpu_init_cb(id, cb) \
	qemu_plugin_register_vcpu_init_cb(id, cb, NULL)
#define qemu_plugin_register_vcpu_exit_cb(id, cb) \
	qemu_plugin_register_vcpu_exit_cb(id, cb, NULL)
#define qemu_plugin_register_vcpu_tb_trans_cb(id, cb) \
	qemu_plugin_register_vcpu_tb_trans_cb(id, cb, NULL)
#define qemu_plugin_register_vcpu_syscall_cb(id, cb) \
	qemu_plugin_register_vcpu_syscall_cb(id, cb, NULL)
#define qemu_plugin_register_vcpu_syscall_ret_cb(id, cb) \
	qemu_plugin_register_vcpu_syscall_ret_cb(id, cb, NULL)
#define qemu_plugin_register_flush_cb(id, cb) \
	qemu_plugin_register_flush_cb(id, cb, NULL)
#define qemu_plugin_reset(id, cb) \
	qemu_plugin_reset(id, cb, NULL)

#else

#define HOST_ID		qemu_plugin_id_t id __attribute__((unused)),
#define HOST_DATA
#define HOST_ALONE	qemu_plugin_id_t id __attribute__((unused))

#endif

#endif /* TEA_HOSTAPI_H */
