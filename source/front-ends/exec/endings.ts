import type {CliContext, Ending} from '../../cli/context.ts';
import type {OwnEngine} from '../../engine/engine.ts';
import type {Timer} from '../../platform/clock.ts';
import {interruptedCode} from './run-result.ts';

export type Endings = {
	readonly reason: () => Ending | null;
	/** Aborts as soon as the run has to end. */
	readonly signal: AbortSignal;
	readonly close: () => void;
};

/** The longest time for an orderly exit. The steps of `stop` together take less. */
const endTimeoutMs = 15_000;

/** The first signal starts an orderly exit. A second one, or the time limit, exits at once. */
export function endWith(engine: OwnEngine, cli: CliContext): Endings {
	const abort = new AbortController();
	let reason: Ending | null = null;
	let deadline: Timer | null = null;
	const stop = cli.onEnding(ending => {
		if (reason === null) {
			reason = ending;
			abort.abort();
			deadline = cli.clock.after(endTimeoutMs, () => cli.leave(interruptedCode));
			// Ctrl+C comes from a person and interrupts the turn. Every other signal ends the
			// program.
			if (ending === 'interrupted') {
				engine.dispatch({type: 'interrupt'});
			} else {
				engine.stopTurns();
			}
		} else if (ending !== 'unread') {
			cli.leave(interruptedCode);
		}
	});
	return {
		reason: () => reason,
		signal: abort.signal,
		close() {
			deadline?.cancel();
			stop();
		},
	};
}
