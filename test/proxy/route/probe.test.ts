import {afterEach, expect, test} from 'vitest';
import {createClient} from '../../../source/proxy/route/client.ts';
import {probeLocalProviders, probeTimeoutMs} from '../../../source/proxy/route/probe.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';
import {startUpstream, type Upstream} from '../../helpers/scripted-upstream.ts';

const open: Upstream[] = [];
afterEach(() => Promise.all(open.splice(0).map(each => each.close())));

async function server(body: unknown): Promise<{name: string; baseUrl: string}> {
	const upstream = await startUpstream();
	open.push(upstream);
	if (body !== null) {
		upstream.always(asked => asked.answer({body}));
	}
	return {name: `server-${open.length}`, baseUrl: upstream.baseUrl};
}

test('local servers that list models become providers, and no others', async () => {
	const clock = fakeClock();
	const client = createClient(clock);
	const dead = await startUpstream();
	await dead.close();
	const probing = probeLocalProviders({
		client,
		clock,
		servers: [
			await server({data: [{id: 'small'}, {id: 'big'}]}),
			await server({data: []}),
			await server('<html>'),
			await server(null),
			{name: 'dead', baseUrl: dead.baseUrl},
		],
	});
	// All others have answered now, and one never will.
	await expect.poll(() => clock.pending()).toBe(1);
	clock.advance(probeTimeoutMs - 1);
	expect(clock.pending()).toBe(1);
	clock.advance(1);
	expect(await probing).toMatchObject([
		{name: 'server-1', kind: 'openai-chat', models: ['small', 'big'], defaultModel: 'small'},
	]);
	client.close();
});
