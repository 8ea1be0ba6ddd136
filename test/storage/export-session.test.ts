import {readdirSync, readFileSync, statSync} from 'node:fs';
import {basename, join} from 'node:path';
import {expect, it} from 'vitest';
import {failed} from '../../source/events/failure.ts';
import type {Outcome} from '../../source/events/outcome.ts';
import {exportedSession} from '../../source/state/exported-session.ts';
import type {State} from '../../source/state/state.ts';
import {exportSession, unusedName} from '../../source/storage/export-session.ts';
import {createRedactor} from '../../source/storage/redact.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

const gone = failed('unreachable', 'gone');
const secret = 'the-known-value';
const call = {
	tool: 'unified_exec',
	host: 'local',
	summary: `echo ${secret}`,
	raw: JSON.stringify({cmd: `echo ${secret}`}),
	status: {type: 'ended', outcome: {status: 'ok', result: {output: secret}}},
};
const state = {
	session: {id: 's1', title: `with ${secret}`, cwd: '/work'},
	chat: {
		items: [
			{type: 'message', text: `it is ${secret}`, at: 1},
			{type: 'reply', text: `I heard ${secret}`, at: 2},
			{type: 'call', call: 'c1'},
		],
	},
	calls: new Map([['c1', call]]),
} as unknown as State;

it.each(['out.md', 'out.json'])('%s holds no secret, and what stood around it', name => {
	const path = join(temporaryFolder(), name);
	expect(
		exportSession(exportedSession(state), {path, redactor: createRedactor([secret])}),
	).toMatchObject({
		ok: true,
	});
	const text = readFileSync(path, 'utf8');
	expect(text).not.toContain(secret);
	expect(text).toMatch(/it is ‹redacted:known·\w{4}›/);
	expect(text).toMatch(/echo ‹redacted:known·\w{4}›/);
	expect(statSync(path).mode & 0o777).toBe(0o600);
	if (name.endsWith('.json')) {
		expect(JSON.parse(text)).toMatchObject({session: {id: 's1'}, calls: [{tool: 'unified_exec'}]});
	}
});

it.each(['out.pdf', '--help', 'out', 'md'])(
	'%s is no name to export to, and nothing is written',
	name => {
		const folder = temporaryFolder();
		const to = {path: join(folder, name), redactor: createRedactor([])};
		expect(exportSession(exportedSession(state), to)).toMatchObject({
			ok: false,
			failure: {message: expect.stringContaining('must end in .md or .json')},
		});
		expect(readdirSync(folder)).toEqual([]);
	},
);

it('a name that is too long is said to be, in words', () => {
	const to = {path: join(temporaryFolder(), `${'x'.repeat(300)}.md`), redactor: createRedactor([])};
	expect(exportSession(exportedSession(state), to)).toMatchObject({
		failure: {message: expect.stringContaining('its name is too long')},
	});
});

it('without a name each export of a session has a file of its own', () => {
	const folder = temporaryFolder();
	const names = [1, 2, 3].map(() => {
		const path = unusedName(folder, 's1');
		expect(exportSession(exportedSession(state), {path, redactor: createRedactor([])}).ok).toBe(
			true,
		);
		return basename(path);
	});
	expect(names).toEqual(['s1.md', 's1-2.md', 's1-3.md']);
});

it.each<[string, Outcome | null, string, string]>([
	['well', {status: 'ok', result: {output: 'a\n', exit_code: 0}}, 'done, exit code 0', 'a'],
	['badly', {status: 'ok', result: {output: 'b', exit_code: 2}}, 'done, exit code 2', 'b'],
	[
		'lost',
		{status: 'lost', failure: gone, result: {output: 'c'}},
		'lost, outcome unknown: gone',
		'c',
	],
	['failed', {status: 'failed', failure: gone}, 'failed: gone', ''],
	['denied', {status: 'denied', reason: 'not now'}, 'denied: not now', ''],
	[
		'cut short',
		{status: 'interrupted'},
		'the program ended while it ran; its outcome is unknown',
		'',
	],
	['without a text', {status: 'ok', result: {files: 3}}, 'done', '"files": 3'],
	['fenced', {status: 'ok', result: {output: '```\nx\n```'}}, 'done', '````\n```\nx\n```\n````'],
	['open', null, 'waits for an answer', ''],
])('a call that ended %s is exported with its true end and its result', (_, outcome, end, text) => {
	const path = join(temporaryFolder(), 'out.md');
	const status = outcome ? {type: 'ended' as const, outcome} : {type: 'waiting' as const};
	const calls = new Map([
		['c1', {tool: 'unified_exec', host: 'local', summary: 'x', status}],
	]) as unknown as State['calls'];
	exportSession(exportedSession({...state, calls}), {path, redactor: createRedactor([])});
	const written = readFileSync(path, 'utf8');
	expect(written).toContain(`**unified_exec** on local: ${end}`);
	expect(written).toContain(text);
});
