import type {Handshake} from './handshake.ts';

/** A connection to an engine that takes lines of MCP. */
export type EngineLine = {readonly send: (line: string) => void};

export type Reached =
	| {readonly type: 'engine'; readonly line: EngineLine}
	| {readonly type: 'none'}
	| {readonly type: 'failed'; readonly why: string};

export type PassedLine = {
	readonly line: string;
	/** The id of the request; null for a line that needs no answer. */
	readonly id: string | number | null;
	/** Whether to start an engine for this line if none runs. */
	readonly needsEngine: boolean;
	/** The request subscribes to notifications. It stays open as long as the client runs. */
	readonly isListen?: boolean;
};

/**
 * The answer if joining or starting throws, e.g. because the folder was deleted. The exception's
 * own text is not meant for a client.
 */
const broken: Reached = {
	type: 'failed',
	why: 'The session of agent-tui could not be begun. Does its folder still exist?',
};

/** How many lines may wait while an engine starts. A client may send faster than that. */
const waitingMax = 1000;
const waitingLengthMax = 64 * 1_048_576;
const fullWords =
	'The session of agent-tui is being started, and too much waits for it already. Nothing of this was run; ask again in a moment.';

/**
 * Passes lines to the engine. Lines that come while the engine is being joined or started wait, and
 * keep their order.
 */
export type EngineDoor = {
	readonly pass: (passed: PassedLine) => void;
	/**
	 * Sends the line to the engine, or to the one that is being started. Drops it if there is
	 * neither.
	 */
	readonly passIfOpen: (line: string) => void;
	/** Whether an engine is being joined or started. */
	readonly isReaching: () => boolean;
	readonly gone: () => void;
};

export function createEngineDoor({
	reach,
	handshake,
	onNone,
}: {
	/** Joins the engine of the folder. If none runs and `isStarted` is set, starts it. */
	readonly reach: (how: {readonly isStarted: boolean}) => Promise<Reached>;
	readonly handshake: Handshake;
	/**
	 * Called for each line that could not be passed to an engine. `why` is null if simply none runs.
	 */
	readonly onNone: (passed: PassedLine, why: string | null) => void;
}): EngineDoor {
	let engine: EngineLine | null = null;
	let isReaching = false;
	let waiting: readonly PassedLine[] = [];
	const send = ({line, id, isListen}: PassedLine) => {
		if (isListen && id !== null) {
			handshake.listen(id, line);
		}
		engine?.send(line);
	};
	const open = (line: EngineLine) => {
		engine = line;
		for (const again of handshake.replay()) {
			line.send(again);
		}
		const all = waiting;
		waiting = [];
		all.forEach(send);
	};
	const reachAll = async () => {
		isReaching = true;
		while (waiting.length > 0) {
			const isStarted = waiting.some(({needsEngine}) => needsEngine);
			const reached = await reach({isStarted}).catch(() => broken);
			if (reached.type === 'engine') {
				open(reached.line);
				break;
			}
			// A call may have arrived while only a running engine was looked for. It waits for the next
			// round, which starts one.
			const settled = waiting.filter(({needsEngine}) => isStarted || !needsEngine);
			waiting = waiting.filter(passed => !settled.includes(passed));
			for (const passed of settled) {
				onNone(passed, reached.type === 'failed' ? reached.why : null);
			}
		}
		isReaching = false;
	};
	const pass = (passed: PassedLine) => {
		if (engine) {
			send(passed);
			return;
		}
		const length = waiting.reduce((sum, {line}) => sum + line.length, passed.line.length);
		if (waiting.length >= waitingMax || length > waitingLengthMax) {
			onNone(passed, fullWords);
			return;
		}
		waiting = [...waiting, passed];
		if (!isReaching) {
			void reachAll();
		}
	};
	return {
		pass,
		passIfOpen(line) {
			if (engine || isReaching) {
				pass({line, id: null, needsEngine: false});
			}
		},
		isReaching: () => isReaching,
		gone() {
			engine = null;
		},
	};
}
