import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {waitingCalls} from '../../source/state/select.ts';
import {serveTestTools} from '../helpers/mcp-client.ts';

it('a secret that goes on in the next row of a screen reaches neither a client nor the record of its call', async () => {
	const served = await serveTestTools({}, () => 1);
	const secret = `ghp_${'Ab1'.repeat(12)}`;
	writeFileSync(join(served.home, 's.txt'), `${'x'.repeat(100)} ${secret}\nthe end\n`);
	const client = await served.dial();
	await client.initialize();
	const started = client.call('unified_exec', {cmd: 'cat s.txt -', wait_for: {text: 'the end'}});
	const waiting = () => waitingCalls(served.engine.parts.store.state());
	await expect.poll(waiting).toHaveLength(1);
	served.engine.dispatch({type: 'answer', call: waiting()[0]!.id, verdict: {type: 'once'}});
	const {session_id} = (await started).structuredContent;
	const looked = await client.call('read_terminal', {session_id});
	const uri = `terminal://${session_id}/screen`;
	const read = await client.ask('resources/read', {uri});
	for (const told of [looked, read, served.events.at(-1)]) {
		expect(JSON.stringify(told)).toContain('the end');
		expect(JSON.stringify(told)).not.toContain(secret.slice(0, 8));
		expect(JSON.stringify(told)).not.toContain(secret.slice(-8));
	}
});
