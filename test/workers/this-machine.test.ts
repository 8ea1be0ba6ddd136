import {createServer} from 'node:net';
import {expect, it, onTestFinished} from 'vitest';
import {thisMachine} from '../../source/workers/this-machine.ts';

it('a connection that was called off before it was asked for is not made', async () => {
	const {promise, resolve} = Promise.withResolvers<number>();
	const server = createServer(socket => socket.destroy());
	server.listen(0, '127.0.0.1', () => resolve((server.address() as {port: number}).port));
	onTestFinished(() => void server.close());
	const place = {type: 'port', host: '127.0.0.1', port: await promise} as const;
	const opened = await thisMachine({}).connect(place, AbortSignal.abort());
	expect(opened).toMatchObject({ok: false, failure: {kind: 'unreachable'}});
});
