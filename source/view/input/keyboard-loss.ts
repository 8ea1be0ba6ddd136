import type {TerminalId} from '../../events/ids.ts';
import type {KeyPress} from '../../keys/key.ts';
import type {State} from '../../state/state.ts';
import {selectedTerminal} from '../terminal/selected.ts';
import type {Intent} from '../ui-state/intent.ts';
import type {UiState} from '../ui-state/ui-state.ts';
import type {InputTools, KeyHandler} from './key-handler.ts';

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

export const keysRestMs = 1000;

/** What a wish leads to comes soon after it. */
const wishMs = 1000;

export function createKeyboardWatch({
	store,
	ui,
	clock,
	change,
}: Pick<InputTools, 'store' | 'ui' | 'clock' | 'change'>): KeyboardWatch {
	let held: TerminalId | null = null;
	/** What nobody has typed into, as after `!ls`, is not missed. */
	let typedInto: TerminalId | null = null;
	let wishedAt = Number.NEGATIVE_INFINITY;
	return {
		wished(intent) {
			wishedAt = givesUp(intent) ? clock.elapsed() : wishedAt;
			typedInto = reachesFor(intent) ?? typedInto;
		},
		follow() {
			const state = store.state();
			const now = heldTerminal(state, ui());
			const isMissed = held !== null && now !== held && typedInto === held;
			if (held !== null && isMissed && clock.elapsed() - wishedAt > wishMs) {
				change({keysLost: {terminal: held, lastKeyAt: clock.elapsed()}});
			}
			held = now;
		},
	};
}

/** The terminal whose program gets the keys now. */
export function heldTerminal(
	state: State,
	ui: Pick<UiState, 'focus' | 'overlay' | 'selectedTerminal'>,
): TerminalId | null {
	const terminal = selectedTerminal(state, ui);
	const {focus, overlay} = ui;
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

function reasonOf(
	{terminals}: State,
	{overlay}: Pick<UiState, 'overlay'>,
	held: TerminalId,
): string {
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
	return overlay ? 'Something opened over it' : 'Another pane came forward';
}

/** Said as long as it is so; nothing where nothing was lost. */
export function lostWords(
	state: State,
	ui: Pick<UiState, 'keysLost' | 'focus' | 'overlay'>,
	leader: string,
): string {
	const {keysLost} = ui;
	if (!keysLost) {
		return '';
	}
	const key = isComposing(ui) ? "a second's rest" : 'Esc after a rest';
	return `${reasonOf(state, ui, keysLost.terminal)}: no key counts until ${leader}, or ${key}`;
}

/** Nothing but the composer would get the next key. */
function isComposing({focus, overlay}: Pick<UiState, 'focus' | 'overlay'>): boolean {
	return focus === 'chat' && overlay === null;
}

/** Whether this key is the first one of somebody who has seen that the keyboard is elsewhere. */
export function endsLoss({ui, clock}: InputTools, {name, ctrl, alt, shift}: KeyPress): boolean {
	const {keysLost} = ui();
	const isRested = keysLost !== null && clock.elapsed() - keysLost.lastKeyAt >= keysRestMs;
	const isEscape = name === 'escape' && !ctrl && !alt && !shift;
	return isRested && (isEscape || isComposing(ui()));
}

/** No key means anything but the leader. */
export function createLostKeysHandler({ui, clock, change}: InputTools): KeyHandler {
	const goOnResting = () => {
		const {keysLost} = ui();
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
