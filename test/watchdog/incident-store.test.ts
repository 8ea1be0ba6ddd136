import {mkdirSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Incident} from '../../source/events/incident.ts';
import {type Clock, systemClock} from '../../source/platform/clock.ts';
import {takeLock} from '../../source/platform/lock.ts';
import {startOfProcess} from '../../source/platform/process-identity.ts';
import {
	createIncidentStore,
	emptyMemory,
	readMemory,
	withIncident,
} from '../../source/watchdog/incident-store.ts';
import {learn} from '../../source/watchdog/knowledge.ts';
import {fakeClock} from '../helpers/fake-clock.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

function incident(id: string, at = Date.now()): Incident {
	return {
		id,
		at,
		fault: 'B2',
		name: 'x',
		pattern: 'B2\np',
		evidence: {signal: 'upstream.server-error', count: 1},
		tier: 'rule',
		why: '',
		action: {type: 'inline', what: 'retry'},
		status: {type: 'ended', outcome: 'verified', at},
	};
}

function openStore(folder: string, problems: string[] = [], clock: Clock = systemClock()) {
	return createIncidentStore({
		clock,
		path: join(folder, 'incidents.json'),
		takeLock() {
			const lock = takeLock(join(folder, 'incidents.lock'), clock);
			return lock.status === 'taken' ? lock.release : null;
		},
		onProblem: text => problems.push(text),
	});
}

describe('incidents.json', () => {
	it('is read again by the next program', async () => {
		const folder = temporaryFolder();
		const store = openStore(folder);
		store.change(memory => withIncident(memory, incident('one')));
		await store.settled();
		expect(openStore(folder).memory().incidents).toMatchObject([{id: 'one'}]);
	});

	it('shows what another program has written once it writes itself', async () => {
		const folder = temporaryFolder();
		const [one, other] = [openStore(folder), openStore(folder)];
		one.change(memory => withIncident(memory, incident('theirs')));
		await one.settled();
		expect(other.memory().incidents).toEqual([]);
		other.change(memory => withIncident(memory, incident('ours')));
		await other.settled();
		expect(other.memory().incidents.map(({id}) => id)).toEqual(['theirs', 'ours']);
	});

	it('keeps what two programs write at once', async () => {
		const folder = temporaryFolder();
		const stores = [openStore(folder), openStore(folder)];
		for (let count = 0; count < 20; count += 1) {
			stores.forEach((store, which) => {
				store.change(memory => withIncident(memory, incident(`${which}-${count}`)));
			});
		}
		await Promise.all(stores.map(store => store.settled()));
		expect(readMemory(join(folder, 'incidents.json'), Date.now())?.incidents).toHaveLength(40);
	});

	it('is written once another program lets go of it, which is looked at after a pause each time', async () => {
		const folder = temporaryFolder();
		const path = join(folder, 'incidents.json');
		const clock = fakeClock();
		let tries = 0;
		const store = createIncidentStore({
			clock,
			path,
			takeLock() {
				tries += 1;
				return tries < 4 ? null : () => {};
			},
			onProblem() {},
		});
		store.change(memory => withIncident(memory, incident('one', clock.now())));
		for (let wanted = 1; wanted < 4; wanted += 1) {
			await expect.poll(() => clock.pending()).toBe(1);
			expect(tries).toBe(wanted);
			clock.advance(1000);
		}
		await store.settled();
		expect(tries).toBe(4);
		expect(readMemory(path, clock.now())?.incidents).toHaveLength(1);
	});

	it('that another program never lets go of is not written, and that is said after 200 tries', async () => {
		const problems: string[] = [];
		let tries = 0;
		const store = createIncidentStore({
			clock: {...systemClock(), sleep: async () => {}},
			path: join(temporaryFolder(), 'incidents.json'),
			takeLock() {
				tries += 1;
				return null;
			},
			onProblem: text => problems.push(text),
		});
		store.change(memory => withIncident(memory, incident('one')));
		await store.settled();
		expect(tries).toBe(200);
		expect(problems).toEqual([expect.stringContaining('another program does not let go of it')]);
	});

	it('that is broken is set aside and said so, never overwritten', async () => {
		const folder = temporaryFolder();
		writeFileSync(join(folder, 'incidents.json'), '{"version":1,"incid');
		const problems: string[] = [];
		const store = openStore(folder, problems);
		store.change(memory => withIncident(memory, incident('new')));
		await store.settled();
		const aside = readdirSync(folder).find(name => name.includes('broken'));
		expect(readFileSync(join(folder, aside ?? ''), 'utf8')).toBe('{"version":1,"incid');
		expect(problems).toEqual([expect.stringContaining('The file is kept as')]);
	});

	it('whose entries are not what they should be is set aside as well', async () => {
		const {evidence: _, ...halfAnIncident} = incident('half');
		const whole = {version: 1, incidents: [], knowledge: [], ledger: {}};
		const broken = [
			{...whole, incidents: [null]},
			{...whole, incidents: [halfAnIncident]},
			{...whole, knowledge: [{key: 'k', fixes: [{action: null, verified: 1, failed: 0}]}]},
			{...whole, ledger: {costUsd: 'much'}},
		];
		for (const content of broken) {
			const folder = temporaryFolder();
			writeFileSync(join(folder, 'incidents.json'), JSON.stringify(content));
			const problems: string[] = [];
			expect(openStore(folder, problems).memory()).toEqual(emptyMemory);
			expect(problems).toEqual([expect.stringContaining('The file is kept as')]);
		}
	});

	it('of a version that counted less is read, with nothing counted of the rest', () => {
		const folder = temporaryFolder();
		const older = {version: 1, incidents: [], knowledge: [], ledger: {costUsd: 1.5}};
		writeFileSync(join(folder, 'incidents.json'), JSON.stringify(older));
		expect(openStore(folder).memory().ledger).toEqual({...emptyMemory.ledger, costUsd: 1.5});
	});

	it('ends what a program that was killed was at', async () => {
		const folder = temporaryFolder();
		const clock = fakeClock();
		const path = join(folder, 'incidents.json');
		const status = {type: 'verifying', until: 0} as const;
		const store = openStore(folder, [], clock);
		store.change(memory => withIncident(memory, {...incident('left', clock.now()), status}));
		await store.settled();
		expect(readMemory(path, clock.now())?.incidents).toMatchObject([{status}]);
		clock.advance(300_000);
		const ended = [{id: 'left', status: {type: 'ended', outcome: 'unproven'}}];
		expect(readMemory(path, clock.now())?.incidents).toMatchObject(ended);
		expect(openStore(folder, [], clock).memory().incidents).toMatchObject(ended);
	});

	it('that can not be written is told once, and memory goes on', async () => {
		const folder = temporaryFolder();
		mkdirSync(join(folder, 'incidents.json'));
		const problems: string[] = [];
		const store = openStore(folder, problems);
		store.change(memory => withIncident(memory, incident('one')));
		await store.settled();
		store.change(memory => withIncident(memory, incident('two')));
		await store.settled();
		expect(store.memory().incidents.map(({id}) => id)).toEqual(['one', 'two']);
		expect(problems.filter(text => text.includes('memory only')).length).toBeLessThanOrEqual(1);
		expect(problems[0]).toMatch(/could not be read: EISDIR/);
	});

	it('in a folder that can not be written to is kept in memory, told once', async () => {
		const folder = temporaryFolder();
		const problems: string[] = [];
		const store = createIncidentStore({
			clock: systemClock(),
			path: join(folder, 'incidents.json'),
			takeLock() {
				throw new Error('EROFS: read-only file system');
			},
			onProblem: text => problems.push(text),
		});
		for (const id of ['one', 'two']) {
			store.change(memory => withIncident(memory, incident(id)));
			await store.settled();
		}
		expect(store.memory().incidents.map(({id}) => id)).toEqual(['one', 'two']);
		expect(problems).toEqual([
			`Incidents are kept in memory only: ${join(folder, 'incidents.json')} can't be written (EROFS: read-only file system).`,
		]);
	});

	it('has everything once it can be written again', async () => {
		const folder = temporaryFolder();
		let isFull = true;
		const store = createIncidentStore({
			clock: systemClock(),
			path: join(folder, 'incidents.json'),
			takeLock() {
				if (isFull) {
					throw new Error('ENOSPC');
				}
				return () => {};
			},
			onProblem: () => {},
		});
		for (const id of ['one', 'two', 'three']) {
			isFull = id !== 'three';
			store.change(memory => withIncident(memory, incident(id)));
			await store.settled();
		}
		const kept = readMemory(join(folder, 'incidents.json'), Date.now());
		expect(kept?.incidents.map(({id}) => id)).toEqual(['one', 'two', 'three']);
		expect(store.memory()).toEqual(kept);
	});

	it('forgets incidents after seven days', async () => {
		const folder = temporaryFolder();
		const store = openStore(folder);
		const week = 7 * 24 * 3_600_000;
		store.change(memory => withIncident(memory, incident('old', Date.now() - week - 1)));
		store.change(memory => withIncident(memory, incident('new')));
		await store.settled();
		expect(store.memory().incidents.map(({id}) => id)).toEqual(['new']);
	});
});

