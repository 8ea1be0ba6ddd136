import {StringDecoder} from 'node:string_decoder';
import {failed} from '../events/failure.ts';
import type {Clock} from '../platform/clock.ts';
import type {ProgramEnd, RunOptions} from '../platform/files.ts';
import {failureError} from './file-error.ts';
import type {Link} from './link.ts';
import {lineForAnyShell} from './quote.ts';
import {endTree} from './run-end.ts';
import {runLine} from './run-line.ts';
import {newNonce} from './run-marker.ts';
import {ownFacts} from './run-start.ts';

const programMsMax = 120_000;
const lastWordsLengthMax = 4096;
const lineLengthMax = 1_048_576;
const noSuchProgram = 127;

/**
 * Runs a remote program without a shell and yields its lines. It is killed when the caller stops.
 */
export async function runProgram(
	link: Link,
	argv: readonly [string, ...string[]],
	{onLine, signal, clock}: RunOptions & {clock: Clock},
): Promise<ProgramEnd | null> {
	const nonce = newNonce();
	const decoder = new StringDecoder('utf8');
	let partial = '';
	let lastWords = '';
	const ran = await runLine(link, {
		nonce,
		clock,
		signal: signal ?? new AbortController().signal,
		timeoutMs: programMsMax,
		line: lineForAnyShell(programScript, [...nonce.halves, ...argv]),
		onOutput(bytes, from) {
			if (from === 'stderr') {
				lastWords = (lastWords + Buffer.from(bytes).toString('utf8')).slice(-lastWordsLengthMax);
				return;
			}
			const lines = (partial + decoder.write(Buffer.from(bytes))).split('\n');
			partial = (lines.pop() ?? '').slice(-lineLengthMax);
			for (const line of lines) {
				onLine(line);
			}
		},
	});
	if (!ran.ok) {
		throw failureError(ran.failure);
	}
	const {value} = ran;
	switch (value.type) {
		case 'lost':
			throw failureError(value.failure);
		case 'ended': {
			if (value.short !== null) {
				throw failureError(failed('incomplete', value.short));
			}
			const {exitCode, signal: endedBy} = value.end;
			return exitCode === noSuchProgram ? null : {exitCode, signal: endedBy, lastWords};
		}
		default:
			if (value.leader) {
				await endTree(link, {leader: value.leader, marker: nonce.whole}, {clock, manner: 'kill'});
			}
			return {exitCode: null, signal: 'SIGKILL', lastWords};
	}
}

const programScript = `m=$1-$2
shift 2
command -v -- "$1" >/dev/null || { printf '%s ok %s\\n' "$m" $$; exit ${noSuchProgram}; }
AGENT_TUI_SESSION=$m LC_ALL=C.UTF-8
export AGENT_TUI_SESSION LC_ALL
${ownFacts}
printf '%s ok %s - %s\\n' "$m" "$$" "\${l##*) }" || exit 1
printf '%s\\n' "$m" >&2
exec "$@" </dev/null`;
