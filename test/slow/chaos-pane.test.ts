import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {openAgent, openPlace, type Place} from '../helpers/agent.ts';
import {hasTmux} from '../helpers/tmux.ts';

const proxyPid = ({home}: Place): number =>
	JSON.parse(readFileSync(join(home, 'run', 'proxy.json'), 'utf8')).pid;

test.skipIf(!hasTmux)(
	'a countdown is seen and cancelled from the chat, then let go ahead, and its outcome is listed',
	async () => {
		const place = openPlace({settings: {monitoring: {healthIntervalMs: 2000}}});
		const agent = openAgent({place});
		await agent.see('●');
		await expect.poll(() => proxyPid(place)).toBeGreaterThan(0);
		const pid = proxyPid(place);
		process.kill(pid, 'SIGSTOP');
		await agent.see(/restart the proxy in [123] s, Alt\+3 x cancels: A4/, 60_000);
		agent.press('M-3');
		agent.press('x');
		await agent.see(/A4 .*cancelled/);
		expect(proxyPid(place)).toBe(pid);
		// It still hangs, so after its cool-down it is raised again.
		await agent.see(/restart the proxy: in [123] s {2}x cancels/, 90_000);
		agent.press('g');
		await agent.see('the next request shows whether it helped');
		await expect.poll(() => proxyPid(place)).not.toBe(pid);
		agent.press('M-1');
		agent.say('hello there');
		await agent.see('practice model');
		agent.press('M-3');
		await agent.see(/A4 .*verified/);
		await agent.quit();
	},
	240_000,
);
