/*
 * Loaded into the shell inside the sandbox. Before the shell's own beginning it reads command lines
 * (four bytes for the length, then the line), and forks for each: the child goes on as the shell with
 * that line in a freshly planted folder, the parent prints what was recorded and which files changed,
 * one JSON line each. Nothing of a line outlives it. A fork is ten times cheaper than a new program;
 * for the same reason a recorder that the shell would start is only written down. What is started by
 * another way meets the recorder itself.
 */
#include "record.h"
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

enum { line_bytes_max = 1 << 17, files_max = 256, patience_ms = 600, linger_ms = 500 };

/* Awkward names, a script to be read in, programs that stand where they should not. */
static const char *const files[] = {
	"a", "b", "c.txt", "-rf", "x y", "$(rm x)", "a;rm b", "push", "status", "*", "script", "list",
};
static const char *const programs[] = {"git", "rm", "ls", "r", "sub/rm", "sub/git"};

typedef struct {
	char path[320];
	struct timespec changed;
	off_t size;
	mode_t mode;
	ino_t number;
} Entry;
typedef struct {
	Entry entries[files_max];
	int count;
} Picture;
static Picture planted, found;

static void fail(const char *what) {
	perror(what);
	exit(1);
}

static void empty_folder(const char *path) {
	char inner[4096];
	chmod(path, 0755);
	DIR *folder = opendir(path);
	for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) {
			continue;
		}
		snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name);
		if (unlink(inner) != 0) {
			empty_folder(inner);
			rmdir(inner);
		}
	}
	if (folder != NULL) {
		closedir(folder);
	}
}

static void look(Picture *picture, const char *path) {
	char inner[320];
	DIR *folder = opendir(path);
	for (struct dirent *entry; folder != NULL && (entry = readdir(folder)) != NULL;) {
		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0) {
			continue;
		}
		struct stat state;
		if (snprintf(inner, sizeof inner, "%s/%s", path, entry->d_name) >= (int)sizeof inner ||
			lstat(inner, &state) != 0 || picture->count == files_max) {
			continue;
		}
		Entry *seen = &picture->entries[picture->count++];
		strcpy(seen->path, inner);
		seen->changed = state.st_mtim;
		seen->size = state.st_size;
		seen->mode = state.st_mode;
		seen->number = state.st_ino;
		if (S_ISDIR(state.st_mode)) {
			seen->size = 0;
			seen->changed = (struct timespec){0};
			look(picture, inner);
		}
	}
	if (folder != NULL) {
		closedir(folder);
	}
}

static void plant_file(const char *name, const char *text) {
	int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
	if (file < 0 || write(file, text, strlen(text)) < 0) {
		fail(name);
	}
	close(file);
}

static void plant(void) {
	if (chdir("/world") != 0) {
		fail("/world");
	}
	empty_folder("/world");
	empty_folder("/tmp");
	if (mkdir("home", 0755) != 0 || mkdir("work", 0755) != 0 || chdir("work") != 0 ||
		mkdir("sub", 0755) != 0) {
		fail("plant");
	}
	for (size_t index = 0; index < sizeof files / sizeof files[0]; index += 1) {
		plant_file(files[index], "rm from-a-file\n");
	}
	plant_file("../home/.profile", "rm from-home\n");
	for (size_t index = 0; index < sizeof programs / sizeof programs[0]; index += 1) {
		if (symlink("/usr/bin/recorder", programs[index]) != 0) {
			fail(programs[index]);
		}
	}
	planted.count = 0;
	look(&planted, "/world");
	look(&planted, "/tmp");
}

static void print_string(const char *text) {
	putchar('"');
	for (const unsigned char *at = (const unsigned char *)text; *at != 0; at += 1) {
		if (*at < 32 || *at > 126 || *at == '"' || *at == '\\') {
			printf("\\u%04x", *at);
		} else {
			putchar(*at);
		}
	}
	putchar('"');
}

static const Entry *entry_of(const Picture *picture, const char *path) {
	for (int index = 0; index < picture->count; index += 1) {
		if (strcmp(picture->entries[index].path, path) == 0) {
			return &picture->entries[index];
		}
	}
	return NULL;
}

static int is_same(const Entry *one, const Entry *other) {
	return other != NULL && one->size == other->size && one->mode == other->mode &&
		one->number == other->number && one->changed.tv_sec == other->changed.tv_sec &&
		one->changed.tv_nsec == other->changed.tv_nsec;
}

