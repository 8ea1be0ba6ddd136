import type {TerminalId} from '../../events/ids.ts';
import type {Intent} from '../../events/intent.ts';
import type {KeyPress} from '../../keys/key.ts';
import {selectedTerminal} from '../../state/select.ts';
import type {State} from '../../state/state.ts';
import type {DeskState} from './desk-state.ts';
import type {DeskTools, Hands} from './hands.ts';

/**
 * Whoever types into a program goes on typing when it is gone, and each letter would be a command
 * of the pane. So after a loss that nobody asked for keys do nothing, until one that can't be the
 * end of a sentence: Esc after a second's rest, the leader, a click. In the composer, where letters
 * are only letters, the rest is enough.
 */
export type KeyboardWatch = {
	/** The person wishes this, so what it takes away is not missed. */
	readonly wished: (intent: Intent) => void;
	readonly follow: () => void;
};

export const handsRestedMs = 1000;

/** What a wish leads to comes soon after it. */
const wishMs = 1000;

export function createKeyboardWatch({
	store,
	clock,
	change,
}: Pick<DeskTools, 'store' | 'clock' | 'change'>): KeyboardWatch {
	let held: TerminalId | null = null;
	/** Where the hands are: what nobody has typed into, as after `!ls`, is not missed. */
	let typedInto: TerminalId | null = null;
	let wishedAt = Number.NEGATIVE_INFINITY;
	return {
		wished(intent) {
			wishedAt = givesUp(intent) ? clock.elapsed() : wishedAt;
			typedInto = reachesFor(intent) ?? typedInto;
		},
		follow() {
			const state = store.state();
			const now = heldTerminal(state);
			const isMissed = held !== null && now !== held && typedInto === held;
			if (held !== null && isMissed && clock.elapsed() - wishedAt > wishMs) {
				change({keysLost: {terminal: held, lastKeyAt: clock.elapsed()}});
			}
			held = now;
		},
	};
}

/** The terminal whose program gets the keys now. */
export function heldTerminal(state: State): TerminalId | null {
	const terminal = selectedTerminal(state);
	const {focus, overlay} = state.screen;
	const isHeld = focus === 'terminal' && overlay === null && terminal?.control === 'user';
	return isHeld && terminal.ended === null ? terminal.id : null;
}

function reachesFor(intent: Intent): TerminalId | null {
	const takes = intent.type === 'control-terminal' && intent.by === 'user';
	return takes || intent.type === 'type-into' ? intent.terminal : null;
}

function givesUp(intent: Intent): boolean {
	switch (intent.type) {
		case 'focus':
			return intent.pane !== 'terminal';
		case 'control-terminal':
			return intent.by === 'model';
		case 'select-terminal':
		case 'close-terminal':
		case 'open-overlay':
			return true;
		default:
			return false;
	}
}

function reasonOf({terminals, screen}: State, held: TerminalId): string {
	const terminal = terminals.find(({id}) => id === held);
	if (!terminal) {
		return 'That terminal is gone';
	}
	if (terminal.ended) {
		return terminal.ended.lost === undefined ? 'Its program has ended' : 'Its host was lost';
	}
	if (terminal.control === 'model') {
		return 'The agent has the keyboard now';
	}
	return screen.overlay ? 'Something opened over it' : 'Another pane came forward';
}

/** Said as long as it is so; nothing where nothing was lost. */
export function lostWords(
	state: State,
	{keysLost}: Pick<DeskState, 'keysLost'>,
	leader: string,
): string {
	if (!keysLost) {
		return '';
	}
	const key = isComposing(state) ? "a second's rest" : 'Esc after a rest';
	return `${reasonOf(state, keysLost.terminal)}: no key counts until ${leader}, or ${key}`;
}

/** Nothing but the composer would get the next key. */
function isComposing({screen}: State): boolean {
	return screen.focus === 'chat' && screen.overlay === null;
}

/** Whether this key is the first one of somebody who has seen that the keyboard is elsewhere. */
export function endsLoss(
	{desk, store, clock}: DeskTools,
	{name, ctrl, alt, shift}: KeyPress,
): boolean {
	const {keysLost} = desk();
	const isRested = keysLost !== null && clock.elapsed() - keysLost.lastKeyAt >= handsRestedMs;
	const isEscape = name === 'escape' && !ctrl && !alt && !shift;
	return isRested && (isEscape || isComposing(store.state()));
}

/** No key means anything but the leader. */
export function createLostHands({desk, clock, change}: DeskTools): Hands {
	const goOnResting = () => {
		const {keysLost} = desk();
		change({keysLost: keysLost && {...keysLost, lastKeyAt: clock.elapsed()}});
	};
	return {
		takesEverything: true,
		contexts: () => ['control'],
		act: () => false,
		type: goOnResting,
		paste: goOnResting,
	};
}
