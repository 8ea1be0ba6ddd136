import {waitingCalls} from '../state/select.ts';
import type {State} from '../state/state.ts';
import type {TerminalModes} from './paint/terminal-modes.ts';
import type {TerminalStream} from './paint/terminal-output.ts';

/** Tells what a person in another window should know: by the window's title, and a bell if wanted. */
export function announce({
	store,
	modes,
	stream,
	bell,
}: {
	store: {readonly state: () => State; readonly subscribe: (listener: () => void) => () => void};
	modes: Pick<TerminalModes, 'change'>;
	stream: TerminalStream;
	bell: boolean;
}): () => void {
	let last = {waiting: 0, atWork: false, title: ''};
	const follow = () => {
		const state = store.state();
		const waiting = waitingCalls(state).length;
		const atWork = state.chat.turn !== null;
		const title = titleOf(state, {waiting, atWork});
		if (title !== last.title) {
			modes.change({title});
		}
		if (bell && (waiting > last.waiting || (last.atWork && !atWork))) {
			stream.write('\u0007', () => {});
		}
		last = {waiting, atWork, title};
	};
	follow();
	return store.subscribe(follow);
}

function titleOf({session}: State, {waiting, atWork}: {waiting: number; atWork: boolean}): string {
	const what = session.title || session.cwd.split('/').at(-1) || '';
	const state = waiting > 0 ? 'waits for you: ' : atWork ? 'at work: ' : '';
	return `agent-tui ${state}${what}`.trim();
}
