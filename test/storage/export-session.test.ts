import {readFileSync, statSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {exportSession} from '../../source/storage/export-session.ts';
import {createRedactor} from '../../source/storage/redact.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

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
} as const;

it.each(['out.md', 'out.json'])('%s holds no secret, and what stood around it', name => {
	const path = join(temporaryFolder(), name);
	expect(exportSession(state, {path, redactor: createRedactor([secret])})).toMatchObject({
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