describe('what was learned', () => {
	it('keeps the 500 newest patterns', () => {
		let knowledge = learn([], lesson('0'));
		for (let count = 1; count < 600; count += 1) {
			knowledge = learn(knowledge, lesson(String(count)));
		}
		expect(knowledge).toHaveLength(500);
		expect(knowledge[0]?.key).toBe('100');
	});

	it('never takes telling the user for a fix', () => {
		expect(learn([], {...lesson('k'), action: {type: 'alert', text: 'x'}})).toEqual([]);
	});

	const lesson = (key: string) =>
		({
			key,
			fault: 'B2',
			action: {type: 'inline', what: 'retry'},
			outcome: 'verified',
			at: 0,
		}) as const;
});

it('an incident whose process is gone has ended for the next program at once, and another has not', () => {
	const folder = temporaryFolder();
	const status = {type: 'verifying', until: Date.now() + 60_000} as const;
	const here = {pid: process.pid, start: startOfProcess(process.pid)};
	const incidents = [
		{...incident('left'), status, owner: {...here, start: 'another process had this id'}},
		{...incident('mine'), status, owner: here},
	];
	const memory = {version: 1, ...emptyMemory, incidents};
	writeFileSync(join(folder, 'incidents.json'), JSON.stringify(memory));
	expect(openStore(folder).memory().incidents).toMatchObject([
		{id: 'left', status: {type: 'ended', outcome: 'unproven'}},
		{id: 'mine', status: {type: 'verifying'}},
	]);
});
