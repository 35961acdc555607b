// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * debuginfod.c - libdebuginfod, loaded on demand; see debuginfod.h
 */
#include "debuginfod.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <unistd.h>

/* Never unloaded: data that it keeps for the next session would be lost to it. */
#define LIBRARY "libdebuginfod.so.1"

struct debuginfod_client;

struct client {
	void *library;
	struct debuginfod_client *(*begin)(void);
	int (*find_executable)(struct debuginfod_client *client, const unsigned char *build_id,
			       int build_id_size, char **path);
	void (*end)(struct debuginfod_client *client);
};

static bool client_load(struct client *client)
{
	client->library = dlopen(LIBRARY, RTLD_LAZY | RTLD_NODELETE);
	if (!client->library)
		return false;
	client->begin = (struct debuginfod_client *(*)(void))dlsym(client->library,
								   "debuginfod_begin");
	client->find_executable = (int (*)(struct debuginfod_client *, const unsigned char *, int,
					   char **))dlsym(client->library,
							  "debuginfod_find_executable");
	client->end = (void (*)(struct debuginfod_client *))dlsym(client->library,
								  "debuginfod_end");
	if (client->begin && client->find_executable && client->end)
		return true;
	dlclose(client->library);
	return false;
}

bool debuginfod_usable(void)
{
	const char *urls = getenv("DEBUGINFOD_URLS");
	struct client client;

	if (!urls || !*urls || !client_load(&client))
		return false;
	dlclose(client.library);
	return true;
}

char *debuginfod_executable(const uint8_t *build_id, uint8_t size)
{
	struct debuginfod_client *session;
	struct client client;
	char *path = NULL;
	int fd = -1;

	if (!client_load(&client))
		return NULL;
	session = client.begin();
	if (session)
		fd = client.find_executable(session, build_id, size, &path);
	if (fd >= 0)
		close(fd);
	else
		path = NULL;
	if (session)
		client.end(session);
	dlclose(client.library);
	return path;
}
