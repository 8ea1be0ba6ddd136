import type {JSONRPCMessage, Transport} from '@modelcontextprotocol/client';
import {isJsonObject, parseJson, wholeDepthMax} from '../events/json.ts';
import {createLineReader, idOfLongLine, type LongLine} from '../platform/line-reader.ts';
import type {GroupEnd, ProcessGroup} from '../platform/process-group.ts';
import type {TextTail} from './text-tail.ts';

/**
 * A server's process, with which we exchange lines of JSON. It outlives the transports over it: if
 * the server does not know a handshake, another one follows with the same process, because a second
 * process would break servers that hold a lock.
 */
export type Wire = {
	/** Returns a new transport. The previous one receives nothing more. */
	readonly transport: () => Transport;
	/**
	 * Resolves to the reason why the process sends nothing more, in words that follow the server's
	 * name.
	 */
	readonly ended: Promise<string>;
	readonly close: () => Promise<void>;
};

type Listener = Pick<Transport, 'onmessage' | 'onclose' | 'onerror'>;

export function openWire(group: ProcessGroup, tail: TextTail): Wire {
	let listener: Listener | null = null;
	const output = createOutput(group);
	const inTurn = createTurns();
	let endedWith: string | null = null;
	let finish: (why: string) => void = () => {};
	const ended = new Promise<string>(resolve => {
		finish = why => {
			if (endedWith === null) {
				endedWith = why;
				resolve(why);
				inTurn(() => listener?.onclose?.());
			}
		};
	});
	const deliver = (message: JSONRPCMessage) => inTurn(() => listener?.onmessage?.(message));
	const reader = createLineReader({
		onLine: line => {
			const message = messageOf(line);
			if (message === null) {
				noteJunk(tail, line);
			} else {
				deliver(message);
			}
		},
		onLongLine: line => deliver(refusalOf(line)),
		onEndless: () => {
			finish('wrote a line without an end, and was ended');
			void group.end();
		},
	});
	group.onOutput(reader.push);
	group.onErrors(tail.push);
	void group.ended.then(end => {
		finish(endWords(end));
		void group.end();
	});
	return {
		transport() {
			const own = transportOver(output, () => endedWith);
			listener = own;
			return own;
		},
		ended,
		close: () => {
			finish('was ended');
			return group.end();
		},
	};
}

function endWords({exitCode, signal, lastWords, lost}: GroupEnd): string {
	if (lost !== undefined) {
		return `was cut off (${lost})`;
	}
	if (lastWords !== '') {
		return `could not be started: ${lastWords}`;
	}
	return signal === null ? `ended with exit code ${exitCode}` : `was ended by ${signal}`;
}

/**
 * Runs actions one after another, with pauses. The SDK delivers notifications a moment later than
 * answers, so without a pause the progress right before an answer would be lost: typescript-sdk
 * #2580.
 */
function createTurns(): (action: () => void) => void {
	let turn: Promise<void> = Promise.resolve();
	const pause = () => {};
	return action => {
		turn = turn.then(action).then(pause).then(pause).then(pause);
	};
}

/**
 * So many messages may wait for a server that reads nothing. Such a server may still send requests,
 * and our answers to them must not fill the memory.
 */
const waitingMax = 1000;

/** Returns a function that writes a line, and resolves when the server has room for more. */
function createOutput(group: ProcessGroup): (line: string) => Promise<void> {
	let waiting: (() => void)[] = [];
	const goOn = () => {
		const all = waiting;
		waiting = [];
		for (const resolve of all) {
			resolve();
		}
	};
	group.onDrain(goOn);
	void group.ended.then(goOn);
	return async line => {
		if (waiting.length >= waitingMax) {
			throw new Error('the server reads nothing of what it is sent');
		}
		if (!group.write(line)) {
			// A server that reads nothing blocks only its own calls, which have their time limits.
			await new Promise<void>(resolve => waiting.push(resolve));
		}
	};
}

function transportOver(
	output: (line: string) => Promise<void>,
	endedWith: () => string | null,
): Transport {
	return {
		async start() {
			const why = endedWith();
			if (why !== null) {
				throw new Error(why);
			}
		},
		async send(message) {
			if (endedWith() !== null) {
				throw new Error('the server has ended');
			}
			await output(`${JSON.stringify(message)}\n`);
		},
		// The process keeps running, since another handshake may follow.
		async close() {},
	};
}

function messageOf(line: string): JSONRPCMessage | null {
	const message = parseJson(line, wholeDepthMax);
	return isJsonObject(message) && message['jsonrpc'] === '2.0'
		? (message as unknown as JSONRPCMessage)
		: null;
}

const junkLengthMax = 200;

function noteJunk(tail: TextTail, line: string): void {
	if (line.trim() !== '') {
		tail.push(Buffer.from(`[not a message] ${line.slice(0, junkLengthMax)}\n`));
	}
}

/** Turns an answer that is too long into an error for the same request. */
function refusalOf(line: LongLine): JSONRPCMessage {
	const {bytes} = line;
	const message = `its answer has ${Math.round(bytes / 1_048_576)} MB, which is more than is read`;
	return {
		jsonrpc: '2.0',
		id: idOfLongLine(line) ?? unknownId,
		error: {code: tooLongCode, message},
	};
}

/** An id that no request has. A message with it is ignored, and the call ends at its time limit. */
const unknownId = -1;
export const tooLongCode = -32_099;
