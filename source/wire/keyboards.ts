import type {Stamped} from '../events/event.ts';
import type {TerminalId} from '../events/ids.ts';
import type {Snapshot} from '../state/snapshot.ts';
import type {CellSize} from './message.ts';

/** Decides which screen types into which terminal, and whose size the terminal has. */
export type Keyboards = {
	/**
	 * Returns whether this screen may type, which it may if no other screen holds the terminal's
	 * keyboard. From now on this screen holds it.
	 */
	readonly mayType: (terminal: TerminalId, screen: string) => boolean;
	readonly take: (terminal: TerminalId, screen: string) => void;
	readonly release: (terminal: TerminalId) => void;
	/**
	 * Notes that a screen shows the terminal at this size. Returns whether the terminal takes this
	 * size: it follows the screen that typed or took the keyboard last, so that it does not jump when
	 * another screen comes.
	 */
	readonly resize: (terminal: TerminalId, screen: string, size: CellSize) => boolean;
	readonly leave: (screen: string) => void;
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

type Ports = {
	/**
	 * Called when another screen takes this keyboard, or with null when no screen holds it any more.
	 */
	readonly onHolder: (terminal: TerminalId, holder: string | null) => void;
	readonly onSize: (terminal: TerminalId, size: CellSize) => void;
};

export function createKeyboards({onHolder, onSize}: Ports): Keyboards {
	const terminals = new Map<TerminalId, Held>();
	const heldOf = (terminal: TerminalId): Held => {
		const held = terminals.get(terminal) ?? {holder: null, sized: null, sizes: new Map()};
		terminals.set(terminal, held);
		return held;
	};
	const take = (terminal: TerminalId, screen: string) => {
		const held = heldOf(terminal);
		const size = held.sizes.get(screen);
		if (held.sized !== screen && size) {
			onSize(terminal, size);
		}
		held.sized = screen;
		if (held.holder !== screen) {
			held.holder = screen;
			onHolder(terminal, screen);
		}
	};
	const isElsewhere = (terminal: TerminalId, screen: string): boolean => {
		const holder = terminals.get(terminal)?.holder ?? null;
		return holder !== null && holder !== screen;
	};
	return {
		mayType(terminal, screen) {
			const isFree = !isElsewhere(terminal, screen);
			if (isFree) {
				take(terminal, screen);
			}
			return isFree;
		},
		take,
		release(terminal) {
			const held = heldOf(terminal);
			held.holder = null;
		},
		resize(terminal, screen, size) {
			const held = heldOf(terminal);
			held.sizes.set(screen, size);
			held.sized ??= screen;
			return held.sized === screen;
		},
		leave(screen) {
			for (const [terminal, held] of terminals) {
				held.sizes.delete(screen);
				held.sized = held.sized === screen ? null : held.sized;
				if (held.holder === screen) {
					held.holder = null;
					onHolder(terminal, null);
				}
			}
		},
		...asSeen(isElsewhere, terminal => terminals.delete(terminal)),
	};
}

/** Rewrites an event for one screen: the user who types may sit at another screen. */
function asSeen(
	isElsewhere: (terminal: TerminalId, screen: string) => boolean,
	forget: (terminal: TerminalId) => void,
): Pick<Keyboards, 'eventFor' | 'snapshotFor'> {
	return {
		eventFor(event, screen) {
			if (event.type === 'terminal.closed') {
				forget(event.terminal);
			}
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
