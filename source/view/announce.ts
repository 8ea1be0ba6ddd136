import {localHost} from '../events/ids.ts';
import {waitingCalls} from '../state/select.ts';
import type {State} from '../state/state.ts';
import {neutralise} from '../text/neutralise.ts';
import {knowsProgress, notificationBytes} from './outer-terminal.ts';
import type {TerminalModes} from './paint/terminal-modes.ts';
import type {TerminalStream} from './paint/terminal-output.ts';
import type {UiState} from './ui-state/ui-state.ts';

export type Announcer = {
	/**
	 * Call this when the terminal's window gains or loses the focus. It counts as focused until the
	 * terminal reports that it lost the focus.
	 */
	readonly focused: (isFocused: boolean) => void;
	readonly close: () => void;
};

export type AnnouncerPorts = {
	readonly store: {
		readonly state: () => State;
		readonly subscribe: (listener: () => void) => () => void;
	};
	readonly modes: Pick<TerminalModes, 'change'>;
	readonly stream: TerminalStream;
	readonly ui: {readonly snapshot: () => Pick<UiState, 'settings'>};
	readonly env: Readonly<Record<string, string | undefined>>;
};

/**
 * Informs a person who looks at another window: by the window's title, the progress in the taskbar,
 * a notification when a card waits or a turn ends, and the bell if it is on.
 */
export function announce({store, ui, modes, stream, env}: AnnouncerPorts): Announcer {
	const showsProgress = knowsProgress(env);
	let isFocused = true;
	let last: Moment = {
		waiting: 0,
		atWork: false,
		title: '',
		alarm: lastAlarm(store.state()),
		progress: 'none',
	};
	const call = (words: string) => {
		const {settings} = ui.snapshot();
		const bell = settings.bell ? '\u0007' : '';
		const isWanted = !isFocused && settings.notifications;
		const bytes = bell + (isWanted ? notificationBytes(words, env) : '');
		if (bytes !== '') {
			stream.write(bytes, () => {});
		}
	};
	const follow = () => {
		const next = momentOf(store.state());
		const {waiting, atWork, alarm, title, progress} = next;
		if (title !== last.title) {
			modes.change({title});
		}
		if (showsProgress && progress !== last.progress) {
			modes.change({progress});
		}
		if (waiting > last.waiting || alarm > last.alarm || (last.atWork && !atWork)) {
			call(last.atWork && !atWork && waiting === 0 ? doneWords(title) : title);
		}
		last = next;
	};
	follow();
	return {
		focused(now) {
			isFocused = now;
		},
		close: store.subscribe(follow),
	};
}

type Moment = {
	readonly waiting: number;
	readonly atWork: boolean;
	readonly title: string;
	readonly alarm: number;
	readonly progress: 'none' | 'works' | 'waits';
};

function momentOf(state: State): Moment {
	const waiting = waitingCalls(state).length + state.hops.questions.length;
	const atWork = state.chat.turn !== null;
	const title = titleOf(state, {waiting, atWork});
	const progress = !atWork ? 'none' : waiting > 0 ? 'waits' : 'works';
	return {waiting, atWork, title, alarm: lastAlarm(state), progress};
}

function doneWords(title: string): string {
	return `The turn has ended: ${title}`;
}

/** Returns the number of the watchdog's newest notice that should ring the bell. */
function lastAlarm({notices}: State): number {
	return notices.findLast(({isAlarm}) => isAlarm)?.seq ?? 0;
}

function titleOf(
	{session, hops}: State,
	{waiting, atWork}: {waiting: number; atWork: boolean},
): string {
	const what = neutralise(session.title || session.cwd.split('/').at(-1) || '');
	const state = waiting > 0 ? 'waits for you: ' : atWork ? 'at work: ' : '';
	const host = hops.current === localHost ? '' : `${neutralise(hops.current)}: `;
	return `${host}agent-tui ${state}${what}`.trim();
}
