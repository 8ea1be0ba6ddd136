import type {TerminalId} from '../../events/ids.ts';
import type {KeyPress} from '../../keys/key.ts';
import type {State} from '../../state/state.ts';
import type {FocusContext} from '../actions/action.ts';
import {selectedTerminal} from '../terminal/selected.ts';
import type {Intent} from '../ui-state/intent.ts';
import type {UiState} from '../ui-state/ui-state.ts';
import type {CoreTools, InputTools} from './input-tools.ts';

/**
 * Protects a person who types into a program that suddenly ends: each letter would be a command of
 * the terminal pane. After such a loss, keys do nothing until one comes that can't belong to the
 * text: Esc after a pause, the leader key, or a click. If the composer gets the keys, where letters
 * are only text, the pause is enough.
 */
export type KeyboardWatch = {
	/** Call this for each intent of the person. A loss that it causes is expected. */
	readonly wished: (intent: Intent) => void;
	readonly follow: () => void;
};

export const keysRestMs = 1000;

/** A loss within this time after such an intent was caused by it. */
const wishMs = 1000;

export function createKeyboardWatch({
	store,
	ui,
	clock,
	change,
}: Pick<CoreTools, 'store' | 'ui' | 'clock' | 'change'>): KeyboardWatch {
	let held: TerminalId | null = null;
	/**
	 * The terminal into which the person has typed. If nothing was typed, as after `!ls`, its end is
	 * no loss.
	 */
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

/** The terminal whose program gets the keys; null if none does. */
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
	if (terminal.control === 'other') {
		return 'Another screen has the keyboard now';
	}
	if (terminal.control === 'model') {
		return 'The agent has the keyboard now';
	}
	return overlay ? 'Something opened over it' : 'Another pane came forward';
}

/** The message that explains why keys are ignored; empty if they are not. */
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

/** Whether the next key would go to the composer. */
function isComposing({focus, overlay}: Pick<UiState, 'focus' | 'overlay'>): boolean {
	return focus === 'chat' && overlay === null;
}

/** Whether this key shows that the person has noticed the loss. */
export function endsLoss({ui, clock}: InputTools, {name, ctrl, alt, shift}: KeyPress): boolean {
	const {keysLost} = ui();
	const isRested = keysLost !== null && clock.elapsed() - keysLost.lastKeyAt >= keysRestMs;
	const isEscape = name === 'escape' && !ctrl && !alt && !shift;
	return isRested && (isEscape || isComposing(ui()));
}

/** The context that ignores every key but the leader key, until `endsLoss`. */
export const lostContext: FocusContext = {
	name: 'lost',
	keys: 'control',
	takesEverything: true,
	holds: ({ui}) => ui().keysLost !== null,
	type: goOnResting,
	paste: goOnResting,
};

function goOnResting({ui, clock, change}: InputTools): void {
	const {keysLost} = ui();
	change({keysLost: keysLost && {...keysLost, lastKeyAt: clock.elapsed()}});
}
