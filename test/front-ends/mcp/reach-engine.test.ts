import {once} from 'node:events';
import {createServer} from 'node:net';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {identity, writeRecord} from '../../../source/engine/registry/registry.ts';
import {prepareRunFolder} from '../../../source/engine/registry/run-folder.ts';
import {joinEngine} from '../../../source/front-ends/mcp/reach-engine.ts';
import {sessionToStart} from '../../../source/front-ends/mcp/session-of-folder.ts';
import {systemClock} from '../../../source/platform/clock.ts';
import {encodeMessage} from '../../../source/wire/frame.ts';
import {protocol} from '../../../source/wire/message.ts';
import {openPlace} from '../../helpers/agent.ts';

it.each([
	['in one piece', (bytes: Buffer) => [bytes]],
	['byte by byte', (bytes: Buffer) => [...bytes].map(byte => Buffer.from([byte]))],
])('the first line that an engine writes behind its welcome arrives, %s', async (_, cut) => {
	const {home, cwd} = openPlace();
	const place = {state: home, cwd, name: null};
	const {session} = sessionToStart(place, Date.now());
	const socket = join(home, 'engine.sock');
	const welcome = {type: 'tool-welcome', protocol, version: 'test', epoch: 'one', session};
	const all = Buffer.concat([encodeMessage(welcome), Buffer.from('{"type":"listening"}\n')]);
	const server = createServer(async connection => {
		onTestFinished(() => void connection.destroy());
		await once(connection, 'data');
		for (const piece of cut(all)) {
			await new Promise(done => {
				connection.write(piece, done);
			});
		}
	});
	onTestFinished(() => void server.close());
	server.listen(socket);
	await once(server, 'listening');
	const folder = prepareRunFolder(home);
	expect(folder).toMatchObject({ok: true});
	writeRecord(folder.ok ? folder.value : '', {
		...identity(),
		v: 1,
		...{session, name: 'one', version: 'test', protocol, socket, token: 'right', cwd, hop: null},
		...{title: '', since: 0, state: 'idle', waiting: [], screens: 0},
	});
	const clock = systemClock();
	const joined = await joinEngine({place, env: {}, clock, from: 'a test'});
	expect(joined).toMatchObject({ok: true, value: {session}});
	const connection = joined.ok ? joined.value?.socket : undefined;
	onTestFinished(() => void connection?.destroy());
	let line = '';
	connection?.on('data', (bytes: Buffer) => {
		line += String(bytes);
	});
	connection?.resume();
	await expect.poll(() => line).toBe('{"type":"listening"}\n');
});
