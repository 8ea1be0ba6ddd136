import {basename, dirname} from 'node:path/posix';
import type {Result} from '../events/failure.ts';
import type {Clock} from '../platform/clock.ts';
import {type FileFacts, type FileKind, modeBits, type ReadAnswer} from '../platform/files.ts';
import {temporaryBeside} from '../platform/local-files.ts';
import {type FileActions, type FileGuard, kindOfMode} from './file-actions.ts';
import {codeOfWords, failureError, systemError} from './file-error.ts';
import type {Link} from './link.ts';
import {runScript, type ScriptRan} from './run-script.ts';

/** Long enough for a large file over a slow line. A stalled transfer is noticed much earlier. */
const scriptMsMax = 600_000;
const listBytesMax = 16_777_216;
const factBytesMax = 256;

/** File operations with `sh` and standard programs, for hosts without sftp. */
export function scriptFiles(link: Link, clock: Clock): FileActions {
	const run = async (
		script: string,
		{guard, parameters, input, outputBytesMax, isChange = false}: Script,
	): Promise<Buffer> => {
		const answer = answerTo(
			runScript(link, {
				script: `LC_ALL=C; export LC_ALL\n${script}`,
				parameters,
				...(input && {input}),
				...(outputBytesMax !== undefined && {outputBytesMax}),
				timeoutMs: scriptMsMax,
				signal: guard.signal,
				clock,
				onMoved: guard.moved,
			}),
		);
		return outputOf(await (isChange ? guard.commit(answer) : guard.wait(answer)));
	};
	return {
		stat: async (path, guard) =>
			factsOf(await run(`${facts}\nfacts -L "$1"`, {guard, parameters: [path]})),
		lstat: async (path, guard) =>
			factsOf(await run(`${facts}\nfacts '' "$1"`, {guard, parameters: [path]})),
		realpath: async (path, guard) =>
			(await run(realpathScript, {guard, parameters: [path]})).toString('utf8').slice(0, -1),
		readdir: async (path, guard) =>
			entriesOf(await run(listScript, {guard, parameters: [path], outputBytesMax: listBytesMax})),
		async read(path, {bytesMax, range}, guard) {
			const {from, length} = range ?? {from: 0, length: bytesMax};
			const parameters = [path, String(range ? '' : bytesMax), String(from + 1), String(length)];
			const outputBytesMax = length + factBytesMax;
			return answerOf(await run(readScript, {guard, parameters, outputBytesMax}));
		},
		async replace(path, bytes, guard) {
			const temporary = basename(temporaryBeside(path));
			const parameters = [basename(path), temporary, String(bytes.length), dirname(path)];
			await run(replaceScript, {guard, parameters, input: bytes, isChange: true});
		},
		async remove(path, guard) {
			await run('rm -- "$1"', {guard, parameters: [path], isChange: true});
		},
		async makeFolder(path, guard) {
			await run('mkdir -p -- "$1"', {guard, parameters: [path]});
		},
	};
}

type Script = {
	readonly guard: FileGuard;
	readonly parameters: readonly string[];
	readonly input?: Uint8Array;
	readonly outputBytesMax?: number;
	/** The script changes a file permanently. */
	readonly isChange?: boolean;
};

async function answerTo(running: Promise<Result<ScriptRan>>): Promise<ScriptRan> {
	const ran = await running;
	if (!ran.ok) {
		throw failureError(ran.failure);
	}
	return ran.value;
}

function outputOf({exitCode, output, errors}: ScriptRan): Buffer {
	if (exitCode !== 0) {
		throw systemError(codeOfWords(errors), errors === '' ? `exit ${exitCode}` : errors);
	}
	return output;
}

/**
 * A shell function that prints a file's type and rights in hexadecimal, its size and its change
 * time. GNU, busybox and BSD `stat` differ in their options.
 */
const facts = `facts() {
	if stat -c %f / >/dev/null 2>&1; then
		stat $1 -c '%f %s %Y' -- "$2"
	else
		stat $1 -f '%Xp %z %m' -- "$2"
	fi
}`;

