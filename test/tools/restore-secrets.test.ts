import {readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import type {JsonObject} from '../../source/events/json.ts';
import {createRedactor} from '../../source/storage/redact.ts';
import {createCatalogue} from '../../source/tools/catalogue.ts';
import type {ToolContext} from '../../source/tools/tool.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';
import {tools} from './tool-harness.ts';

const redactor = createRedactor();
const env = 'API_TOKEN=abcd1234\nPORT=1\n';
const mark = /‹[^›]+›/.exec(redactor.text(env))![0];

function place() {
	const cwd = temporaryFolder();
	const path = join(cwd, '.env');
	writeFileSync(path, env);
	writeFileSync(join(cwd, 'other'), 'nothing secret\n');
	const context: ToolContext = {...tools({cwd}).context, marks: redactor.marks};
	const call = (name: string, input: JsonObject) =>
		createCatalogue().find(name)!.run(input, context);
	return {
		call,
		read: () => readFileSync(path, 'utf8'),
		other: () => readFileSync(join(cwd, 'other'), 'utf8'),
	};
}

it.each([
	[
		'edit_file',
		{
			path: '.env',
			old_string: `API_TOKEN=${mark}\nPORT=1`,
			new_string: `API_TOKEN=${mark}\nPORT=2`,
		},
	],
	['write_file', {path: '.env', content: `API_TOKEN=${mark}\nPORT=2\n`}],
	[
		'apply_patch',
		{
			patch: `*** Begin Patch\n*** Update File: .env\n@@\n API_TOKEN=${mark}\n-PORT=1\n+PORT=2\n*** End Patch\n`,
		},
	],
])('%s makes a mark again what it stands for in this file', async (name, input) => {
	const {call, read} = place();
	expect(await call(name, input)).toMatchObject({status: 'ok'});
	expect(read()).toBe('API_TOKEN=abcd1234\nPORT=2\n');
});

it.each([
	['write_file', {path: 'other', content: `TOKEN=${mark}\n`}],
	['write_file', {path: 'new', content: mark}],
	['edit_file', {path: 'other', old_string: 'nothing', new_string: mark}],
	['edit_file', {path: '.env', old_string: 'PORT=1', new_string: '‹redacted:field·0000›'}],
])('%s carries no secret into another file, and says why', async (name, input) => {
	const {call, read, other} = place();
	expect(await call(name, input)).toMatchObject({
		status: 'failed',
		failure: {kind: 'bad-input', message: expect.stringContaining('hidden from you')},
	});
	expect([read(), other()]).toEqual([env, 'nothing secret\n']);
});
