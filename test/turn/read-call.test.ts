import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {RiskFacts} from '../../source/events/authorization.ts';
import {type HostId, localHost} from '../../source/events/ids.ts';
import {fileDigest} from '../../source/platform/file-digest.ts';
import {succeed, type Tool, type ToolContext} from '../../source/tools/tool.ts';
import {exposureOf, scopeOf} from '../../source/turn/read-call.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';
import {asked, open} from './turn-harness.ts';

it('what a tool says while it works is written down under its call', async () => {
	const talks: Tool = {
		name: 'talk',
		description: 'Talks.',
		parameters: {type: 'object', properties: {}},
		scope: () => 'shell',
		summary: () => 'talk',
		async run(_, {progress}) {
			progress('half done');
			return succeed({});
		},
	};
	const {turns, model, store, log, answer} = open([], undefined, {tools: [talks]});
	turns.send('talk');
	const exchange = await model.next();
	exchange.call('talk', {}, 'c1');
	exchange.end('calls');
	await asked(store);
	answer('c1', 'once');
	(await model.next()).end();
	await turns.settled();
	expect(log.filter(({type}) => type === 'tool.progressed')).toMatchObject([
		{call: 'c1', note: 'half done'},
	]);
});

describe('a command that runs scripts of the workspace', () => {
	function openWorkspace() {
		const workspace = temporaryFolder();
		mkdirSync(join(workspace, 'sub'), {recursive: true});
		writeFileSync(join(workspace, 's.sh'), 'one');
		writeFileSync(join(workspace, 'sub', 'deep.sh'), 'two');
		return {
			digests: (...names: readonly string[]) =>
				Object.fromEntries(names.map(name => [name, fileDigest(join(workspace, name))])),
			exposed: (facts: RiskFacts, host: HostId = localHost) =>
				exposureOf({tool: {exposure: () => facts} as unknown as Tool, input: {}}, {
					workspace,
					cwd: workspace,
					host,
				} as ToolContext),
		};
	}

	it('is bound to what they say now', () => {
		const {exposed, digests} = openWorkspace();
		const command = './s.sh && ./sub/deep.sh';
		expect(exposed({command, doubt: 'x'})).toEqual({
			...{command, doubt: 'x', files: digests('s.sh', 'sub/deep.sh')},
		});
		const inFolder = {command: './deep.sh', folder: 'sub'};
		expect(exposed(inFolder)).toEqual({...inFolder, files: digests('sub/deep.sh')});
	});

	it.each([
		['where none is run', {command: 'ls'}, localHost],
		['where it is not there', {command: './missing.sh'}, localHost],
		['where it is typed into a terminal', {command: './s.sh', terminal: 't'}, localHost],
		['where it runs elsewhere', {command: './s.sh'}, 'web'],
		['where there is no command', {targets: ['s.sh']}, localHost],
	])('is bound to none %s', (_, facts, host) => {
		const {exposed} = openWorkspace();
		expect(exposed(facts as RiskFacts, host as HostId)).toEqual(facts);
	});
});

it('arguments of a tool that checks them itself come to it as they are', async () => {
	const seen: unknown[] = [];
	const tool: Tool = {
		name: 'free',
		description: 'Takes anything.',
		parameters: {type: 'object', properties: {by: {type: 'number'}}, required: ['by']},
		isCheckedElsewhere: true,
		scope: () => null,
		summary: () => 'free',
		async run(input) {
			seen.push(input);
			return succeed({});
		},
	};
	const {turns, model} = open([], undefined, {tools: [tool]});
	turns.send('go');
	const exchange = await model.next();
	exchange.call('free', {other: 'x'}, 'c1');
	exchange.end('calls');
	(await model.next()).end();
	await turns.settled();
	expect(seen).toEqual([{other: 'x'}]);
});

it('the scope that a rule gives to a call counts its targets', () => {
	const asked: object[] = [];
	const gate = {
		ruledScope(call: object) {
			asked.push(call);
			return 'read';
		},
	};
	const tool = {name: 't', scope: () => null, summary: () => 's', exposure: () => undefined};
	const context = {host: localHost} as ToolContext;
	const scope = (exposure: RiskFacts | undefined) =>
		scopeOf(
			{gate} as never,
			{ok: true, tool: {...tool, exposure: () => exposure} as never, input: {}},
			context,
		);
	expect([scope({targets: ['a']}), scope(undefined)]).toEqual(['read', 'read']);
	const call = {host: localHost, tool: 't', summary: 's'};
	expect(asked).toEqual([{...call, exposure: {targets: ['a']}}, call]);
});
