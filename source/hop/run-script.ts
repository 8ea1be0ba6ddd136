import {failed, type Result} from '../events/failure.ts';
import type {Clock} from '../platform/clock.ts';
import type {Link} from './link.ts';
import {lineForAnyShell} from './quote.ts';
import {runLine} from './run-line.ts';
import {newNonce} from './run-marker.ts';
import {watchSilence} from './silence.ts';

/** A short `sh` script of our own, to be run on the remote host. */
export type ScriptRequest = {
	readonly script: string;
	readonly parameters?: readonly string[];
	readonly input?: Uint8Array;
	readonly timeoutMs: number;
	/**
	 * How long the host may give no sign of life while the script runs. If absent, only `timeoutMs`
	 * limits it.
	 */
	readonly silenceMsMax?: number;
	readonly signal?: AbortSignal | undefined;
	readonly clock: Clock;
	readonly outputBytesMax?: number;
	/** Called when output arrives. */
	readonly onMoved?: () => void;
};

export type ScriptRan = {
	readonly exitCode: number | null;
	readonly output: Buffer;
	readonly errors: string;
};

const outputBytesMaxDefault = 4_194_304;
const errorBytesMax = 4096;

export async function runScript(link: Link, request: ScriptRequest): Promise<Result<ScriptRan>> {
	const nonce = newNonce();
	const {outputBytesMax = outputBytesMaxDefault, silenceMsMax = request.timeoutMs} = request;
	const silence = watchSilence(link, {clock: request.clock, silenceMsMax});
	const signals = [silence.signal, ...(request.signal ? [request.signal] : [])];
	const chunks: Uint8Array[] = [];
	let bytes = 0;
	let errors = '';
	const ran = await runLine(link, {
		...request,
		signal: AbortSignal.any(signals),
		nonce,
		line: lineForAnyShell(`${announcement}${request.script}`, [
			...nonce.halves,
			...(request.parameters ?? []),
		]),
		onOutput(chunk, from) {
			silence.heard();
			request.onMoved?.();
			if (from === 'stderr') {
				errors = (errors + Buffer.from(chunk).toString('utf8')).slice(-errorBytesMax);
			} else {
				bytes += chunk.length;
				if (bytes <= outputBytesMax) {
					chunks.push(chunk);
				}
			}
		},
	}).finally(silence.close);
	if (!ran.ok) {
		return ran;
	}
	const {value} = ran;
	if (value.type === 'lost') {
		return {ok: false, failure: value.failure};
	}
	if (value.type !== 'ended') {
		return {ok: false, failure: gaveUp(link, silence.signal.aborted ? 'timeout' : value.type)};
	}
	if (value.short !== null) {
		return {ok: false, failure: failed('incomplete', value.short)};
	}
	return bytes > outputBytesMax
		? {ok: false, failure: failed('limit', `${link.host} answered with ${bytes} bytes.`)}
		: {
				ok: true,
				value: {exitCode: value.end.exitCode, output: Buffer.concat(chunks), errors: errors.trim()},
			};
}

export const announcement = `printf '%s-%s ok %s\\n' "$1" "$2" "$$" || exit 1
printf '%s-%s\\n' "$1" "$2" >&2
shift 2
`;

function gaveUp({host}: Link, type: 'timeout' | 'cancelled') {
	return type === 'timeout'
		? failed('timeout', `${host} did not answer in time.`)
		: failed('cancelled', `What was asked of ${host} was interrupted.`);
}
