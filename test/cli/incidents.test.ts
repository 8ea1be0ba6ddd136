import {readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {runCommand} from '../../source/cli/run.ts';
import type {Incident} from '../../source/events/incident.ts';
import {emptyMemory, type Memory} from '../../source/watchdog/incident-store.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';
import {capturedFront} from './front.ts';

const secret = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789ABCD';

const refused: Incident = {
	id: 'incident_1',
	fault: 'B3',
	name: 'the provider refuses the key',
	pattern: 'B3\nopenrouter\nm\n\n401',
	at: Date.now() - 60_000,
	evidence: {
		signal: 'upstream.key-refused',
		count: 1,
		provider: 'openrouter',
		model: 'm',
		code: 401,
		note: `Incorrect API key: ${secret}`,
	},
	tier: 'rule',
	why: 'the rule of B3',
	action: {type: 'alert', text: 'Put a valid key there.'},
	status: {type: 'ended', outcome: 'told', at: Date.now() - 60_000},
	after: 'Put a valid key there.',
};

const memory: Memory = {
	incidents: [refused],
	knowledge: [
		{
			key: 'A4\n\n\n\ntimeout',
			fault: 'A4',
			lastSeen: 1,
			fixes: [{action: {type: 'restart-proxy'}, verified: 3, failed: 1}],
		},
	],
	ledger: {
		...emptyMemory.ledger,
		month: '2026-11',
		callsThisMonth: 2,
		inputTokens: 900,
		costUsd: 0.5,
	},
};

async function incidents(text: string | null, ...flags: readonly string[]) {
	const home = temporaryFolder();
	if (text !== null) {
		writeFileSync(join(home, 'incidents.json'), text);
	}
	const {cli, out, err} = capturedFront(home, {cwd: home});
	const code = await runCommand(['incidents', ...flags], cli);
	return {home, code, out: out(), err: err()};
}

const stored = JSON.stringify({version: 1, ...memory});

describe('agent-tui incidents', () => {
	it('says so where nothing has happened', async () => {
		expect(await incidents(null)).toMatchObject({
			code: 0,
			out: '',
			err: 'No incident in the last seven days.\n',
		});
	});

	it('lists what happened, what was done, by whom, and what came of it; then what is known', async () => {
		const {out, code} = await incidents(stored);
		expect(code).toBe(0);
		expect(out).toMatch(/B3 +the provider refuses the key +openrouter\/m +tell you +rule +told/);
		expect(out).toMatch(/A4 +- +restart the proxy +75 % of 4/);
		expect(out).toContain('Diagnoses in 2026-11: 2, 900 tokens, $0.5000.');
	});

	it('gives everything as JSON', async () => {
		const {out} = await incidents(stored, '--json');
		expect(JSON.parse(out)).toMatchObject({
			incidents: [{fault: 'B3', status: {outcome: 'told'}}],
			ledger: {callsThisMonth: 2},
		});
	});

	it('writes a report for a bug, for its owner only, without secrets', async () => {
		const {home, code, err} = await incidents(stored, '--export', 'report.md');
		const path = join(home, 'report.md');
		expect({code, err}).toEqual({code: 0, err: `Written to ${path}\n`});
		const report = readFileSync(path, 'utf8');
		expect(report).toContain('## B3: the provider refuses the key');
		expect(report).toContain('- decided by: rule (the rule of B3)');
		expect(report).toContain('- outcome: told: Put a valid key there.');
		expect(report).not.toContain(secret);
		expect(statSync(path).mode & 0o777).toBe(0o600);
	});

	it('takes the end of the log into the report', async () => {
		const home = temporaryFolder();
		const lines = Array.from({length: 300}, (_, index) => `line ${index} token=${secret}`);
		writeFileSync(join(home, 'monitor.log'), `${lines.join('\n')}\n`);
		const {cli} = capturedFront(home, {cwd: home});
		await runCommand(['incidents', '--export', 'report.md'], cli);
		const report = readFileSync(join(home, 'report.md'), 'utf8');
		expect(report).toContain('line 299');
		expect(report).toContain('line 100 ');
		expect(report).not.toContain('line 99 ');
		expect(report).not.toContain(secret);
	});

	it.each(['{"version": 1, "incidents": [', '[]', '{"version": 9}', ''])(
		'leaves a file alone that it can not read: %j',
		async text => {
			const {home, code, err} = await incidents(text);
			expect(code).toBe(1);
			expect(err).toContain("incidents.json can't be read. The next start sets it aside");
			expect(readdirSync(home)).toEqual(['incidents.json']);
			expect(readFileSync(join(home, 'incidents.json'), 'utf8')).toBe(text);
		},
	);

	it('says why a report can not be written', async () => {
		const {code, err} = await incidents(stored, '--export', 'no/such/folder/report.md');
		expect(code).toBe(1);
		expect(err).toContain("report.md can't be written");
	});
});

describe('agent-tui launch without a terminal', () => {
	it('says what to do instead', async () => {
		const {cli, err} = capturedFront(temporaryFolder());
		expect(await runCommand(['launch', 'codex'], cli)).toBe(2);
		expect(err()).toContain('run agent-tui proxy');
	});
});
