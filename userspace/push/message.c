// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * message.c - one request of a service; see message.h
 */
#include "message.h"

#include <stdlib.h>

void message_deinit(struct message *message)
{
	free(message->path);
	free(message->body);
}
