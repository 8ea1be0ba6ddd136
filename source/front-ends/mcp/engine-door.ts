import type {Handshake} from './handshake.ts';

/** The other end of the pump: an engine that takes lines. */
export type EngineLine = {readonly send: (line: string) => void};

export type Reached =
	| {readonly type: 'engine'; readonly line: EngineLine}
	| {readonly type: 'none'}
	| {readonly type: 'failed'; readonly why: string};

export type PassedLine = {
	readonly line: string;
	/** The request's id; null if nothing is to be answered. */
	readonly id: string | number | null;
	/** Whether an engine is started for it if none runs. */
	readonly needsEngine: boolean;
	/** It asks for notices, for as long as the client is there. */
	readonly isListen?: boolean;
};

/** Such as where the folder is gone. What an exception says is not for a client. */
const broken: Reached = {
	type: 'failed',
	why: 'The session of agent-tui could not be begun. Does its folder still exist?',
};

/** A client may ask faster than an engine starts. */
const waitingMax = 1000;
const waitingLengthMax = 64 * 1_048_576;
const fullWords =
	'The session of agent-tui is being started, and too much waits for it already. Nothing of this was run; ask again in a moment.';

/** The way to the engine. What comes while the engine is joined or started waits, in order. */
export type EngineDoor = {
	readonly pass: (passed: PassedLine) => void;
	/** Sends the line to the engine, also to one that is still being started; without one, drops it. */
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
	/** Joins the engine if it runs; with `isStarted` starts it otherwise. */
	readonly reach: (how: {readonly isStarted: boolean}) => Promise<Reached>;
	readonly handshake: Handshake;
	/** Called for what no engine was reached for; `why` is null if just none runs. */
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
			// A call may have come while a running engine was only looked for: it goes on waiting.
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
