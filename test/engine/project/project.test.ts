import {mkdirSync, realpathSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {createProject, type ProjectPorts} from '../../../source/engine/project/project.ts';
import type {WorkPlace} from '../../../source/engine/project/standings.ts';
import type {Event} from '../../../source/events/event.ts';
import {type HostId, localHost, type TurnId} from '../../../source/events/ids.ts';
import {localFiles} from '../../../source/platform/local-files.ts';
import {createSecrets} from '../../../source/platform/secret-places.ts';
import {createStore} from '../../../source/state/store.ts';
import {openTrustBook} from '../../../source/storage/trust.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';
import {temporaryFolder} from '../../helpers/temporary-folder.ts';

const web = 'web' as HostId;

/** A folder here and one that stands for another machine; where calls run is up to the test. */
function open(change: Partial<ProjectPorts> = {}) {
	const [state, ownFolder, here, there] = [1, 2, 3, 4].map(() => realpathSync(temporaryFolder()));
	const clock = fakeClock();
	const store = createStore(clock);
	let count = 0;
	let place: WorkPlace | null = {host: localHost, cwd: here!, address: ''};
	writeFileSync(join(here!, 'AGENTS.md'), 'Near.');
	writeFileSync(join(there!, 'AGENTS.md'), 'Far.');
	const project = createProject({
		store,
		append: (event: Event) => void store.append(event),
		clock,
		ids: (() => `q${count++}`) as never,
		trustBook: openTrustBook(state!),
		ownFolder: ownFolder!,
		localFiles,
		place: () => place,
		files: () => localFiles,
		secrets: () => createSecrets(),
		isAnybodyThere: true,
		...change,
	});
	const prepare = (turn: string) => project.prepare(turn as TurnId);
	const question = () => store.state().project.question;
	const told = () => project.told().map(({text}) => text);
	return {
		...{project, store, clock, prepare, question, told, here: here!, ownFolder: ownFolder!},
		go(host: HostId, address = 'me@web') {
			place = host === localHost ? {host, cwd: here!, address: ''} : {host, cwd: there!, address};
		},
		trust: () => project.answer(question()!.id, 'trust'),
	};
}

describe('what the model is told', () => {
	it('is nothing of another machine in the moment in which calls go elsewhere', async () => {
		const {go, prepare, told, trust, ownFolder} = open();
		writeFileSync(join(ownFolder, 'AGENTS.md'), 'Mine.');
		await prepare('1');
		expect(told()).toEqual(['Mine.']);
		trust();
		expect(told()).toEqual(['Mine.', 'Near.']);
		go(web);
		expect(told()).toEqual(['Mine.']);
		await prepare('2');
		trust();
		expect(told()).toEqual(['Mine.', 'Far.']);
	});

	it('was trusted of one machine, and asks again behind the same name with another address', async () => {
		const {go, prepare, told, trust, question} = open();
		go(web, 'me@10.0.0.1');
		await prepare('1');
		trust();
		expect(told()).toEqual(['Far.']);
		go(web, 'me@10.0.0.2');
		await prepare('2');
		expect(told()).toEqual([]);
		expect(question()).toMatchObject({host: web});
	});

	it('is nothing of a machine that does not answer, and the message is not held up for long', async () => {
		const never = new Promise<never>(() => {});
		const {go, prepare, told, store, clock} = open({
			files: () => ({...localFiles, realpath: () => never}),
		});
		go(web);
		const ready = prepare('1');
		clock.advance(5000);
		await ready;
		expect(told()).toEqual([]);
		expect(store.state().project.facts?.notes[0]).toContain('could not be read');
	});

	it('is read of this machine also where that is so busy that a far one would be given up', async () => {
		let release = () => {};
		const released = new Promise<void>(resolve => {
			release = resolve;
		});
		const realpath: typeof localFiles.realpath = async (...asked) => {
			await released;
			return localFiles.realpath(...asked);
		};
		const {prepare, question, store, clock} = open({files: () => ({...localFiles, realpath})});
		const ready = prepare('1');
		clock.advance(5000);
		release();
		await ready;
		expect(question()?.files).toMatchObject([{text: 'Near.'}]);
		expect(store.state().project.facts?.notes).toEqual([]);
	});

	it('is never read here for a machine that is not connected', async () => {
		const {go, prepare, told, question} = open({files: () => null});
		go(web);
		await prepare('1');
		expect([told(), question()]).toEqual([[], null]);
	});
});

describe('an answer', () => {
	it('is about what was shown, not about what stands there by now', async () => {
		const {prepare, told, trust, question, here} = open();
		await prepare('1');
		writeFileSync(join(here, 'AGENTS.md'), 'Swapped.');
		trust();
		await prepare('2');
		expect(told()).toEqual([]);
		expect(question()?.files).toMatchObject([{text: 'Swapped.', is: 'changed'}]);
	});

	it('to a question that is gone changes nothing, and neither does a second one', async () => {
		const {project, prepare, told, question, here} = open();
		await prepare('1');
		const old = question()!.id;
		writeFileSync(join(here, 'AGENTS.md'), 'Other.');
		await prepare('2');
		project.answer(old, 'trust');
		expect(told()).toEqual([]);
		const now = question()!.id;
		project.answer(now, 'later');
		project.answer(now, 'trust');
		expect(told()).toEqual([]);
	});

	it('of not now holds for this content: what is new asks again', async () => {
		const {project, prepare, question, here} = open();
		await prepare('1');
		project.answer(question()!.id, 'later');
		await prepare('2');
		expect(question()).toBe(null);
		mkdirSync(join(here, '.git'));
		writeFileSync(join(here, 'AGENTS.md'), 'New.');
		await prepare('3');
		expect(question()?.files).toMatchObject([{text: 'New.'}]);
	});
});

it('the files are read once a message, however many replies it takes', async () => {
	let reads = 0;
	const read: typeof localFiles.read = (path, options) => {
		reads += path.endsWith('AGENTS.md') ? 1 : 0;
		return localFiles.read(path, options);
	};
	const {prepare} = open({files: () => ({...localFiles, read})});
	await prepare('1');
	await prepare('1');
	expect(reads).toBe(1);
	await prepare('2');
	expect(reads).toBe(2);
});
