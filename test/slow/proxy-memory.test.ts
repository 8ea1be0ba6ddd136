import {expect, onTestFinished, test} from 'vitest';
import {startProxyProcess} from '../../bench/proxy/proxy-process.ts';
import {startUpstream} from '../helpers/scripted-upstream.ts';

/** What an idle proxy may hold beyond what it had at its start, and a little for its own work. */
const keptMbMax = 132;

test('the memory goes down again after bodies of 20 MB', async () => {
	const upstream = await startUpstream();
	onTestFinished(() => upstream.close());
	upstream.always(asked => {
		asked.say('read');
		asked.finish();
	});
	const provider = {name: 'up', kind: 'openai-chat', baseUrl: upstream.baseUrl, models: ['m']};
	const proxy = await startProxyProcess({settings: {providers: [provider]}});
	onTestFinished(proxy.close);
	const memoryMb = async () => Number((await proxy.get('/health')).memory_mb);
	const before = await memoryMb();
	const content = 'x'.repeat(20_000_000);
	const body = JSON.stringify({model: 'm', stream: true, messages: [{role: 'user', content}]});
	let most = 0;
	for (let count = 0; count < 4; count += 1) {
		const answer = await fetch(`http://127.0.0.1:${proxy.port}/v1/chat/completions`, {
			method: 'POST',
			headers: {authorization: `Bearer ${proxy.token}`},
			body,
		});
		expect(await answer.text()).toContain('read');
		most = Math.max(most, await memoryMb());
	}
	expect(most).toBeGreaterThan(before + keptMbMax);
	// Up to so much is kept on purpose: a collection has to be worth its pause.
	await expect.poll(memoryMb, {interval: 200}).toBeLessThan(before + keptMbMax);
});
