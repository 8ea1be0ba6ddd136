/* Stands in for every program of the throw-away world: it writes down that it was started. */
#include "record.h"
#include <sys/auxv.h>

int main(int count, char **words) {
	const char *name = (const char *)getauxval(AT_EXECFN);
	const char *starter = getenv("SHELLS_INSIDE");
	snprintf(inside, sizeof inside, "%s", starter == NULL ? "" : starter);
	if (count < 0 || name == NULL || !write_record(name, words, environ)) {
		return 125;
	}
	if (real_path(name, words) != NULL) {
		execv(real_path(name, words), words);
		return 126;
	}
	return recorder_status(words);
}
