import {
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	statSync,
	utimesSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {systemClock} from '../../source/platform/clock.ts';
import {createRedactor} from '../../source/storage/redact.ts';
import {
	openSidecar,
	parseRecord,
	type Sidecar,
	type SidecarOptions,
	sidecarPath,
} from '../../source/storage/sidecar.ts';
import {sidecarParts} from '../../source/storage/sidecar-parts.ts';
import {fakeClock} from '../helpers/fake-clock.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

function open(folder: string, change: Partial<SidecarOptions> = {}): Sidecar {
	const sidecar = openSidecar({
		folder,
		clock: systemClock(),
		redactor: createRedactor(['a known value']),
		onProblem: problem => {
			throw new Error(problem.message);
		},
		...change,
	});
	onTestFinished(() => sidecar.close());
	return sidecar;
}

const linesOf = (folder: string) => readFileSync(sidecarPath(folder), 'utf8').trimEnd().split('\n');

describe('the debug sidecar', () => {
	it('is strict JSON, a record a line, numbered in the order of the facts, for the user alone', () => {
		const folder = join(temporaryFolder(), 'session');
		const sidecar = open(folder);
		sidecar.record('model.request', {request: 1, body: {text: 'one\ntwo'}});
		sidecar.record('model.response', {request: 1});
		sidecar.flush();
		expect(linesOf(folder).map(line => JSON.parse(line))).toEqual([
			{
				v: 1,
				seq: 1,
				at: expect.any(Number),
				type: 'model.request',
				request: 1,
				body: {text: 'one\ntwo'},
			},
			{v: 1, seq: 2, at: expect.any(Number), type: 'model.response', request: 1},
		]);
		expect(statSync(sidecarPath(folder)).mode & 0o777).toBe(0o600);
		expect(statSync(folder).mode & 0o777).toBe(0o700);
	});

	it('is not there before something was recorded', () => {
		const folder = join(temporaryFolder(), 'session');
		open(folder).flush();
		expect(existsSync(folder)).toBe(false);
	});

	it('writes when nothing else is to be done, with the time at which it was told', () => {
		const folder = temporaryFolder();
		const clock = fakeClock();
		const sidecar = open(folder, {clock});
		sidecar.record('error', {where: 'here'});
		expect(existsSync(sidecarPath(folder))).toBe(false);
		const at = clock.now();
		clock.advance(1000);
		expect(JSON.parse(linesOf(folder)[0]!)).toMatchObject({at, where: 'here'});
	});

	it('holds no secret', () => {
		const folder = temporaryFolder();
		const sidecar = open(folder);
		sidecar.record('tool.run', {arguments: {cmd: 'X_TOKEN=abcd1234 run'}, result: 'a known value'});
		sidecar.flush();
		expect(linesOf(folder)[0]).toMatch(
			/X_TOKEN=‹redacted:field·\w{4}› run"},"result":"‹redacted:known·\w{4}›"/,
		);
	});

	it('counts on where an earlier process stopped', () => {
		const folder = temporaryFolder();
		const first = open(folder);
		first.record('debug.started', {});
		first.record('debug.stopped', {});
		first.close();
		const second = open(folder);
		second.record('debug.started', {});
		second.flush();
		expect(linesOf(folder).map(line => parseRecord(line)?.seq)).toEqual([1, 2, 3]);
	});

	it('puts a full file aside, packs it, and reads all of it in order', async () => {
		const folder = temporaryFolder();
		const sidecar = open(folder, {fileBytesMax: 2000});
		for (let number = 1; number <= 50; number += 1) {
			sidecar.record('model.request', {number, text: 'x'.repeat(100)});
		}
		sidecar.flush();
		await expect
			.poll(() => readdirSync(folder).filter(name => name !== 'debug.jsonl'))
			.toEqual(['debug.1.jsonl.gz', 'debug.2.jsonl.gz', 'debug.3.jsonl.gz', 'debug.4.jsonl.gz']);
		const lines = [...sidecarParts(folder), readFileSync(sidecarPath(folder), 'utf8')]
			.flatMap(part => part.split('\n'))
			.flatMap(line => parseRecord(line) ?? []);
		expect(lines.map(({number}) => number)).toEqual(Array.from({length: 50}, (_, at) => at + 1));
		expect(statSync(join(folder, 'debug.1.jsonl.gz')).mode & 0o777).toBe(0o600);
	});

	it('takes away what was recorded long ago, of any session, and nothing else', () => {
		const sessions = temporaryFolder();
		const longAgo = Date.now() / 1000 - 15 * 24 * 3600;
		mkdirSync(join(sessions, 'old'));
		for (const name of ['debug.jsonl', 'debug.3.jsonl.gz', 'journal.jsonl']) {
			writeFileSync(join(sessions, 'old', name), '');
			utimesSync(join(sessions, 'old', name), longAgo, longAgo);
		}
		const sidecar = open(join(sessions, 'new'));
		sidecar.record('debug.started', {});
		sidecar.flush();
		expect(readdirSync(join(sessions, 'old'))).toEqual(['journal.jsonl']);
	});

	it('says once that it can’t be written, and goes on without', () => {
		const folder = temporaryFolder();
		const problems: string[] = [];
		writeFileSync(join(folder, 'a-file'), '');
		const sidecar = open(join(folder, 'a-file'), {
			onProblem: ({message}) => problems.push(message),
		});
		sidecar.record('error', {});
		sidecar.record('error', {});
		sidecar.flush();
		expect(problems).toEqual([expect.stringContaining("can't be written")]);
	});
});
