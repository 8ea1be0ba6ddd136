import {closeSync, fstatSync, openSync, readdirSync, readSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import type {Stamped} from '../events/event.ts';
import {failed, type Result} from '../events/failure.ts';
import type {SessionId} from '../events/ids.ts';
import type {SessionSummary} from '../events/query.ts';
import {beginningOf} from '../events/shorten.ts';
import {holderOf} from '../platform/lock.ts';
import {hasDraft} from './draft.ts';
import {journalPath, lockPath} from './journal.ts';
import {parseLine} from './read-journal.ts';
import {isSessionId, sessionFolder} from './session-names.ts';

/** Lists the sessions in which something was said or started, the latest first. */
export function listSessions(folder: string): readonly SessionSummary[] {
	return names(join(folder, 'sessions'))
		.filter(isSessionId)
		.flatMap(id => summarise(folder, id) ?? [])
		.sort((left, right) => right.updatedAt - left.updatedAt || (left.id < right.id ? 1 : -1));
}

/** Finds a session by its id, or by a beginning that only one id has. */
export function findSession(folder: string, start: string): Result<SessionId> {
	const ids = names(join(folder, 'sessions')).filter(isSessionId);
	const exact = ids.find(id => id === start);
	const fitting = exact ? [exact] : ids.filter(id => start !== '' && id.startsWith(start));
	if (fitting.length === 1 && fitting[0] !== undefined) {
		return {ok: true, value: fitting[0]};
	}
	return {
		ok: false,
		failure:
			fitting.length === 0
				? failed(
						'not-found',
						`There is no session "${start}". agent-tui sessions lists them, as does /sessions.`,
					)
				: failed(
						'bad-input',
						`${fitting.length} sessions begin with "${start}": ${fitting.slice(0, 5).join(', ')}. Write more of the id.`,
					),
	};
}

/** Returns the latest session that began in this folder; without a folder, the latest of all. */
export function lastSession(folder: string, cwd: string | null): SessionId | null {
	return listSessions(folder).find(({cwd: at}) => cwd === null || at === cwd)?.id ?? null;
}

export function deleteSession(folder: string, id: SessionId): Result<null> {
	const holder = holderOf(lockPath(folder, id));
	if (holder) {
		return {
			ok: false,
			failure: failed('conflict', `Session ${id} is open in process ${holder.pid}.`),
		};
	}
	rmSync(sessionFolder(folder, id), {recursive: true, force: true});
	return {ok: true, value: null};
}

const titleLengthMax = 60;
const endBytes = 262_144;

function names(folder: string): readonly string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}

function summarise(folder: string, id: SessionId): SessionSummary | null {
	const ends = readEnds(journalPath(folder, id));
	if (!ends) {
		return null;
	}
	const summary: SummaryState = {
		title: '',
		command: '',
		cwd: '',
		startedAt: 0,
		messages: 0,
		waiting: new Set(),
	};
	for (const event of tellingEvents(ends.bytes)) {
		noteEvent(summary, event);
	}
	const {command, cwd, startedAt, messages} = summary;
	const title = summary.title || command;
	const waiting = summary.waiting.size;
	return messages === 0 && command === '' && !hasDraft(folder, id)
		? null
		: {
				id,
				title,
				cwd,
				startedAt,
				updatedAt: lastTime(ends.bytes) ?? startedAt,
				messages,
				isPartial: ends.isPartial,
				waiting,
				state: holderOf(lockPath(folder, id)) ? 'open' : waiting > 0 ? 'waiting' : 'closed',
			};
}

type SummaryState = {
	title: string;
	/**
	 * The first command that the person ran without writing to the model. It may still run elsewhere.
	 */
	command: string;
	cwd: string;
	startedAt: number;
	messages: number;
	readonly waiting: Set<string>;
};

const tellingTypes = [
	'session.started',
	'session.renamed',
	'message.sent',
	'terminal.opened',
	'authorization.asked',
	'authorization.answered',
	'authorization.lapsed',
	'tool.ended',
	'client.joined',
] satisfies readonly Stamped['type'][];

/**
 * Yields the events that tell of a session. An event's type is near the start of its line, so most
 * lines are skipped without parsing.
 */
function* tellingEvents(bytes: Buffer): Generator<Stamped> {
	const telling = new RegExp(
		`^\\{"v":1,"seq":\\d+,"at":\\d+,"type":"(?:${tellingTypes.join('|')})"[^\\n]*`,
		'gm',
	);
	// Latin-1 has one character per byte, so positions in the text are positions in the bytes.
	for (const {0: line, index} of bytes.toString('latin1').matchAll(telling)) {
		const parsed = parseLine(bytes.toString('utf8', index, index + line.length));
		if (parsed.ok) {
			yield parsed.event;
		}
	}
}

const envelopeBytes = 80;

function lastTime(bytes: Buffer): number | null {
	const start = bytes.lastIndexOf('{"v":1,"seq":');
	const [, at] =
		/^\{"v":1,"seq":\d+,"at":(\d+)/.exec(bytes.toString('latin1', start, start + envelopeBytes)) ??
		[];
	return at === undefined ? null : Number(at);
}

function noteEvent(summary: SummaryState, event: Stamped): void {
	switch (event.type) {
		case 'session.started':
			summary.cwd = event.cwd;
			summary.startedAt = event.at;
			break;
		case 'session.renamed':
			summary.title = event.title;
			break;
		case 'message.sent':
			summary.messages += 1;
			summary.title ||= titleOf(event.text);
			break;
		case 'client.joined': {
			const {session = '', name, version} = event;
			summary.command ||= titleOf(`${session === '' ? '' : `${session}: `}${name} ${version}`);
			break;
		}
		case 'terminal.opened':
			summary.command ||= event.owner === 'user' ? titleOf(event.title) : '';
			break;
		case 'authorization.asked':
		case 'authorization.lapsed':
			summary.waiting.add(event.call);
			break;
		case 'authorization.answered':
		case 'tool.ended':
			summary.waiting.delete(event.call);
			break;
		default:
			break;
	}
}

function titleOf(text: string): string {
	return beginningOf(text.replace(/\s+/g, ' ').trim(), titleLengthMax);
}

type Ends = {readonly bytes: Buffer; readonly isPartial: boolean};

/**
 * Reads the beginning of a journal (the topic) and its end (the status); null if it can't be read.
 */
function readEnds(path: string): Ends | null {
	let descriptor: number;
	try {
		descriptor = openSync(path, 'r');
	} catch {
		return null;
	}
	try {
		const {size} = fstatSync(descriptor);
		const isPartial = size > 2 * endBytes;
		const head = readPart(descriptor, 0, isPartial ? endBytes : size);
		const tail = isPartial ? readPart(descriptor, size - endBytes, endBytes) : Buffer.alloc(0);
		// The lines that are cut at the inner ends can't be parsed, so they are skipped.
		return {bytes: Buffer.concat([head, Buffer.from('\n'), tail]), isPartial};
	} catch {
		return null;
	} finally {
		closeSync(descriptor);
	}
}

function readPart(descriptor: number, start: number, length: number): Buffer {
	const bytes = Buffer.alloc(length);
	return bytes.subarray(0, readSync(descriptor, bytes, 0, length, start));
}
