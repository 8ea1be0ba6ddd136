import {localHost} from '../events/ids.ts';
import type {ReadSetting} from '../events/settings.ts';
import {waitingCalls} from '../state/select.ts';
import type {State} from '../state/state.ts';
import {neutralise} from '../text/neutralise.ts';
import type {TerminalModes} from './paint/terminal-modes.ts';
import type {TerminalStream} from './paint/terminal-output.ts';

/** Sets the window's title, and rings the bell if it is on, for a person in another window. */
export function announce({
	store,
	modes,
	stream,
	setting,
}: {
	store: {readonly state: () => State; readonly subscribe: (listener: () => void) => () => void};
	modes: Pick<TerminalModes, 'change'>;
	stream: TerminalStream;
	setting: ReadSetting;
}): () => void {
	let last = {waiting: 0, atWork: false, title: '', alarm: lastAlarm(store.state())};
	const follow = () => {
		const state = store.state();
		const waiting = waitingCalls(state).length + state.hops.questions.length;
		const atWork = state.chat.turn !== null;
		const title = titleOf(state, {waiting, atWork});
		if (title !== last.title) {
			modes.change({title});
		}
		const alarm = lastAlarm(state);
		const isCalled = waiting > last.waiting || alarm > last.alarm;
		if (setting('bell') && (isCalled || (last.atWork && !atWork))) {
			stream.write('\u0007', () => {});
		}
		last = {waiting, atWork, title, alarm};
	};
	follow();
	return store.subscribe(follow);
}

/** Returns the number of the watchdog's newest notice that rings. */
function lastAlarm({notices}: State): number {
	return notices.findLast(({isAlarm}) => isAlarm)?.seq ?? 0;
}

function titleOf(
	{session, hops}: State,
	{waiting, atWork}: {waiting: number; atWork: boolean},
): string {
	const what = session.title || session.cwd.split('/').at(-1) || '';
	const state = waiting > 0 ? 'waits for you: ' : atWork ? 'at work: ' : '';
	const host = hops.current === localHost ? '' : `${neutralise(hops.current)}: `;
	return `${host}agent-tui ${state}${what}`.trim();
}
