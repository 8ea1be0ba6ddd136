import {basename} from 'node:path';
import type {WorkerState} from '../../events/worker.ts';
import type {HideSecrets} from '../hide.ts';
import type {FoundProcess, ProcessLook} from './look.ts';

export type Judged = {
	readonly state: WorkerState;
	readonly reason: string;
	/** The worker's own process; null if none runs, or if it is unclear which one it is. */
	readonly process: FoundProcess | null;
	/** The process that the pid file names, whether or not that is the worker. */
	readonly filePid: number | null;
};

/**
 * How much later than its pid file a process may seem to have started, since times are read to the
 * second.
 */
const roundingMs = 2000;

/**
 * Judges whether the worker runs: its pid file must name a live process that has the configured
 * arguments and was started before the file was written. A program's name alone proves nothing.
 */
export function judge(
	{found}: ProcessLook,
	{start, pidfile}: {readonly start: readonly string[]; readonly pidfile: string},
	hide: HideSecrets,
): Judged {
	switch (found.type) {
		case 'no-file':
			return none('stopped', 'There is no pid file.');
		case 'unreadable':
			return none('unknown', `The pid file ${pidfile} ${found.why}.`);
		case 'gone':
			return none('stale', `The pid file is left over: process ${found.pid} has ended.`, found.pid);
		case 'hidden':
			return none(
				'unknown',
				`Process ${found.pid} is another user’s, and it is not shown.`,
				found.pid,
			);
		case 'process':
			return judgeProcess(found.process, {start, hide});
	}
}

function none(state: WorkerState, reason: string, filePid: number | null = null): Judged {
	return {state, reason, process: null, filePid};
}

function judgeProcess(
	process: FoundProcess,
	{start, hide}: {start: readonly string[]; hide: HideSecrets},
): Judged {
	const {pid, beforeFileMs, owner} = process;
	if (!matches(process.words, start)) {
		// Hides secrets before the text is cut: a part of a password would not be recognised.
		const other = commandOf({...process, words: hide(wordsOf(process))});
		return none(
			'stale',
			`The pid file names process ${pid}, which is another program: ${other}`,
			pid,
		);
	}
	// Also true for NaN, if the file's time is unknown.
	if (!(beforeFileMs >= -roundingMs)) {
		const words = 'began after the pid file was written, so the file does not mean it.';
		return none('stale', `The pid file names process ${pid}, which ${words}`, pid);
	}
	return {state: 'running', reason: `Process ${pid} of ${owner}.`, process, filePid: pid};
}

/**
 * Whether the process was started with this command. If it is a script, its interpreter comes
 * first, and its path may be absolute.
 */
export function matches(words: readonly string[] | string, start: readonly string[]): boolean {
	const [program = '', ...rest] = typeof words === 'string' ? start.join(' ').split(' ') : start;
	const told = typeof words === 'string' ? words.split(' ') : words;
	const at = told.length - rest.length - 1;
	return (
		at >= 0 &&
		basename(told[at] ?? '') === basename(program) &&
		rest.every((word, index) => told[at + 1 + index] === word)
	);
}

export const commandLengthMax = 100;

export function wordsOf({words}: FoundProcess): string {
	return typeof words === 'string' ? words : words.join(' ');
}

function commandOf(process: FoundProcess): string {
	const text = wordsOf(process);
	return text.length <= commandLengthMax ? text : `${text.slice(0, commandLengthMax - 1)}…`;
}
