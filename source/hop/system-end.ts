import {constants} from 'node:os';
import {PassThrough, type Readable} from 'node:stream';
import {createHiddenMarks, printMark} from './hidden-marks.ts';
import type {LinkEnd} from './link.ts';
import {lineForAnyShell} from './quote.ts';
import {newNonce} from './run-marker.ts';

/**
 * Finds out how a command ended that runs over the system's ssh. ssh itself names no signal, exits
 * with 255 for several reasons, and does not end while something on the host holds the outputs. So
 * a shell of ours on the host waits for the command, and prints marks at its start and end: into
 * the output if there is a terminal, otherwise into the error output.
 */
export type EndTeller = {
	/** The command line, extended by the shell code that reports the end. */
	readonly line: string;
	/** Removes the marks and passes on what the command itself printed. */
	readonly filter: (stream: Readable) => Readable;
	readonly begun: Promise<void>;
	/** Resolves when the host has reported the end. Never settles if the host does not. */
	readonly ended: Promise<LinkEnd>;
};

export function createEndTeller(command: string, {hasPty}: {hasPty: boolean}): EndTeller {
	const nonce = newNonce();
	const {promise: begun, resolve: begin} = Promise.withResolvers<void>();
	const {promise: ended, resolve: end} = Promise.withResolvers<LinkEnd>();
	return {
		line: lineForAnyShell(tellScript, [...nonce.halves, command, hasPty ? '' : 'errors']),
		begun,
		ended,
		filter(stream) {
			const passed = new PassThrough();
			const marks = createHiddenMarks(nonce, word => {
				begin();
				if (word === begunWord) {
					return 'go on';
				}
				end(endOfCode(Number(word)));
				return 'end';
			});
			stream.on('data', (bytes: Buffer) => {
				if (!passed.write(marks.push(bytes))) {
					stream.pause();
				}
			});
			passed.on('drain', () => stream.resume());
			stream.on('error', () => {});
			const finish = () => passed.end();
			void ended.then(finish);
			stream.on('end', finish).on('close', finish);
			return passed;
		},
	};
}

const begunWord = 'begun';

/**
 * The shell code on the host. Ctrl-C is meant for the command; this shell ignores it, and reports
 * how the command ended.
 */
const tellScript = `${printMark}
tell() { if [ -n "$4" ]; then print_mark "$@" >&2; else print_mark "$@"; fi; }
tell "$1" "$2" ${begunWord} "$4"
trap : INT QUIT
sh -c "$3"
code=$?
trap '' INT QUIT
tell "$1" "$2" $code "$4"
exit $code`;

/** Shells report death by signal n as exit code 128 + n. */
const signalExitBase = 128;

function endOfCode(code: number): LinkEnd {
	const number = code - signalExitBase;
	const name = Object.entries(constants.signals).find(([, value]) => value === number)?.[0];
	return name === undefined ? {exitCode: code, signal: null} : {exitCode: null, signal: name};
}
