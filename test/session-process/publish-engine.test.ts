import {chmodSync, existsSync, mkdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {readRecords} from '../../source/engine/registry/registry.ts';
import {enginesFolder} from '../../source/engine/registry/run-folder.ts';
import {publishEngine} from '../../source/session-process/publish-engine.ts';
import {createRedactor} from '../../source/storage/redact.ts';
import {enginesIn} from '../helpers/engine-records.ts';
import {fakeClock} from '../helpers/fake-clock.ts';
import {openTestEngine} from '../helpers/test-engine.ts';

function publish(home: string, {engine, session}: ReturnType<typeof openTestEngine>) {
	const clock = fakeClock();
	const published = publishEngine(
		{engine, folders: {state: home}, readOnly: null, session, redactor: createRedactor()} as never,
		{clock, accept() {}},
	);
	onTestFinished(published.remove);
	const records = () => {
		const found = readRecords(enginesFolder(home));
		return found.ok ? found.value : [];
	};
	const notices = () => engine.parts.store.state().notices.map(({text}) => text);
	return {clock, published, records, notices};
}

it('an engine that could not be reached can be, soon after the folder is closed to others', async () => {
	const opened = openTestEngine();
	const {home, session} = opened;
	const folder = enginesIn(home);
	chmodSync(folder, 0o777);
	const {published, clock, records, notices} = publish(home, opened);
	published.listen();
	clock.advance(30_000);
	expect(notices()).toEqual([expect.stringContaining('Others can enter')]);
	chmodSync(folder, 0o700);
	clock.advance(10_000);
	await expect.poll(() => records().map(record => record.session)).toEqual([session]);
});

it('a record that can not be written is tried again, also while nobody looks', async () => {
	const opened = openTestEngine();
	const {home, session} = opened;
	const inTheWay = join(enginesIn(home), `${session}.json`);
	mkdirSync(join(inTheWay, 'full'), {recursive: true});
	const {published, clock, records, notices} = publish(home, opened);
	published.rest(true);
	const found = new Promise<void>(resolve => published.listen(resolve));
	await found;
	expect(notices()).toEqual([expect.stringContaining("Other screens can't find this session")]);
	rmSync(inTheWay, {recursive: true});
	clock.advance(10_000);
	expect(records().map(record => record.session)).toEqual([session]);
	// From now on it stands, and is rarely checked.
	rmSync(inTheWay);
	clock.advance(60_000);
	expect(records()).toEqual([]);
	clock.advance(60_000);
	expect(records()).toHaveLength(1);
});

it('an engine whose socket was removed can be reached by another one', async () => {
	const opened = openTestEngine();
	const {home} = opened;
	enginesIn(home);
	const {published, clock, records} = publish(home, opened);
	await new Promise<void>(resolve => published.listen(resolve));
	const [first] = records();
	rmSync(first?.socket ?? '');
	expect(published.way()).toBeNull();
	clock.advance(10_000);
	await expect.poll(() => existsSync(records()[0]?.socket ?? '')).toBe(true);
	expect(records()[0]?.token).toBe(first?.token);
	expect(published.way()).toMatchObject({socket: records()[0]?.socket});
});
