import {describe, expect, it} from 'vitest';
import {type Asking, headlessDecision} from '../../source/gate/headless.ts';
import type {ToolCall} from '../../source/state/state.ts';

const everything = 'everything-in-this-sandbox';

function decide(
	{allow, ...asking}: Partial<Asking> & {allow: readonly string[]},
	more: Partial<ToolCall> = {},
) {
	const call = {scope: 'shell', host: 'local', summary: 'make', ...more} as ToolCall;
	return headlessDecision(call, {type: 'ask', ...asking}, {allow});
}

describe('without a person', () => {
	it.each([
		['a scope that no flag allows', {allow: ['write']}, {}, 'run with --allow shell'],
		['a call of no scope', {allow: ['shell']}, {scope: null}, 'Scope "null" is needed'],
		[
			'what reaches further than its scope',
			{allow: ['shell', everything]},
			{exposure: {raises: 'it is private'}},
			'it is private, which a person has to allow. Only a rule with these very words does: make',
		],
		['a rule that asks', {allow: ['shell', everything], by: 'rule'}, {}, 'asks about it, nobody'],
		[
			'a rule that asks and says why',
			{allow: ['shell'], by: 'rule', why: 'be careful'},
			{},
			'asks about it (be careful), nobody',
		],
		[
			'a built-in rule',
			{allow: ['shell', everything], by: 'built-in', why: 'it deletes'},
			{},
			'it deletes, so a person has to allow it',
		],
		['a session that asks each time', {allow: ['shell', everything], by: 'mode'}, {}, '/mode ask'],
		['a call that was mended', {allow: ['shell']}, {mended: 'x'}, 'it had to be mended'],
		[
			'what can not be seen through',
			{allow: ['shell'], by: 'sight', why: 'unclear'},
			{},
			`unclear, and --allow shell does not cover that. Write it as plain commands, or add a rule for these very words, with "exact": true, to permissions.rules. In a sandbox --allow shell,${everything} covers`,
		],
		[
			'a place elsewhere, whatever was said of the sandbox',
			{allow: ['shell', everything], by: 'place', why: 'outside'},
			{},
			'Stay inside the workspace and away from such files',
		],
		[
			'a file elsewhere',
			{allow: ['write']},
			{scope: 'write', exposure: {targets: ['a', '/b']}},
			'/b lies outside the workspace',
		],
	] as const)('%s is denied, with what would allow it', (_, asking, call, words) => {
		const decided = decide(asking as never, call as never);
		expect(decided).toEqual({
			type: 'deny',
			by: 'headless',
			reason: expect.stringContaining(words),
		});
	});

	it.each([
		['a scope that a flag allows', {allow: ['shell']}, {}],
		['a file of the workspace', {allow: ['write']}, {scope: 'write', exposure: {targets: ['a']}}],
		[
			'what can not be seen through, in a sandbox',
			{allow: ['shell', everything], by: 'sight', why: 'unclear'},
			{},
		],
	] as const)('%s is allowed', (_, asking, call) => {
		expect(decide(asking as never, call as never)).toEqual({type: 'allow', by: 'headless'});
	});
});
