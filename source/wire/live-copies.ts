import type {Engine} from '../engine/engine.ts';
import type {Stamped} from '../events/event.ts';
import type {TerminalId} from '../events/ids.ts';
import {createEmitter, type Live, type TerminalFrame} from '../events/live.ts';
import type {Snapshot} from '../state/snapshot.ts';
import type {LiveMessage, LiveName, LiveValues, ToEngine} from './message.ts';
import {changed, type PictureChange} from './picture.ts';

/** Copies of the live values of an engine in another process, kept up to date by its messages. */
export type LiveCopies = {
	readonly live: Engine['live'];
	readonly set: (message: LiveMessage) => void;
	readonly show: (terminal: TerminalId, change: PictureChange) => void;
	/** Takes from a snapshot which terminals exist. */
	readonly know: (snapshot: Snapshot) => void;
	readonly follow: (event: Stamped) => void;
	/**
	 * Replaces all values by those of another process, and asks that process for the pictures of the
	 * terminals that this screen shows.
	 */
	readonly moveTo: (values: LiveValues) => void;
};

type Copy<Value> = {readonly live: Live<Value>; readonly set: (value: Value) => void};

const emptyFrame: TerminalFrame = {
	rows: [],
	cursor: null,
	lines: {first: 0, end: 0},
	modes: {},
};

export function createLiveCopies(
	values: LiveValues,
	send: (message: Extract<ToEngine, {type: 'watch' | 'unwatch'}>) => void,
): LiveCopies {
	const copies: {readonly [Name in LiveName]: Copy<LiveValues[Name]>} = {
		meter: copyOf(values.meter),
		incidents: copyOf(values.incidents),
		debug: copyOf(values.debug),
		settings: copyOf(values.settings),
	};
	const known = new Set<TerminalId>();
	const terminals = new Map<TerminalId, TerminalCopy>();
	const terminal = (id: TerminalId): Live<TerminalFrame> | null => {
		if (!known.has(id)) {
			return null;
		}
		const copy = terminals.get(id) ?? watchedTerminal(id, send);
		terminals.set(id, copy);
		return copy.live;
	};
	return {
		live: {
			terminal,
			meter: copies.meter.live,
			incidents: copies.incidents.live,
			debug: copies.debug.live,
			settings: copies.settings.live,
		},
		set({name, value}) {
			(copies[name] as Copy<unknown>).set(value);
		},
		moveTo(next) {
			for (const name of Object.keys(copies) as LiveName[]) {
				(copies[name] as Copy<unknown>).set(next[name]);
			}
			for (const copy of terminals.values()) {
				copy.watchAgain();
			}
		},
		show: (id, change) => terminals.get(id)?.show(change),
		know({state}) {
			known.clear();
			for (const {id} of state.terminals) {
				known.add(id);
			}
		},
		follow(event) {
			if (event.type === 'terminal.opened') {
				known.add(event.terminal);
			} else if (event.type === 'terminal.closed') {
				known.delete(event.terminal);
				terminals.delete(event.terminal);
			}
		},
	};
}

function copyOf<Value>(first: Value): Copy<Value> {
	const {subscribe, emit} = createEmitter();
	let value = first;
	return {
		live: {subscribe, snapshot: () => value},
		set(next) {
			value = next;
			emit();
		},
	};
}

type TerminalCopy = {
	readonly live: Live<TerminalFrame>;
	readonly show: (change: PictureChange) => void;
	readonly watchAgain: () => void;
};

/** The picture of one terminal. The engine sends it only while somebody subscribes to it. */
function watchedTerminal(
	terminal: TerminalId,
	send: (message: Extract<ToEngine, {type: 'watch' | 'unwatch'}>) => void,
): TerminalCopy {
	const emitter = createEmitter();
	let frame: TerminalFrame | null = null;
	let watchers = 0;
	return {
		live: {
			subscribe(listener) {
				watchers += 1;
				if (watchers === 1) {
					send({type: 'watch', terminal});
				}
				const stop = emitter.subscribe(listener);
				return () => {
					stop();
					watchers -= 1;
					if (watchers === 0) {
						// When this screen subscribes again, the engine sends a whole picture and no change to
						// an earlier one.
						frame = null;
						send({type: 'unwatch', terminal});
					}
				};
			},
			snapshot: () => frame ?? emptyFrame,
		},
		watchAgain() {
			if (watchers > 0) {
				send({type: 'watch', terminal});
			}
		},
		show(change) {
			if (watchers > 0) {
				frame = changed(frame, change);
				emitter.emit();
			}
		},
	};
}
