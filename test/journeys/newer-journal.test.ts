import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {openPlace} from '../helpers/agent.ts';
import {runInside} from '../helpers/exec-inside.ts';
import {openRobot} from '../helpers/robot.ts';

const firstShape = join(import.meta.dirname, '../fixtures/journals/first-shape.jsonl');

/** A card waits in it, and the last line is of a version that is not there yet. */
function openNewerPlace() {
	const place = openPlace();
	const folder = join(place.home, 'sessions', 'newer');
	mkdirSync(folder, {recursive: true});
	const path = join(folder, 'journal.jsonl');
	const written = readFileSync(firstShape, 'utf8').replaceAll('/projects/old', place.cwd);
	writeFileSync(path, `${written}{"v":2,"seq":100000,"at":1,"type":"reply.dreamt"}\n{"v":2,"torn`);
	return {place, path, before: readFileSync(path, 'utf8')};
}

it('a session of a newer version can be read, and nothing in it runs', async () => {
	const {place, path, before} = openNewerPlace();
	const agent = openRobot({place, rows: 40, columns: 120, parameters: ['resume', 'newer']});
	await agent.see('run echo hello');
	await agent.see('A newer agent-tui wrote in this session');
	agent.press('M-a');
	await agent.answer('y', 'Run this on this machine');
	agent.press('Escape');
	agent.say('go on');
	await agent.see(/nothing in it is run|A newer agent-tui/);
	await agent.quit();
	expect(readFileSync(path, 'utf8')).toBe(before);
	await expect(async () => readFileSync(join(place.cwd, 'count'))).rejects.toThrow('ENOENT');
});

it('a script does not go on with a session of a newer version, and says why', async () => {
	const {place, path, before} = openNewerPlace();
	const {code, err} = await runInside(['exec', '--session', 'newer', 'go on'], {place});
	expect(code).toBe(1);
	expect(err).toContain('A newer agent-tui wrote in this session');
	expect(readFileSync(path, 'utf8')).toBe(before);
});
