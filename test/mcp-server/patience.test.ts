import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {createPatience} from '../../source/mcp-server/patience.ts';
import {waitingCalls} from '../../source/state/select.ts';
import {serveTestTools} from '../helpers/mcp-client.ts';

/** A client whose call runs until `end`, and which then says why it waits no longer. */
async function giveUp(reason: string) {
	const served = await serveTestTools({leastMs: 20}, () => 1);
	const client = await served.dial();
	await client.initialize();
	const go = join(served.home, 'go');
	const command = `until [ -e ${go} ]; do sleep 0.02; done; echo the end`;
	const params = {name: 'run_in_terminal', arguments: {command, explanation: 't'}};
	const id = client.request('tools/call', params);
	const asked = () => waitingCalls(served.engine.parts.store.state());
	await expect.poll(() => asked().length).toBe(1);
	served.engine.dispatch({type: 'answer', call: asked()[0]!.id, verdict: {type: 'once'}});
	/** The state of each such call that there is. */
	const calls = () =>
		[...served.engine.parts.store.state().calls.values()].flatMap(({tool, status}) =>
			tool === params.name ? [status.type] : [],
		);
	await expect.poll(calls).toEqual(['running']);
	client.tell({method: 'notifications/cancelled', params: {requestId: id, reason}});
	const again = () => client.call(params.name, params.arguments);
	return {client, again, calls, end: () => writeFileSync(go, '')};
}

it.each([
	'SdkError: Request timed out',
	'McpError: MCP error -32001: Request timed out',
	'request timeout',
	'Time-out of 30 s',
])(
	'a client that gives up with the words “%s” has stopped nothing: the same call gets the result, and the next answers come sooner',
	async reason => {
		const {client, again, calls, end} = await giveUp(reason);
		const {call_id, ...handle} = (await again()).structuredContent;
		expect(handle).toMatchObject({success: true, status: 'running'});
		const wait = () => client.call('get_result', {call_id});
		expect((await wait()).structuredContent).toMatchObject({status: 'running'});
		end();
		await expect.poll(calls).toEqual(['ended']);
		expect((await wait()).structuredContent).toMatchObject({exit_code: 0});
		expect(calls()).toEqual(['ended']);
	},
);

it('the result of a call that ended after its client gave up is handed over with words that say so', async () => {
	const {again, calls, end} = await giveUp('Request timed out');
	end();
	await expect.poll(calls).toEqual(['ended']);
	const {content} = await again();
	expect(content[0]!.text).toMatch(/the end.*made before.*Nothing ran again/);
	expect(calls()).toEqual(['ended']);
});

it('a client that gave up is answered within three quarters of that time, and never later than the limit', () => {
	const patience = createPatience({leastMs: 2000});
	expect(patience.within(48_000)).toBe(48_000);
	patience.gaveUpAfter(30_000);
	expect(patience.within(48_000)).toBe(22_500);
	expect(patience.within(20_000)).toBe(20_000);
	patience.gaveUpAfter(40_000);
	expect(patience.within(48_000)).toBe(22_500);
	patience.gaveUpAfter(100);
	expect(patience.within(48_000)).toBe(2000);
});
