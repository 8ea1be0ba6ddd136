/** A built engine in a process of its own, as the screen starts one, and screens that join it. */
import {connect} from 'node:net';
import {join} from 'node:path';
import type {Duplex} from 'node:stream';
import {expect, onTestFinished} from 'vitest';
import type {EngineRecord} from '../../source/engine/registry/engine-record.ts';
import {readRecords} from '../../source/engine/registry/registry.ts';
import {enginesFolder} from '../../source/engine/registry/run-folder.ts';
import type {Result} from '../../source/events/failure.ts';
import type {SessionId} from '../../source/events/ids.ts';
import {startEngine} from '../../source/front-ends/attach/start-engine.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {connectEngine, type RemoteEngine} from '../../source/wire/remote-engine.ts';
import {cleanEnvironment, endEngines, openPlace, type Place} from './agent.ts';

let count = 0;

export function joinEngine(socket: Duplex, token: string): Promise<Result<RemoteEngine>> {
	count += 1;
	onTestFinished(() => void socket.destroy());
	return connectEngine({
		socket,
		clock: systemClock(),
		version: 'test',
		token,
		screen: {id: `s${count}`, kind: 'screen', from: 'test', columns: 80, rows: 24},
		env: {},
		redial: path => connect(path),
	});
}

/** Starts the engine of a session; a session that is not new has been there before. */
export function startTestEngine({
	place = openPlace(),
	session = '20261119-000000-aaaaa' as SessionId,
	isNew = true,
	env = {},
}: {
	place?: Place;
	session?: SessionId;
	isNew?: boolean;
	env?: Readonly<Record<string, string>>;
} = {}) {
	onTestFinished(() => endEngines(place));
	const socket = startEngine(
		{session, isNew, flags: new Map()},
		{state: place.home, env: {...cleanEnvironment(place), ...env}, cwd: place.cwd},
	);
	return {place, session, socket};
}

/** The first screen of an engine that was just started; it inherited the connection. */
export async function firstScreen({
	socket,
}: Pick<ReturnType<typeof startTestEngine>, 'socket'>): Promise<RemoteEngine> {
	return opened(await joinEngine(socket, ''));
}

/** Another screen, which finds the engine by its record. */
export async function nextScreen(record: EngineRecord): Promise<RemoteEngine> {
	return opened(await joinEngine(dialRecord(record), record.token));
}

function opened(joined: Result<RemoteEngine>): RemoteEngine {
	if (!joined.ok) {
		throw new Error(joined.failure.message);
	}
	return joined.value;
}

/** The only engine of a place, as soon as it can be found. */
export async function onlyRecord(place: Place): Promise<EngineRecord> {
	await expect.poll(() => recordsOf(place)).toHaveLength(1);
	return recordsOf(place)[0]!;
}

export function recordsOf({home}: Place): readonly EngineRecord[] {
	const read = readRecords(enginesFolder(home));
	if (!read.ok) {
		throw new Error(read.failure.message);
	}
	return read.value;
}

export function dialRecord({socket}: EngineRecord): Duplex {
	return connect(socket);
}

export function journalOf({home}: Place, session: string): string {
	return join(home, 'sessions', session, 'journal.jsonl');
}
