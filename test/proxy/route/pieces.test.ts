import type {Socket} from 'node:net';
import {expect, onTestFinished, test} from 'vitest';
import {systemClock} from '../../../source/platform/clock.ts';
import {type ClientError, createClient, type Flow} from '../../../source/proxy/route/client.ts';

const net = process.getBuiltinModule('node:net');
const head = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';

/** A server that answers each request with these bytes, in one write, and then does as it is told. */
async function answering(bytes: string, then: (socket: Socket) => void = () => {}) {
	const sockets: Socket[] = [];
	const server = net.createServer(socket => {
		sockets.push(socket);
		socket.on('error', () => {});
		socket.once('data', () => socket.write(bytes, () => then(socket)));
	});
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	const client = createClient(systemClock());
	onTestFinished(() => {
		client.close();
		for (const socket of sockets) {
			socket.destroy();
		}
		server.close();
	});
	const {port} = server.address() as {port: number};
	return {client, sockets, url: `http://127.0.0.1:${port}/`};
}

type Heard = {readonly pieces: string[]; readonly ended: Promise<ClientError | null>; flow: Flow};

function ask(
	{client, url}: Awaited<ReturnType<typeof answering>>,
	onPiece: (flow: () => Flow) => void = () => {},
): Heard {
	const pieces: string[] = [];
	const {promise: ended, resolve} = Promise.withResolvers<ClientError | null>();
	const flow: Flow = client.send(
		{url, method: 'POST', headers: {}, body: ''},
		{
			head() {},
			chunk(piece) {
				pieces.push(Buffer.from(piece).toString());
				onPiece(() => flow);
			},
			end: () => resolve(null),
			error: resolve,
		},
	);
	return {pieces, ended, flow};
}

test('what one read brings is one piece, however many parts it was sent in', async () => {
	const {pieces, ended} = ask(await answering(`${head}2\r\nab\r\n3\r\ncde\r\n1\r\nf\r\n0\r\n\r\n`));
	expect(await ended).toBeNull();
	expect(pieces).toEqual(['abcdef']);
});

test('what came before bytes that are no HTTP is heard before the failure', async () => {
	const {pieces, ended} = ask(await answering(`${head}2\r\nab\r\nno size\r\n`));
	expect(await ended).toMatchObject({code: 'HPE_INVALID_CHUNK_SIZE', answered: true});
	expect(pieces).toEqual(['ab']);
});

test('what came before the connection broke is heard before the failure', async () => {
	const {pieces, ended} = ask(await answering(`${head}2\r\nab\r\n`, socket => socket.end()));
	expect(await ended).toMatchObject({code: 'ECONNRESET', answered: true});
	expect(pieces).toEqual(['ab']);
});

test('nothing is heard while it is paused, and the rest and the end after that', async () => {
	const server = await answering(`${head}2\r\nab\r\n`);
	const paused = Promise.withResolvers<void>();
	const {pieces, ended, flow} = ask(server, open => {
		open().pause();
		paused.resolve();
	});
	await paused.promise;
	const [socket] = server.sockets;
	await new Promise(resolve => socket?.write('2\r\ncd\r\n0\r\n\r\n', resolve));
	// Another answer of the same process comes whole in the meantime.
	const other = ask(await answering(`${head}1\r\nx\r\n0\r\n\r\n`));
	await other.ended;
	expect(pieces).toEqual(['ab']);
	flow.resume();
	flow.pause();
	flow.resume();
	expect(await ended).toBeNull();
	expect(pieces.join('')).toBe('abcd');
});

test('after an abort nothing more is heard, no end and no failure either', async () => {
	const server = await answering(`${head}2\r\nab\r\n`);
	const aborted = Promise.withResolvers<void>();
	const {pieces, ended} = ask(server, open => {
		open().abort();
		aborted.resolve();
	});
	await aborted.promise;
	const [socket] = server.sockets;
	await new Promise(resolve => socket?.write('2\r\ncd\r\n0\r\n\r\n', resolve));
	const other = ask(await answering(`${head}1\r\nx\r\n0\r\n\r\n`));
	await other.ended;
	expect(pieces).toEqual(['ab']);
	expect(await Promise.race([ended, 'open'])).toBe('open');
});
