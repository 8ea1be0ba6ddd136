/*
 * What the recorder and the driver share: a started program is written down under the path by which
 * it was found, with its arguments, its folder and its descriptors.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char record[1 << 16];
static size_t used;

static void add(const char *text) {
	size_t length = strlen(text);
	if (used + length < sizeof record) {
		memcpy(record + used, text, length);
		used += length;
	}
}

/* One byte is one character of the JSON string, so that invalid UTF-8 survives. */
static void add_string(const char *text) {
	char piece[8];
	add("\"");
	for (const unsigned char *at = (const unsigned char *)text; *at != 0; at += 1) {
		if (*at < 32 || *at > 126 || *at == '"' || *at == '\\') {
			snprintf(piece, sizeof piece, "\\u%04x", *at);
		} else {
			piece[0] = (char)*at;
			piece[1] = 0;
		}
		add(piece);
	}
	add("\"");
}

static void add_descriptors(void) {
	char path[32], target[512];
	const char *comma = "";
	add(",\"descriptors\":{");
	for (int number = 0; number < 10; number += 1) {
		int flags = fcntl(number, F_GETFD);
		snprintf(path, sizeof path, "/proc/self/fd/%d", number);
		ssize_t length = flags < 0 || (flags & FD_CLOEXEC) != 0 ? -1 : readlink(path, target, 511);
		if (length >= 0) {
			target[length] = 0;
			snprintf(path, sizeof path, "%s\"%d\":", comma, number);
			add(path);
			add_string(target);
			comma = ",";
		}
	}
	add("}");
}

/* With these every line begins; what a shell changes by itself at each command does not count. */
static const char *const given[] = {
	"PATH=/usr/bin", "HOME=/world/home", "HISTFILE=/dev/null", "LANG=C.UTF-8", "TERM=dumb",
	"PWD=", "OLDPWD=", "SHLVL=", "_=", "LOGNAME=", "LD_PRELOAD=", "SHELLS_INSIDE=", "LINES=", "COLUMNS=",
};

static int is_given(const char *variable) {
	for (size_t index = 0; index < sizeof given / sizeof given[0]; index += 1) {
		size_t length = strlen(given[index]);
		int is_name = given[index][length - 1] == '=';
		if (is_name ? strncmp(variable, given[index], length) == 0 : strcmp(variable, given[index]) == 0) {
			return 1;
		}
	}
	return 0;
}

static void add_environment(char *const *environment) {
	const char *comma = "";
	add(",\"environment\":[");
	for (int index = 0; environment != NULL && environment[index] != NULL; index += 1) {
		if (!is_given(environment[index])) {
			add(comma);
			add_string(environment[index]);
			comma = ",";
		}
	}
	add("]");
}

/* The program that was started for real and is starting this one: its words, with \001 between. */
static char inside[1 << 12];

/* False when it could not be written. */
static int write_record(const char *name, char *const *words, char *const *environment) {
	char folder[4096];
	used = 0;
	add("{\"name\":");
	add_string(name);
	add(",\"words\":[");
	for (int index = 0; words[index] != NULL; index += 1) {
		add(index == 0 ? "" : ",");
		add_string(words[index]);
	}
	add("],\"cwd\":");
	add_string(getcwd(folder, sizeof folder) == NULL ? "" : folder);
	add_descriptors();
	add_environment(environment);
	add(",\"inside\":");
	add_string(inside);
	add("}\n");
	int file = open("/record/runs", O_WRONLY | O_APPEND | O_CLOEXEC);
	int is_written = file >= 0 && write(file, record, used) == (ssize_t)used;
	close(file);
	return is_written;
}

/* A few harmless programs, which start others or print, are started for real as well. */
static const char *const real[] = {
	"bash", "cat", "dash", "echo", "env", "expr", "false", "find", "head", "nice", "nohup",
	"printf", "seq", "setsid", "sh", "stdbuf", "test", "timeout", "tr", "true", "xargs", "zsh",
};

/* `find` may start others, but what it would delete or write by itself is its own affair. */
static int writes_itself(char *const *words) {
	for (int index = 0; words[index] != NULL; index += 1) {
		if (strcmp(words[index], "-delete") == 0 || strncmp(words[index], "-fprint", 7) == 0 ||
			strcmp(words[index], "-fls") == 0) {
			return 1;
		}
	}
	return 0;
}

/* Null when this program is a recorder and no more. */
static const char *real_path(const char *name, char *const *words) {
	static char path[64];
	const char *slash = strrchr(name, '/');
	if (writes_itself(words)) {
		return NULL;
	}
	for (size_t index = 0; slash != NULL && index < sizeof real / sizeof real[0]; index += 1) {
		if (strcmp(slash + 1, real[index]) == 0) {
			snprintf(path, sizeof path, "/real/%s", real[index]);
			return path;
		}
	}
	return NULL;
}

/* Names the program that starts others from now on, for the records of those. */
static void join_words(char *target, size_t size, char *const *words) {
	size_t length = 0;
	for (int index = 0; words[index] != NULL && length < size; index += 1) {
		length += snprintf(target + length, size - length, "%s%s", index == 0 ? "" : "\001", words[index]);
	}
}

/* Its arguments tell a recorder what to print, and whether to fail. */
static int recorder_status(char *const *words) {
	int status = 0;
	for (int index = 1; words[0] != NULL && words[index] != NULL; index += 1) {
		if (strcmp(words[index], "--say") == 0 && words[index + 1] != NULL) {
			dprintf(1, "%s\n", words[index + 1]);
		}
		status |= strcmp(words[index], "--fail") == 0;
	}
	return status;
}
