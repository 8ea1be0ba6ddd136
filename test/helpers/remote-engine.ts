/**
 * A real engine behind a real unix socket, and screens that connect to it.
 *
 *     const {engine, connect, attached} = await serveTestEngine();
 *     const {engine: far} = await connect();
 *     const person = openRobot({open: attached()});
 */
import {connect as connectSocket, createServer, type Socket} from 'node:net';
import {join} from 'node:path';
import type {Duplex} from 'node:stream';
import {onTestFinished} from 'vitest';
import {defaultSettings} from '../../source/events/settings.ts';
import {attach} from '../../source/front-ends/attach/attach.ts';
import type {OpenerOptions, SessionOpener} from '../../source/front-ends/session-opener.ts';
import {systemClock} from '../../source/platform/clock.ts';
import type {Hello} from '../../source/wire/message.ts';
import {connectEngine, type RemoteEngine} from '../../source/wire/remote-engine.ts';
import {createEngineServer, type EngineServer} from '../../source/wire/serve-engine.ts';
import {openTestEngine, type TestEngine} from './test-engine.ts';

export type ServedEngine = TestEngine & {
	readonly server: EngineServer;
	readonly path: string;
	readonly asked: {readonly ends: string[]; readonly panes: unknown[]; readonly envs: unknown[]};
	/** Connects and says hello. */
	readonly connect: (how?: Partial<Hello['screen']>) => Promise<RemoteEngine & {socket: Socket}>;
	/** A connection that has said nothing. */
	readonly dial: () => Promise<Socket>;
	/** Lets a robot show this engine; by default over the socket itself. */
	readonly attached: (dial?: () => Promise<Duplex>) => (options: OpenerOptions) => SessionOpener;
};

export async function serveTestEngine(): Promise<ServedEngine> {
	const made = openTestEngine();
	const clock = systemClock();
	/** A person who leaves waits until the engine has ended. */
	let hasPeople = false;
	const asked: ServedEngine['asked'] = {ends: [], panes: [], envs: []};
	const server = createEngineServer({
		engine: made.engine,
		clock,
		version: 'test',
		epoch: 'one',
		session: made.session,
		journalPath: join(made.home, 'journal'),
		readOnly: null,
		isToken: token => token === 'right',
		onScreens() {},
		onEnvironment: env => void asked.envs.push(env),
		onPane: pane => void asked.panes.push(pane),
		onEnd(reason) {
			asked.ends.push(reason);
			if (hasPeople) {
				server.close(reason, {isWritten: true});
			}
		},
	});
	const path = join(made.home, 'engine.sock');
	const sockets = createServer(socket => server.accept(socket, {isTrusted: false}));
	await new Promise<void>(done => {
		sockets.listen(path, done);
	});
	onTestFinished(() => {
		server.close('The test is over.', {isWritten: true});
		sockets.close();
	});
	let count = 0;
	const dial = () =>
		new Promise<Socket>((resolve, reject) => {
			const socket = connectSocket(path, () => resolve(socket));
			socket.on('error', reject);
			onTestFinished(() => void socket.destroy());
		});
	return {
		...made,
		server,
		path,
		asked,
		dial,
		attached(dialThere = dial) {
			hasPeople = true;
			return ({env, folders, size, clock: screenClock}) =>
				async () =>
					attach({
						socket: await dialThere(),
						token: 'right',
						kind: 'screen',
						size: size?.() ?? {columns: 80, rows: 24},
						env,
						folders,
						settings: defaultSettings,
						clock: screenClock,
					});
		},
		async connect(how = {}) {
			count += 1;
			const socket = await dial();
			const connected = await connectEngine({
				socket,
				clock,
				version: 'test',
				token: 'right',
				screen: {id: `s${count}`, kind: 'screen', from: 'test', columns: 80, rows: 24, ...how},
				env: {SSH_AUTH_SOCK: '/agent'},
			});
			if (!connected.ok) {
				throw new Error(connected.failure.message);
			}
			return {...connected.value, socket};
		},
	};
}
