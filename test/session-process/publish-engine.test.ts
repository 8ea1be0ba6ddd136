import {chmodSync} from 'node:fs';
import {expect, it, onTestFinished} from 'vitest';
import {readRecords} from '../../source/engine/registry/registry.ts';
import {enginesFolder} from '../../source/engine/registry/run-folder.ts';
import {publishEngine} from '../../source/session-process/publish-engine.ts';
import {createRedactor} from '../../source/storage/redact.ts';
import {enginesIn} from '../helpers/engine-records.ts';
import {fakeClock} from '../helpers/fake-clock.ts';
import {openTestEngine} from '../helpers/test-engine.ts';

it('an engine that could not be reached can be, soon after the folder is closed to others', async () => {
	const {engine, home, session} = openTestEngine();
	const clock = fakeClock();
	const folder = enginesIn(home);
	chmodSync(folder, 0o777);
	const published = publishEngine(
		{engine, folders: {state: home}, readOnly: null, session, redactor: createRedactor()} as never,
		{clock, accept() {}},
	);
	onTestFinished(published.remove);
	published.listen();
	clock.advance(30_000);
	const notices = () => engine.parts.store.state().notices.map(({text}) => text);
	expect(notices()).toEqual([expect.stringContaining('Others can enter')]);
	chmodSync(folder, 0o700);
	clock.advance(10_000);
	const running = () => {
		const records = readRecords(enginesFolder(home));
		return records.ok ? records.value.map(record => record.session) : [];
	};
	await expect.poll(running).toEqual([session]);
});
