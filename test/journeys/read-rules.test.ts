import {describe, expect, it} from 'vitest';
import {runInside} from '../helpers/exec-inside.ts';
import {openRobot} from '../helpers/robot.ts';
import {openScriptedPlace} from '../helpers/scripted-place.ts';
import type {Asked} from '../helpers/scripted-upstream.ts';

const files = {
	'plan.txt': 'needle one\n',
	'private/plan.txt': 'needle two\n',
	'.env': 'needle three\n',
};

function call(asked: Asked, name: string, input: object): void {
	const id = `c-${name}-${JSON.stringify(input)}`;
	asked.call({id, name, arguments: JSON.stringify(input)});
	asked.finish({reason: 'tool_calls'});
}

function placeWith(rules: readonly object[]) {
	const settings = {files, permissions: {rules}};
	return openScriptedPlace(settings);
}

function told({body}: Asked): string {
	return body.messages.findLast((message: {role: string}) => message.role === 'tool').content;
}

describe('a rule for reading', () => {
	it.each(['deny', 'ask'])(
		'that says "%s" holds inside the workspace, for searches as well',
		async then => {
			const rules = [{scope: 'read', match: 'private/**', then}];
			const {upstream, place} = await placeWith(rules);
			const run = runInside(['exec', '--allow', 'read', 'look'], {place});
			call(await upstream.next(), 'read_file', {path: 'plan.txt'});
			const second = await upstream.next();
			expect(told(second)).toContain('needle one');
			call(second, 'read_file', {path: 'private/../private/plan.txt'});
			const third = await upstream.next();
			expect(JSON.parse(told(third))).toMatchObject({success: false, error: {kind: 'denied'}});
			call(third, 'search_files', {pattern: 'needle'});
			const fourth = await upstream.next();
			expect(JSON.parse(told(fourth))).toMatchObject({matches: ['plan.txt:1:needle one']});
			call(fourth, 'list_files', {});
			const fifth = await upstream.next();
			expect(told(fifth)).not.toContain('private/plan.txt');
			fifth.finish();
			expect((await run).code).toBe(3);
		},
	);

	it('keeps a file from being changed too, whose difference would show it', async () => {
		const rules = [{scope: 'read', match: 'private/**', then: 'deny'}];
		const {upstream, place} = await placeWith(rules);
		const run = runInside(['exec', '--allow', 'read,write', 'look'], {place});
		call(await upstream.next(), 'write_file', {path: 'private/plan.txt', content: 'x'});
		const next = await upstream.next();
		expect(JSON.parse(told(next))).toMatchObject({success: false, error: {kind: 'denied'}});
		expect(told(next)).not.toContain('needle');
		next.finish();
		expect((await run).code).toBe(3);
	});
});

describe('a file with secrets', () => {
	it('of the working folder is read only after a card that says what it holds', async () => {
		const {upstream, place} = await openScriptedPlace({files});
		const agent = openRobot({place});
		agent.say('look');
		call(await upstream.next(), 'read_file', {path: '.env'});
		await agent.see('Read this on this machine');
		await agent.see('it holds secrets of a program');
		await agent.answer('y');
		expect(told(await upstream.next())).toContain('needle three');
	});

	it('of this program asks, where its folder is the working folder', async () => {
		const {upstream, place} = await openScriptedPlace({files});
		const agent = openRobot({place: {...place, cwd: place.home}});
		agent.say('look');
		call(await upstream.next(), 'read_file', {path: 'config.json'});
		await agent.see('it holds settings or records of agent-tui');
	});
});
