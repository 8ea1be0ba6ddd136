import type {Clock} from '../../platform/clock.ts';
import {whenParentGone} from '../../platform/parent-process.ts';

/**
 * Says once why this program has to end: a signal, nobody who reads its output, the end of its
 * input, or its parent's. Clients that are killed leave some of these out, and those in between
 * (such as npx) may keep the input open for ever.
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
