import {closeSync, existsSync, fstatSync, openSync, readSync} from 'node:fs';
import {StringDecoder} from 'node:string_decoder';
import type {Result} from '../events/failure.ts';
import type {SessionId} from '../events/ids.ts';
import {journalPath} from '../storage/journal.ts';
import {parseLine} from '../storage/read-journal.ts';
import {findSession, lastSession} from '../storage/sessions.ts';
import {flagText, flagTexts, hasFlag} from './arguments.ts';
import type {Call, Front} from './front.ts';
import {createView, type View} from './journal-view.ts';
import {createPaint} from './paint.ts';

/** `agent-tui logs [--session ID] [--follow] [--type T…] [--failures] [--pretty]` */
export async function runLogs(call: Call, front: Front): Promise<number> {
	const {flags} = call;
	const session = chooseSession(front, flagText(flags, 'session'));
	if (!session.ok) {
		front.complain(`agent-tui: ${session.failure.message}\n`);
		return 1;
	}
	const path = journalPath(front.folders.state, session.value);
	if (!existsSync(path)) {
		front.complain(`agent-tui: session ${session.value} has no journal (${path})\n`);
		return 1;
	}
	const view = createView({
		paint: createPaint(call, front),
		types: flagTexts(flags, 'type').flatMap(text => text.split(',')),
		failuresOnly: hasFlag(flags, 'failures'),
		whole: hasFlag(flags, 'pretty'),
	});
	const tail = createTail(path);
	try {
		const look = () => tellNew(tail, view, front);
		if (hasFlag(flags, 'follow')) {
			return await follow(look, front);
		}
		look();
		return 0;
	} finally {
		tail.close();
	}
}

const pollMs = 200;

function chooseSession(front: Front, start: string | undefined): Result<SessionId> {
	const {state} = front.folders;
	if (start !== undefined) {
		return findSession(state, start);
	}
	const last = lastSession(state, front.cwd) ?? lastSession(state, null);
	return last
		? {ok: true, value: last}
		: {
				ok: false,
				failure: {kind: 'not-found', message: 'there is no session yet. Start one with: agent-tui'},
			};
}

function tellNew(tail: Tail, view: View, front: Front): void {
	for (const text of tail.lines()) {
		const parsed = parseLine(text);
		if (!parsed.ok) {
			front.complain(`agent-tui: a line was skipped: ${parsed.why}\n`);
			continue;
		}
		for (const line of view.tell(parsed.event)) {
			front.print(`${line}\n`);
		}
	}
}

/** Until Ctrl+C, or until nobody reads on: both are how such a thing is meant to end. */
async function follow(look: () => void, front: Front): Promise<number> {
	const abort = new AbortController();
	let code = 0;
	const stop = front.onEnding(ending => {
		code = ending === 'interrupted' ? 130 : 0;
		abort.abort();
	});
	while (!abort.signal.aborted) {
		look();
		await front.clock.sleep(pollMs, abort.signal);
	}
	stop();
	return code;
}

type Tail = {
	/** The whole lines that were added since the last look. */
	readonly lines: () => Generator<string>;
	readonly close: () => void;
};

const chunkBytes = 262_144;

function createTail(path: string): Tail {
	const descriptor = openSync(path, 'r');
	const decoder = new StringDecoder('utf8');
	const chunk = Buffer.alloc(chunkBytes);
	let offset = 0;
	let partial = '';
	return {
		*lines() {
			// A torn line was cut off by the next start: what we hold of it is void.
			if (fstatSync(descriptor).size < offset) {
				offset = fstatSync(descriptor).size;
				partial = '';
			}
			for (;;) {
				const count = readSync(descriptor, chunk, 0, chunkBytes, offset);
				if (count === 0) {
					return;
				}
				offset += count;
				const lines = (partial + decoder.write(chunk.subarray(0, count))).split('\n');
				partial = lines.pop() ?? '';
				yield* lines.filter(text => text !== '');
			}
		},
		close: () => closeSync(descriptor),
	};
}
