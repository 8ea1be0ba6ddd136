/**
 * The tools of a session, served in this process to clients on real sockets, and a client of no SDK
 * that speaks in lines.
 *
 *     const {dial, engine} = await serveTestTools();
 *     const client = await dial();
 *     await client.initialize();
 *     const answer = await client.ask('tools/call', {name: 'read_file', arguments: {path: 'a'}});
 */
import {EventEmitter} from 'node:events';
import {connect as connectSocket, createServer, type Socket} from 'node:net';
import {join} from 'node:path';
import {onTestFinished} from 'vitest';
import type {Stamped} from '../../source/events/event.ts';
import type {CallId} from '../../source/events/ids.ts';
import {defaultLimits, type ToolLimits} from '../../source/mcp-server/service.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {serveTools} from '../../source/session-process/serve-tools.ts';
import {encodeMessage} from '../../source/wire/frame.ts';
import {createEngineServer} from '../../source/wire/serve-engine.ts';
import {openTestEngine} from './test-engine.ts';

/** A result as far as tests look into it. */
export type Result = {
	readonly [name: string]: unknown;
	readonly isError?: boolean;
	readonly content: readonly {readonly type: string; readonly text: string}[];
	readonly structuredContent: {
		readonly [name: string]: unknown;
		readonly error: {readonly kind: string; readonly message: string};
		readonly call_id: CallId;
	};
};

export type Message = {
	readonly id?: string | number | null;
	readonly method?: string;
	readonly params?: Record<string, unknown>;
	readonly result?: Result;
	readonly error?: {readonly code: number; readonly message: string};
};

export async function serveTestTools(limits: Partial<ToolLimits> = {}, screens = () => 0) {
	const made = openTestEngine();
	const events: Stamped[] = [];
	made.engine.events.subscribe(event => void events.push(event));
	const tools = serveTools(made, {
		screens,
		onCount() {},
		limits: {...defaultLimits, ...limits},
	});
	const server = createEngineServer({
		engine: made.engine,
		clock: systemClock(),
		version: 'test',
		epoch: 'one',
		session: made.session,
		journalPath: join(made.home, 'journal'),
		readOnly: null,
		isToken: token => token === 'right',
		onScreens() {},
		onEnvironment() {},
		onPane() {},
		onTool: tools.serve,
		onEnd() {},
	});
	const path = join(made.home, 'engine.sock');
	const sockets = createServer(socket => server.accept(socket, {isTrusted: false}));
	await new Promise<void>(done => {
		sockets.listen(path, done);
	});
	onTestFinished(() => {
		tools.close();
		sockets.close();
	});
	const dial = async (token = 'right') => {
		const socket = connectSocket(path);
		onTestFinished(() => void socket.destroy());
		socket.write(
			encodeMessage({
				type: 'hello',
				kind: 'tool',
				protocol: 1,
				protocolMin: 1,
				version: 'test',
				token,
				from: 'a test',
			}),
		);
		const welcome = await new Promise<Buffer>(resolve => socket.once('data', resolve));
		return {
			...lineClient(socket, line => void socket.write(`${line}\n`)),
			socket,
			welcome: JSON.parse(welcome.toString('utf8', 4)),
		};
	};
	return {...made, tools, events, dial};
}

/** A client that writes and reads lines, on whatever carries them. */
export function lineClient(
	output: {on: (event: 'data', listener: (bytes: Buffer) => void) => unknown},
	send: (line: string) => void,
) {
	const messages: Message[] = [];
	const lines: string[] = [];
	const told = new EventEmitter().setMaxListeners(0);
	let text = '';
	let lastId = 0;
	output.on('data', bytes => {
		text += bytes.toString('utf8');
		const parts = text.split('\n');
		text = parts.pop() ?? '';
		for (const line of parts) {
			lines.push(line);
			messages.push(JSON.parse(line));
		}
		told.emit('lines');
	});
	const tell = (message: object) => send(JSON.stringify({jsonrpc: '2.0', ...message}));
	/** Waits for as long as the test lasts: nothing fails behind it for a call that it left alone. */
	const answerTo = async (id: string | number) => {
		const answer = () => messages.find(one => one.id === id && !one.method);
		while (!answer()) {
			await new Promise(done => told.once('lines', done));
		}
		return answer()!;
	};
	const request = (method: string, params: object = {}, id?: string | number) => {
		lastId += 1;
		const own = id ?? lastId;
		tell({id: own, method, params});
		return own;
	};
	return {
		messages,
		lines,
		send,
		tell,
		answerTo,
		request,
		ask: (method: string, params: object = {}) => answerTo(request(method, params)),
		/** Calls a tool, and returns its result. */
		async call(name: string, args: object = {}, meta?: object) {
			const params = {name, arguments: args, ...(meta && {_meta: meta})};
			const {result, error} = await answerTo(request('tools/call', params));
			if (!result) {
				throw new Error(error?.message);
			}
			return result;
		},
		async initialize(capabilities: object = {}, protocolVersion = '2025-11-25') {
			const clientInfo = {name: 'raw', version: '1'};
			const params = {protocolVersion, capabilities, clientInfo};
			const answer = await answerTo(request('initialize', params));
			tell({method: 'notifications/initialized'});
			return answer.result!;
		},
	};
}

export type LineClient = ReturnType<typeof lineClient> & {readonly socket: Socket};
