import type {Clock} from '../../platform/clock.ts';
import {whenParentGone} from '../../platform/parent-process.ts';

/**
 * Calls `onEnd` when this program has to end: at a signal, if its output has no reader, if its
 * input breaks, or if its parent process ends. All of these are watched, because a killed client
 * causes only some, and a program in between (such as npx) may keep the input open forever.
 */
export function watchEndings(
	clock: Clock,
	{
		parent,
		onEnd,
		readsInput,
	}: {
		readonly parent: number;
		readonly onEnd: (why: string) => void;
		readonly readsInput: boolean;
	},
): void {
	for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
		process.on(signal, () => onEnd(`it got ${signal}`));
	}
	process.stdout.on('error', () => onEnd('nobody reads its output'));
	process.stderr.on('error', () => {});
	if (readsInput) {
		process.stdin.on('error', () => onEnd('its input broke'));
	}
	whenParentGone(parent, clock, () => onEnd('its parent is gone'));
}
