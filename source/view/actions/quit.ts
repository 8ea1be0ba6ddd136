import {isAtWork} from '../../state/select.ts';
import type {InputTools} from '../input/input-tools.ts';

const quitAgainMs = 2000;

/** Quits if quitting was requested a moment ago; else asks to request it once more. */
export function quitIfSure(tools: InputTools, words: string): void {
	const now = tools.clock.elapsed();
	if (now - tools.ui().quitArmedAt < quitAgainMs) {
		tools.perform({type: 'quit', isSure: !tools.canDetach});
	} else {
		tools.change({quitArmedAt: now});
		tools.flash(words);
	}
}

export function quit(tools: InputTools): void {
	const running = tools.store.state().terminals.filter(terminal => !terminal.ended).length;
	// Waiting cards don't prevent quitting, because they come back when the session is resumed.
	if (tools.canDetach || (running === 0 && !isAtWork(tools.store.state()))) {
		tools.perform({type: 'quit'});
		return;
	}
	quitIfSure(
		tools,
		running === 0
			? 'The agent is at work. Once more ends it and quits.'
			: `${running === 1 ? 'A terminal still runs' : `${running} terminals still run`}. Once more ends ${running === 1 ? 'it' : 'them'} and quits.`,
	);
}