function factsOf(output: Buffer): FileFacts {
	const [mode = '', size, seconds] = output.toString('latin1').trim().split(' ');
	const bits = Number.parseInt(mode, 16);
	return {
		kind: kindOfMode(bits),
		size: Number(size),
		mode: bits & modeBits,
		modifiedAt: Number(seconds) * 1000,
	};
}

const realpathScript = `if [ -d "$1" ]; then
	cd -P -- "$1" && pwd -P
else
	[ -e "$1" ] || [ -h "$1" ] || { echo 'No such file' >&2; exit 1; }
	readlink -f -- "$1"
fi`;

/** Lists a folder without starting a program per entry. Names may hold any character. */
const listScript = `[ -e "$1" ] || { echo 'No such file' >&2; exit 1; }
[ -d "$1" ] || { echo 'Not a directory' >&2; exit 1; }
cd -- "$1" && [ -r . ] || { echo 'Permission denied' >&2; exit 1; }
for name in * .[!.]* ..?*; do
	if [ -h "$name" ]; then kind=l
	elif [ -d "$name" ]; then kind=d
	elif [ -f "$name" ]; then kind=f
	elif [ -e "$name" ]; then kind=o
	else continue
	fi
	printf '%s%s\\0' "$kind" "$name"
done`;

const kinds: Readonly<Record<string, FileKind>> = {l: 'link', d: 'folder', f: 'file', o: 'other'};

function entriesOf(output: Buffer) {
	return output
		.toString('utf8')
		.split('\0')
		.filter(entry => entry !== '')
		.map(entry => ({name: entry.slice(1), kind: kinds[entry[0]!] ?? 'other'}));
}

const readScript = `${facts}
line=$(facts -L "$1") || exit 1
echo "$line"
[ -f "$1" ] || exit 0
rest=\${line#* }
if [ -n "$2" ]; then
	[ "\${rest%% *}" -gt "$2" ] || exec head -c "$4" -- "$1"
else
	tail -c +"$3" -- "$1" | head -c "$4"
fi`;

function answerOf(output: Buffer): ReadAnswer {
	const lineEnd = output.indexOf('\n');
	const {kind, size} = factsOf(output.subarray(0, lineEnd));
	if (kind !== 'file') {
		return {type: kind === 'folder' ? 'folder' : 'device'};
	}
	const bytes = output.subarray(lineEnd + 1);
	return bytes.length === 0 && size > 0 ? {type: 'too-large', size} : {type: 'bytes', bytes, size};
}

/**
 * Replaces a file. Its length shows whether all input has arrived; a partial file is never
 * installed. The shell first enters the folder, so that the file can't end up in another folder
 * that is put in its place meanwhile.
 */
const replaceScript = `${facts}
moved() { echo 'It leads to another place' >&2; exit 1; }
enter() {
	cd -P "$1" || exit 1
	[ "$(pwd -P && echo .)" = "$2
." ] || moved
}
there=$4
missing=
while [ ! -d "$there" ]; do
	missing=\${there##*/}/$missing
	there=\${there%/*}
	there=\${there:-/}
done
enter "$there" "$there"
if [ -n "$missing" ]; then
	mkdir -p -- "./$missing" || exit 1
	enter "./$missing" "$4"
fi
file=./$1
[ ! -L "$file" ] || moved
[ ! -d "$file" ] || { echo 'Is a directory' >&2; exit 1; }
mode=
if [ -e "$file" ]; then mode=$(facts -L "$file") || exit 1; fi
fail() { rm -f -- "$temporary"; echo "$1" >&2; exit 1; }
temporary=./$2
set -C
cat >"$temporary" || fail 'cannot create'
[ "$(wc -c <"$temporary")" -eq "$3" ] || fail 'The input broke off'
if [ -n "$mode" ]; then
	chmod "$(printf %o $((0x\${mode%% *} & 4095)))" "$temporary" || fail 'Operation not permitted'
fi
sync "$temporary" 2>/dev/null || sync
mv -f -- "$temporary" "$file" || fail 'Permission denied'`;
