/* Stands in for every program of the throw-away world: it writes down that it was started. */
#include "record.h"
#include <sys/auxv.h>

static char starter[sizeof inside];

int main(int count, char **words) {
	const char *name = (const char *)getauxval(AT_EXECFN);
	const char *by = getenv("SHELLS_INSIDE");
	if (count < 1 || name == NULL) {
		return 125;
	}
	/* The kernel puts a script behind the interpreter that its first line names. */
	int is_script = count > 1 && words[0][0] == '/' && strcmp(name, words[0]) != 0 && strcmp(name, words[1]) == 0;
	snprintf(inside, sizeof inside, "%s", by == NULL ? "" : by);
	if (!write_record(name, words + is_script, environ)) {
		return 125;
	}
	const char *real = real_path(is_script ? words[0] : name, words);
	if (real != NULL) {
		join_words(starter, sizeof starter, words);
		setenv("SHELLS_INSIDE", starter, 1);
		execv(real, words);
		return 126;
	}
	return recorder_status(words);
}
