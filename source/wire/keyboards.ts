import type {Stamped} from '../events/event.ts';
import type {TerminalId} from '../events/ids.ts';
import type {Snapshot} from '../state/snapshot.ts';
import type {TerminalRecord} from '../state/state.ts';
import type {CellSize} from './message.ts';

/** Decides which screen types into which terminal, and whose size the terminal has. */
export type Keyboards = {
	/**
	 * Returns whether this screen may type, which it may if no other screen holds the terminal's
	 * keyboard. From now on this screen holds it, unless the model does: then the engine decides.
	 */
	readonly mayType: (terminal: TerminalId, screen: string) => boolean;
	/** Call this right before the engine is asked to give the user the keyboard, or after it did. */
	readonly take: (terminal: TerminalId, screen: string) => void;
	/**
	 * Notes that a screen shows the terminal at this size. Returns whether the terminal takes this
	 * size: it follows the screen that typed or took the keyboard last, so that it does not jump when
	 * another screen comes.
	 */
	readonly resize: (terminal: TerminalId, screen: string, size: CellSize) => boolean;
	readonly leave: (screen: string) => void;
	/** Call this once with each event of the engine, before any screen is told of it. */
	readonly follow: (event: Stamped) => void;
	/** Returns the event as this screen should see it: `user` means this screen's own user. */
	readonly eventFor: (event: Stamped, screen: string) => Stamped;
	readonly snapshotFor: (snapshot: Snapshot, screen: string) => Snapshot;
};

type Held = {
	holder: string | null;
	/** The screen whose size the terminal has, also after that screen has given the keyboard back. */
	sized: string | null;
	readonly sizes: Map<string, CellSize>;
};

export type KeyboardsPorts = {
	/**
	 * Who has the keyboard of this terminal for the engine, which knows of no screens; null if there
	 * is no such terminal.
	 */
	readonly controlOf: (terminal: TerminalId) => TerminalRecord['control'] | null;
	/**
	 * Called when the user keeps the keyboard, and another screen takes it, or with null when no
	 * screen holds it any more.
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
			// While the model has it, nobody else's keyboard is "at another screen": whoever takes it
			// makes the engine tell of it.
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

/** The screen that came last of those that are left has the terminal in its own size from now on. */
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

/** Rewrites an event for one screen: the user who types may sit at another screen. */
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
