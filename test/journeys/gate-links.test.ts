import {
	existsSync,
	mkdirSync,
	readFileSync,
	renameSync,
	symlinkSync,
	unlinkSync,
	writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Place} from '../helpers/agent.ts';
import {openRobot} from '../helpers/robot.ts';
import {openScriptedPlace} from '../helpers/scripted-place.ts';
import type {Asked} from '../helpers/scripted-upstream.ts';

const files = {'src/a.txt': 'one\n', 'other/a.txt': 'one\n'};

/** A model that asks for this change; its card is waited for. */
async function ask(name: string, input: object) {
	const {upstream, place} = await openScriptedPlace({files});
	const agent = openRobot({place, rows: 30, columns: 100});
	agent.say('change it');
	const asked = await upstream.next();
	asked.call({id: 'c0', name, arguments: JSON.stringify(input)});
	asked.finish({reason: 'tool_calls'});
	await agent.see('Change this on this machine');
	return {agent, place, upstream};
}

function told({body}: Asked): string {
	return body.messages.findLast((message: {role: string}) => message.role === 'tool').content;
}

/** Where `src` was, a link stands now that leads out of the workspace. */
function swapFolder({cwd, home}: Place): string {
	const elsewhere = join(home, 'elsewhere');
	mkdirSync(elsewhere);
	writeFileSync(join(elsewhere, 'a.txt'), 'one\n');
	renameSync(join(cwd, 'src'), join(cwd, 'was-src'));
	symlinkSync(elsewhere, join(cwd, 'src'));
	return elsewhere;
}

const refused = 'nothing was written';

describe('between the card and the run', () => {
	it.each([
		['edit_file', {path: 'src/a.txt', old_string: 'one', new_string: 'two'}],
		['write_file', {path: 'src/a.txt', content: 'two\n'}],
		['write_file', {path: 'src/new.txt', content: 'two\n'}],
		[
			'apply_patch',
			{patch: '*** Begin Patch\n*** Update File: src/a.txt\n@@\n-one\n+two\n*** End Patch'},
		],
	])('a folder that becomes a link stops %s, with %j', async (name, input) => {
		const {agent, place, upstream} = await ask(name, input);
		const elsewhere = swapFolder(place);
		await agent.answer('y');
		expect(told(await upstream.next())).toContain(refused);
		expect(readFileSync(join(elsewhere, 'a.txt'), 'utf8')).toBe('one\n');
		expect(existsSync(join(elsewhere, 'new.txt'))).toBe(false);
		expect(readFileSync(join(place.cwd, 'was-src/a.txt'), 'utf8')).toBe('one\n');
	});

	it('a file that becomes a link to another one with the same text stops the change', async () => {
		const {agent, place, upstream} = await ask('edit_file', {
			path: 'src/a.txt',
			old_string: 'one',
			new_string: 'two',
		});
		const path = join(place.cwd, 'src/a.txt');
		unlinkSync(path);
		symlinkSync('../other/a.txt', path);
		await agent.answer('y');
		expect(told(await upstream.next())).toContain(refused);
		expect(readFileSync(join(place.cwd, 'other/a.txt'), 'utf8')).toBe('one\n');
	});
});

describe('/undo', () => {
	it('does not follow a link that stands where the folder of the changed file was', async () => {
		const {agent, place, upstream} = await ask('write_file', {
			path: 'src/a.txt',
			content: 'two\n',
		});
		await agent.answer('y');
		const asked = await upstream.next();
		asked.say('Written.');
		asked.finish();
		await agent.see('Written.');
		await agent.idle();
		const elsewhere = swapFolder(place);
		// What it left there is what it would find here: only the way there is another one.
		writeFileSync(join(elsewhere, 'a.txt'), 'two\n');
		agent.press('C-x', 'u');
		await agent.see('src/a.txt leads to');
		expect(readFileSync(join(elsewhere, 'a.txt'), 'utf8')).toBe('two\n');
	});
});
