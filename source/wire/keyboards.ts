import type {Stamped} from '../events/event.ts';
import type {TerminalId} from '../events/ids.ts';
import type {Snapshot} from '../state/snapshot.ts';
import type {TerminalRecord} from '../state/state.ts';
import type {CellSize} from './message.ts';

/** Decides which of several screens may type into a terminal, and whose size the terminal has. */
export type Keyboards = {
	/**
	 * Returns whether this screen may type: it may unless another screen holds the terminal's
	 * keyboard. If the user has the keyboard, this screen holds it from now on. If the model has it,
	 * nothing changes, and the engine decides about the input.
	 */
	readonly mayType: (terminal: TerminalId, screen: string) => boolean;
	/**
	 * Makes this screen the holder. Call it right before asking the engine to give the user the
	 * keyboard, or after the engine did so.
	 */
	readonly take: (terminal: TerminalId, screen: string) => void;
	/**
	 * Records that a screen shows the terminal at this size. Returns whether the terminal should take
	 * the size: it follows the screen that typed or took the keyboard last, so that another screen
	 * that joins doesn't resize it.
	 */
	readonly resize: (terminal: TerminalId, screen: string, size: CellSize) => boolean;
	readonly leave: (screen: string) => void;
	/** Call this once with each event of the engine, before the event goes to any screen. */
	readonly follow: (event: Stamped) => void;
	/**
	 * Returns the event for this screen: `by: 'user'` becomes `'other'` if another screen holds the
	 * keyboard.
	 */
	readonly eventFor: (event: Stamped, screen: string) => Stamped;
	readonly snapshotFor: (snapshot: Snapshot, screen: string) => Snapshot;
};

type Held = {
	holder: string | null;
	/** The screen whose size the terminal has. It stays when that screen gives the keyboard back. */
	sized: string | null;
	readonly sizes: Map<string, CellSize>;
};

export type KeyboardsPorts = {
	/**
	 * Who has this terminal's keyboard. The engine doesn't tell screens apart: all of them are
	 * `user`. Null if there is no such terminal.
	 */
	readonly controlOf: (terminal: TerminalId) => TerminalRecord['control'] | null;
	/**
	 * Called when the keyboard stays with the user but moves to another screen; `holder` is null if
	 * that screen left.
	 */
	readonly onHolder: (terminal: TerminalId, holder: string | null) => void;
	readonly onSize: (terminal: TerminalId, size: CellSize) => void;
};

export function createKeyboards({controlOf, onHolder, onSize}: KeyboardsPorts): Keyboards {
	const terminals = new Map<TerminalId, Held>();
	const heldOf = (terminal: TerminalId) => heldIn(terminals, terminal);
	const hold = (terminal: TerminalId, holder: string | null) => {
		const held = heldOf(terminal);
		if (held.holder !== holder) {
			held.holder = holder;
			// While the model types, the screens need not know which of them had the keyboard last. When
			// a screen takes it from the model, the engine's own event tells all of them.
			controlOf(terminal) === 'user' && onHolder(terminal, holder);
		}
	};
	const take = (terminal: TerminalId, screen: string) => {
		if (controlOf(terminal) === null) {
			return;
		}
		const held = heldOf(terminal);
		const size = held.sizes.get(screen);
		if (held.sized !== screen && size) {
			onSize(terminal, size);
		}
		held.sized = screen;
		hold(terminal, screen);
	};
	const isElsewhere = (terminal: TerminalId, screen: string): boolean => {
		const holder = terminals.get(terminal)?.holder ?? null;
		return holder !== null && holder !== screen;
	};
	return {
		mayType(terminal, screen) {
			const isFree = !isElsewhere(terminal, screen);
			isFree && controlOf(terminal) === 'user' && take(terminal, screen);
			return isFree;
		},
		take,
		resize(terminal, screen, size) {
			if (controlOf(terminal) === null) {
				return false;
			}
			const held = heldOf(terminal);
			held.sizes.set(screen, size);
			held.sized ??= screen;
			return held.sized === screen;
		},
		leave(screen) {
			for (const [terminal, held] of terminals) {
				held.sizes.delete(screen);
				if (held.sized === screen) {
					giveSize(held, size => onSize(terminal, size));
				}
				if (held.holder === screen) {
					hold(terminal, null);
				}
			}
		},
		follow: event => follow(terminals, event),
		...asSeen(isElsewhere),
	};
}

function heldIn(terminals: Map<TerminalId, Held>, terminal: TerminalId): Held {
	const held = terminals.get(terminal) ?? {holder: null, sized: null, sizes: new Map()};
	terminals.set(terminal, held);
	return held;
}

/** Gives the terminal the size of the remaining screen that came last. */
function giveSize(held: Held, onSize: (size: CellSize) => void): void {
	held.sized = null;
	for (const [screen, size] of [...held.sizes].slice(-1)) {
		held.sized = screen;
		onSize(size);
	}
}

function follow(terminals: Map<TerminalId, Held>, event: Stamped): void {
	if (event.type === 'terminal.closed') {
		terminals.delete(event.terminal);
	} else if (event.type === 'terminal.controlled' && event.by === 'model') {
		const held = terminals.get(event.terminal);
		if (held) {
			held.holder = null;
		}
	}
}

/**
 * Shows the keyboard's state as one screen should see it: the user who types may sit at another
 * screen.
 */
function asSeen(
	isElsewhere: (terminal: TerminalId, screen: string) => boolean,
): Pick<Keyboards, 'eventFor' | 'snapshotFor'> {
	return {
		eventFor(event, screen) {
			const isTold =
				event.type === 'terminal.controlled' &&
				event.by === 'user' &&
				isElsewhere(event.terminal, screen);
			return isTold ? {...event, by: 'other'} : event;
		},
		snapshotFor({seq, state}, screen) {
			const told = state.terminals.map(terminal =>
				terminal.control === 'user' && isElsewhere(terminal.id, screen)
					? ({...terminal, control: 'other'} as const)
					: terminal,
			);
			return {seq, state: {...state, terminals: told}};
		},
	};
}
