import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {readdirSync, writeFileSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import type {SessionId} from '../../source/events/ids.ts';
import {makePrivateFolder} from '../../source/platform/atomic-file.ts';
import {startOfProcess} from '../../source/platform/process-identity.ts';
import {draftPath, hasDraft, openDraftFile} from '../../source/storage/draft.ts';
import {createRedactor} from '../../source/storage/redact.ts';
import {fakeClock} from '../helpers/fake-clock.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

const session = '20261119-101112-abcde' as SessionId;
const draft = (text: string) => ({text, caret: text.length, pastes: []});
const redactor = createRedactor();
const goneStart = 'no process has begun then';

function open() {
	const folder = temporaryFolder();
	const path = draftPath(folder, session);
	makePrivateFolder(dirname(path));
	const clock = fakeClock();
	const file = openDraftFile({folder, session, clock, redactor});
	/** What another screen, of this process id, has written. */
	const other = (pid: number, {text, start}: {text: string; start: string | null}) =>
		writeFileSync(
			draftPath(folder, session, pid),
			JSON.stringify({...draft(text), owner: {pid, start}}),
		);
	return {folder, path, clock, file, other, files: () => readdirSync(dirname(path))};
}

/** A process that lives, as another screen does. */
async function livingScreen() {
	const child = spawn(process.execPath, ['-e', 'process.stdin.resume()']);
	onTestFinished(() => void child.kill());
	await once(child, 'spawn');
	return {pid: child.pid!, start: startOfProcess(child.pid!)};
}

it('what another screen of the session is writing stays there, and neither overwrites the other', async () => {
	const {file, other, folder, clock, files} = open();
	const {pid, start} = await livingScreen();
	other(pid, {text: 'at the desk', start});
	expect(file.read()).toBe(null);
	file.save(draft('on the phone'));
	clock.advance(1000);
	expect(files()).toHaveLength(2);
	file.save(draft(''));
	expect(files()).toEqual([`draft-${pid}.json`]);
	expect(hasDraft(folder, session)).toBe(true);
});

it('what a screen left that is gone is gone on with, once; an older one waits for the next screen', () => {
	const {file, other, files, path} = open();
	other(999_999, {text: 'half a thought', start: goneStart});
	expect(file.read()).toEqual(draft('half a thought'));
	expect(files()).toEqual([path.split('/').at(-1)]);
	other(999_998, {text: 'an older one', start: goneStart});
	expect(file.read()).toEqual(draft('half a thought'));
	file.save(draft(''));
	expect(file.read()).toEqual(draft('an older one'));
});

it('who leaves the session leaves its draft to the next screen, though its process goes on', () => {
	const {file, clock, folder} = open();
	file.save(draft('later'));
	file.close();
	const next = openDraftFile({folder, session, clock, redactor});
	expect(next.read()).toEqual(draft('later'));
});

it('a file that an earlier version wrote, or nobody, costs nothing', () => {
	const {file, path} = open();
	const folder = dirname(path);
	writeFileSync(join(folder, 'draft-7.json'), '{"text": 5');
	expect(file.read()).toBe(null);
	writeFileSync(join(folder, 'draft.json'), JSON.stringify(draft('of before')));
	expect(file.read()).toEqual(draft('of before'));
});
