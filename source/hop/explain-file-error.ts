import type {Clock} from '../platform/clock.ts';
import {temporaryBeside} from '../platform/local-files.ts';
import type {FileActions, FileGuard} from './file-actions.ts';
import {codeOfWords, systemError, unknownCode} from './file-error.ts';
import type {Link} from './link.ts';
import {runScript} from './run-script.ts';

/**
 * Explains a failed write. sftp reports only `Failure` when a disk is full or read-only. So the
 * host is asked to write as many bytes beside the file by a program, whose error message gives the
 * reason.
 */
export function explainWrites(
	actions: FileActions,
	{link, clock}: {link: Link; clock: Clock},
): FileActions {
	return {
		...actions,
		async replace(path, bytes, guard) {
			try {
				await actions.replace(path, bytes, guard);
			} catch (error) {
				throw await explained(error, {path, size: bytes.length, guard, link, clock});
			}
		},
	};
}

type Failed = {
	readonly path: string;
	readonly size: number;
	readonly guard: FileGuard;
	readonly link: Link;
	readonly clock: Clock;
};

const askMsMax = 10_000;

async function explained(error: unknown, failed: Failed): Promise<unknown> {
	if ((error as {code?: string}).code !== unknownCode) {
		return error;
	}
	const {path, size, guard, link, clock} = failed;
	const asked = await runScript(link, {
		script: writeScript,
		parameters: [temporaryBeside(path), String(size)],
		timeoutMs: askMsMax,
		signal: guard.signal,
		clock,
	});
	const words = asked.ok && asked.value.exitCode !== 0 ? asked.value.errors : '';
	const code = codeOfWords(words);
	return code === unknownCode ? error : systemError(code, words);
}

const writeScript = `LC_ALL=C
export LC_ALL
set -C
head -c "$2" /dev/zero >"$1"
code=$?
rm -f -- "$1"
exit $code`;