/* What appeared, changed or went. */
static int print_changes(void) {
	int changes = 0;
	found.count = 0;
	look(&found, "/world");
	look(&found, "/tmp");
	printf("\"changes\":[");
	for (int index = 0; index < found.count; index += 1) {
		const Entry *entry = &found.entries[index];
		if (!is_same(entry, entry_of(&planted, entry->path))) {
			printf(changes++ == 0 ? "" : ",");
			print_string(entry->path);
		}
	}
	for (int index = 0; index < planted.count; index += 1) {
		if (entry_of(&found, planted.entries[index].path) == NULL) {
			printf(changes++ == 0 ? "" : ",");
			print_string(planted.entries[index].path);
		}
	}
	printf("],");
	return changes;
}

static void print_runs(int record) {
	static char bytes[1 << 18];
	ssize_t length = pread(record, bytes, sizeof bytes, 0);
	printf("\"runs\":[");
	/* A record that is not whole is left out; the answer says so by its length. */
	while (length > 0 && bytes[length - 1] != '\n') {
		length -= 1;
	}
	for (ssize_t index = 0; index < length - 1; index += 1) {
		putchar(bytes[index] == '\n' ? ',' : bytes[index]);
	}
	printf("]}\n");
}

static void limit(int resource, rlim_t value) {
	struct rlimit both = {value, value};
	setrlimit(resource, &both);
}

/* The child goes on from here into the beginning of the shell. */
static void become_shell(int input) {
	sigset_t none;
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	prctl(PR_SET_CHILD_SUBREAPER, 0);
	limit(RLIMIT_CPU, 1);
	limit(RLIMIT_FSIZE, 1 << 16);
	limit(RLIMIT_AS, 1 << 29);
	limit(RLIMIT_NPROC, 200);
	limit(RLIMIT_CORE, 0);
	int nowhere = open("/dev/null", O_RDWR);
	dup2(input, 0);
	dup2(nowhere, 1);
	dup2(nowhere, 2);
	/* No descriptor of ours reaches a line. */
	close_range(3, ~0U, 0);
	setsid();
}

/* Outside of the sandbox `end_everything` would end everything of this user: never go on there. */
static void insist_on_sandbox(void) {
	char name[16] = "";
	int file = open("/proc/1/comm", O_RDONLY | O_CLOEXEC);
	if (file < 0 || read(file, name, sizeof name - 1) < 0 || strcmp(name, "bwrap\n") != 0 ||
		getppid() != 1 || access("/usr/bin/recorder", X_OK) != 0) {
		fprintf(stderr, "This program runs inside of bubblewrap only.\n");
		exit(1);
	}
	close(file);
}

/* False when the time ran out. */
static int wait_for(pid_t child, int limit_ms, int *status) {
	sigset_t ended;
	struct timespec step = {0, 20 * 1000 * 1000};
	sigemptyset(&ended);
	sigaddset(&ended, SIGCHLD);
	struct timespec now, start;
	clock_gettime(CLOCK_MONOTONIC, &start);
	for (;;) {
		pid_t who;
		int state;
		while ((who = waitpid(-1, &state, WNOHANG)) > 0) {
			if (who == child) {
				*status = state;
				return 1;
			}
		}
		if (who < 0 && errno == ECHILD) {
			return 1;
		}
		clock_gettime(CLOCK_MONOTONIC, &now);
		if ((now.tv_sec - start.tv_sec) * 1000 + (now.tv_nsec - start.tv_nsec) / 1000000 > limit_ms) {
			return 0;
		}
		sigtimedwait(&ended, NULL, &step);
	}
}

/* Everything in this world but its first process and this one. */
static void end_everything(void) {
	int status;
	do {
		kill(-1, SIGKILL);
	} while (waitpid(-1, &status, 0) > 0 || errno == EINTR);
}

static int read_whole(void *target, size_t length) {
	for (size_t have = 0; have < length;) {
		ssize_t got = read(0, (char *)target + have, length - have);
		if (got <= 0) {
			return 0;
		}
		have += got;
	}
	return 1;
}

