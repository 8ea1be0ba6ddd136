import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {waitingCalls} from '../../../source/state/select.ts';
import {stateOf} from '../../../source/state/snapshot.ts';
import {endEngines, openPlace} from '../../helpers/agent.ts';
import {dialRecord, joinEngine, recordsOf} from '../../helpers/engine-process.ts';
import {runInside} from '../../helpers/exec-inside.ts';

async function detach(words: readonly string[]) {
	const place = openPlace();
	onTestFinished(() => endEngines(place));
	const ran = await runInside(['exec', '--detach', ...words], {place});
	return {place, ran};
}

it('exec --detach prints the session and ends; the session works on, and its card waits for a screen', async () => {
	const {place, ran} = await detach(['run touch made-later']);
	expect(ran).toMatchObject({code: 0, out: expect.stringMatching(/^\d{8}-\d{6}-\w{5}\n$/)});
	expect(ran.err).toContain(`agent-tui attach ${ran.out.trim()}`);
	await expect.poll(() => recordsOf(place)[0]?.state).toBe('waiting');
	const [record] = recordsOf(place);
	const joined = await joinEngine(dialRecord(record!), record!.token);
	const engine = joined.ok ? joined.value.engine : null!;
	const [call] = waitingCalls(stateOf(await engine.snapshot()));
	engine.dispatch({type: 'answer', call: call!.id, verdict: {type: 'once'}});
	await expect.poll(() => existsSync(join(place.cwd, 'made-later'))).toBe(true);
});

it('exec --detach --allow runs what it covers, and asks about the rest instead of denying it', async () => {
	const {place} = await detach(['--allow', 'shell', 'run touch made-at-once']);
	await expect.poll(() => existsSync(join(place.cwd, 'made-at-once'))).toBe(true);
});

it('exec --detach says which flag can’t go with it, before anything runs', async () => {
	const {place, ran} = await detach(['--json', 'hello']);
	expect(ran).toMatchObject({code: 2, out: '', err: expect.stringContaining('--json')});
	expect(recordsOf(place)).toEqual([]);
});
