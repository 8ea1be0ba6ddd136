import {once} from 'node:events';
import {Agent, type IncomingMessage, request} from 'node:http';
import {expect, test} from 'vitest';
import {startUpstream} from '../../helpers/scripted-upstream.ts';
import {chatProvider, startProxy} from '../start-proxy.ts';

test('a new call on a connection that is still open is turned away while the proxy closes', async () => {
	const upstream = await startUpstream();
	const proxy = await startProxy({providers: [chatProvider(upstream.baseUrl)]});
	const agent = new Agent({keepAlive: true, maxSockets: 1});
	const call = async () => {
		const sent = request({
			agent,
			port: proxy.port,
			host: '127.0.0.1',
			path: '/v1/responses',
			method: 'POST',
			headers: {authorization: `Bearer ${proxy.token}`},
		});
		sent.end(JSON.stringify({model: 'm', input: 'x', stream: true}));
		const [response] = (await once(sent, 'response')) as [IncomingMessage];
		return response;
	};
	const first = call();
	const firstAsked = await upstream.next();
	const second = proxy.ask('/v1/responses', {body: {model: 'm', input: 'x', stream: true}});
	const secondAsked = await upstream.next();
	secondAsked.say('one');
	await (await second).next();
	const closed = proxy.close(5000);
	firstAsked.finish();
	const answered = (await first).resume();
	await once(answered, 'end');
	const refused = await call();
	expect(refused.statusCode).toBe(503);
	refused.resume();
	secondAsked.finish();
	await closed;
	expect(upstream.seen()).toBe(2);
	agent.destroy();
	await upstream.close();
});

test('a call that goes on beyond the last moment is told that the proxy stops', async () => {
	const upstream = await startUpstream();
	const proxy = await startProxy({providers: [chatProvider(upstream.baseUrl)]});
	const ask = (stream: boolean) =>
		proxy.ask('/v1/responses', {body: {model: 'm', input: 'x', stream}});
	const begun = ask(true);
	const begunAsked = await upstream.next();
	begunAsked.say('one');
	await (await begun).next();
	const silent = ask(false);
	await upstream.next();
	await proxy.close(50);
	const last = (await (await begun).events()).at(-1)!;
	expect(last.name).toBe('response.failed');
	expect(last.data.response.error.message).toContain('is being stopped');
	expect((await silent).status).toBe(503);
	expect((await (await silent).json()).error.code).toBe('shutting_down');
	await upstream.close();
});