static int open_input(const char *text) {
	int input = open("/record/input", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (input < 0 || write(input, text, strlen(text)) < 0) {
		fail("input");
	}
	lseek(input, 0, SEEK_SET);
	return input;
}

/* True in the child. */
static int run_line(const char *text_of_input) {
	int record = open("/record/runs", O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	int input = open_input(text_of_input);
	int status = 0;
	fflush(stdout);
	pid_t shell = fork();
	if (shell == 0) {
		become_shell(input);
		return 1;
	}
	int in_time = shell > 0 && wait_for(shell, patience_ms, &status);
	if (in_time) {
		int other = 0;
		wait_for(-2, linger_ms, &other);
	}
	end_everything();
	close(input);
	printf("{\"end\":\"%s\",\"status\":%d,", in_time ? "ended" : "timeout", status);
	if (print_changes() > 0) {
		plant();
	}
	print_runs(record);
	close(record);
	fflush(stdout);
	return 0;
}

/* A line is one argument of the shell, which stands as `LINE` until then, or what it reads. */
static void serve(char **words) {
	static char line[line_bytes_max + 1];
	uint32_t length;
	sigset_t ended;
	int place = 0;
	while (words[place] != NULL && strcmp(words[place], "LINE") != 0) {
		place += 1;
	}
	int is_argument = words[place] != NULL;
	insist_on_sandbox();
	sigemptyset(&ended);
	sigaddset(&ended, SIGCHLD);
	sigprocmask(SIG_BLOCK, &ended, NULL);
	prctl(PR_SET_CHILD_SUBREAPER, 1);
	plant();
	while (read_whole(&length, sizeof length)) {
		if (length > line_bytes_max || !read_whole(line, length)) {
			fail("line");
		}
		line[length] = 0;
		if (run_line(is_argument ? "rm from-input\n" : line)) {
			words[place] = is_argument ? line : NULL;
			return;
		}
	}
	_exit(0);
}

/* By hand, because bash has functions of its own under libc's names. True if it was there. */
static int take_from_environment(char **environment, const char *name, char *value) {
	size_t length = strlen(name);
	for (int index = 0; environment[index] != NULL; index += 1) {
		if (strncmp(environment[index], name, length) == 0 && environment[index][length] == '=') {
			if (value != NULL) {
				snprintf(value, sizeof inside, "%s", environment[index] + length + 1);
			}
			for (; environment[index] != NULL; index += 1) {
				environment[index] = environment[index + 1];
			}
			return 1;
		}
	}
	return 0;
}

/* A program that a line starts for real is watched as well, but serves nothing. */
__attribute__((constructor)) static void begin(int count, char **words, char **environment) {
	take_from_environment(environment, "LD_PRELOAD", NULL);
	take_from_environment(environment, "SHELLS_INSIDE", inside);
	if (take_from_environment(environment, "SHELLS_DRIVER", NULL) && count > 0) {
		serve(words);
	}
}

typedef int Execve(const char *, char *const *, char *const *);

static int start_real(const char *path, char *const *words, char *const *environment) {
	static char preload[] = "LD_PRELOAD=/driver.so";
	static char starter[sizeof inside + 16] = "SHELLS_INSIDE=";
	int count = 0;
	size_t length = strlen("SHELLS_INSIDE=");
	join_words(starter + length, sizeof starter - length, words);
	while (environment != NULL && environment[count] != NULL) {
		count += 1;
	}
	char **all = malloc((count + 3) * sizeof *all);
	memcpy(all, environment, count * sizeof *all);
	all[count] = preload;
	all[count + 1] = starter;
	all[count + 2] = NULL;
	return ((Execve *)dlsym(RTLD_NEXT, "execve"))(path, words, all);
}

int execve(const char *path, char *const *words, char *const *environment) {
	struct stat here, recorder;
	int is_recorder = stat(path, &here) == 0 && stat("/usr/bin/recorder", &recorder) == 0 &&
		here.st_ino == recorder.st_ino && here.st_dev == recorder.st_dev;
	int is_real = strncmp(path, "/real/", 6) == 0;
	if (!is_recorder && !is_real) {
		return ((Execve *)dlsym(RTLD_NEXT, "execve"))(path, words, environment);
	}
	if (!write_record(path, words, environment)) {
		_exit(125);
	}
	const char *real = is_real ? path : real_path(path, words);
	if (real != NULL) {
		return start_real(real, words, environment);
	}
	_exit(recorder_status(words));
}

/* libc's own one would not come by here. */
int execvp(const char *name, char *const *words) {
	char path[512];
	const char *folders = getenv("PATH");
	if (strchr(name, '/') != NULL) {
		return execve(name, words, environ);
	}
	folders = folders == NULL ? "/bin:/usr/bin" : folders;
	errno = ENOENT;
	while (1) {
		size_t length = strcspn(folders, ":");
		snprintf(path, sizeof path, "%.*s%s%s", (int)length, folders, length == 0 ? "" : "/", name);
		execve(path, words, environ);
		if (folders[length] == 0 || (errno != ENOENT && errno != EACCES && errno != ENOTDIR)) {
			return -1;
		}
		folders += length + 1;
	}
}
