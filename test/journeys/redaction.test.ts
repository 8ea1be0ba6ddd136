import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {gunzipSync} from 'node:zlib';
import {expect, it} from 'vitest';
import {type Ran, runProgram, startProgram} from '../helpers/run-program.ts';
import {openScriptedPlace} from '../helpers/scripted-place.ts';
import type {Asked} from '../helpers/scripted-upstream.ts';
import {readRow, secretLanes} from '../storage/fixtures/secret-lanes.ts';
import {neighbours, planted, textOf} from '../storage/fixtures/secrets.ts';

const all = planted.map(textOf).join('\n');
const around = neighbours.join(' ');
const known = 'a-value-that-only-the-environment-has';
const secrets = [...planted.map(({secret}) => secret), known];

it('a secret is found nowhere: not under the state folder, not in what the model gets or scripts read', async () => {
	const {upstream, place} = await openScriptedPlace({
		files: {
			'secrets.txt': `${around}\n${all}\n${around}\n`,
			'service.ini': envFile,
			'README.md': '# x\n',
		},
	});
	const running = startProgram(
		['exec', '--json', '--allow', 'shell,write', `${around}\n${all}\nthe key ${known}`],
		{place, env: {AGENT_TUI_DEBUG: '1', MY_SERVICE_TOKEN: known}},
	);
	const asked: Asked[] = [];
	const step = async (act: (asked: Asked) => void) => {
		const next = await upstream.next();
		asked.push(next);
		act(next);
	};
	await step(next => {
		// As a model streams: the pieces end anywhere.
		for (const piece of `${around}\n${all}\n${known}\n`.match(/[\s\S]{1,3}/g) ?? []) {
			next.think(piece);
			next.say(piece);
		}
		call(next, 'unified_exec', {cmd: `cat secrets.txt; echo ${known}`});
	});
	await step(next => call(next, 'unified_exec', {cmd: `cat <<'X' >/dev/null\n${all}\nX`}));
	await step(next => call(next, 'read_file', {path: 'secrets.txt'}));
	await step(next => call(next, 'write_file', {path: 'new.txt', content: `${around}\n${all}\n`}));
	await step(next => call(next, 'read_file', {path: 'service.ini'}));
	await step(next => {
		const mark = /API_TOKEN=(‹redacted:[a-z-]+·\w{4}›)/.exec(JSON.stringify(next.body))?.[1];
		const [before, after] = [`API_TOKEN=${mark}\nPORT=1`, `API_TOKEN=${mark}\nPORT=2`];
		call(next, 'edit_file', {path: 'service.ini', old_string: before, new_string: after});
	});
	await step(next => call(next, 'unified_exec', {cmd: 'echo ‹redacted:openai·1234›'}));
	await step(next => {
		next.say('done');
		next.finish();
	});
	const {code, out, err} = await running.done;
	const logs = await runProgram(['logs', '--pretty'], {place});
	expect(code).toBe(0);

	// The real files are as they were meant to be, and the marks were understood where they belong.
	expect(readFileSync(join(place.cwd, 'service.ini'), 'utf8')).toBe(
		envFile.replace('PORT=1', 'PORT=2'),
	);
	expect(readFileSync(join(place.cwd, 'new.txt'), 'utf8')).toContain(all);
	expect(JSON.stringify(asked.at(-1)?.body)).toContain(
		'stands for a secret that is hidden from you',
	);

	const places = [
		...filesUnder(place.home),
		{name: 'requests', text: JSON.stringify(asked.map(({body}) => body))},
		{name: 'stdout', text: out},
		{name: 'stderr', text: err},
		{name: 'logs', text: logs.out},
	];
	for (const {name, text} of places) {
		expect(leaksIn(text), name).toEqual([]);
	}
	for (const name of ['journal.jsonl', 'debug.jsonl', '1.log', 'requests', 'stdout', 'logs']) {
		const text = places.find(one => one.name.endsWith(name))?.text ?? '';
		expect(
			neighbours.filter(neighbour => !text.includes(neighbour)),
			name,
		).toEqual([]);
	}
});

it('nor is one that a command, a header or a key file holds: calls denied, broken, and of no tool', async () => {
	const {upstream, place} = await openScriptedPlace();
	const env = {AGENT_TUI_DEBUG: '1'};
	const asked: Asked[] = [];
	const printed: Ran[] = [];
	let session = '';
	for (const [number, rows] of Object.values(secretLanes).entries()) {
		const texts = rows.map(row => readRow(row).text);
		upstream.always(next => {
			asked.push(next);
			for (const piece of texts.join('\n\n').match(/[\s\S]{1,5}/g) ?? []) {
				next.say(piece);
			}
			for (const [index, text] of texts.entries()) {
				next.call({
					id: `call_${number}_${index}`,
					index,
					...callWith(text, number < 2 ? index % 4 : index % 3),
				});
			}
			next.finish({reason: 'tool_calls'});
		});
		const how = number % 2 === 0 ? ['--json'] : [];
		const goOn = session === '' ? [] : ['--session', session];
		const ran = await runProgram(['exec', ...how, ...goOn, `do:\n${texts.join('\n\n')}`], {
			place,
			env,
		});
		session ||= JSON.parse(ran.out.split('\n')[0]!).session;
		printed.push(ran);
	}
	expect(asked.length).toBeGreaterThanOrEqual(Object.keys(secretLanes).length);
	const later = [
		['logs', '--pretty', '--session', session],
		['logs', '--failures', '--session', session],
		['sessions', 'export', session, join(place.home, 'a.md')],
		['sessions', 'export', session, join(place.home, 'a.json')],
		['replay', session],
		['incidents', '--json'],
		['incidents', '--export', join(place.home, 'incidents.md')],
	];
	for (const parameters of later) {
		printed.push(await runProgram(parameters, {place, env}));
	}
	const places = [
		...filesUnder(place.home),
		{name: 'requests', text: JSON.stringify(asked.map(({body}) => body))},
		...printed.map(({out, err}, index) => ({name: `printed ${index}`, text: `${out}\n${err}`})),
	];
	for (const {name, text} of places) {
		expect(leaksIn(text, inLanes), name).toEqual([]);
	}
	expect(places.map(({name}) => name.split('/').at(-1))).toEqual(
		expect.arrayContaining(['journal.jsonl', 'debug.jsonl', 'a.md', 'a.json', 'incidents.md']),
	);
});

const inLanes = Object.values(secretLanes)
	.flat()
	.flatMap(row => readRow(row).secrets)
	.filter(secret => secret.length >= 7);

/** As a model gets it wrong: the command is asked about, not read, or of a tool that is not there. */
function callWith(text: string, kind: number): {name: string; arguments: string} {
	const whole = JSON.stringify({cmd: text, workdir: '.'});
	switch (kind) {
		case 0:
			return {name: 'unified_exec', arguments: whole};
		case 1:
			return {name: 'unified_exec', arguments: whole.slice(0, -14)};
		case 2:
			return {name: 'no_such_tool', arguments: JSON.stringify({input: [text, 'x']})};
		default:
			return {name: 'unified_exec', arguments: JSON.stringify({command: text.split(' ')})};
	}
}

const envFile = `API_TOKEN=${'Zz9'.repeat(8)}\nPORT=1\n`;

function call(asked: Asked, name: string, input: object): void {
	asked.call({
		id: `call_${name}_${asked.body.messages.length}`,
		name,
		arguments: JSON.stringify(input),
	});
	asked.finish({reason: 'tool_calls'});
}

function leaksIn(text: string, searched = [...secrets, 'Zz9'.repeat(8)]): readonly string[] {
	return searched.filter(secret => {
		const escaped = JSON.stringify(secret).slice(1, -1);
		return [secret, escaped, JSON.stringify(escaped).slice(1, -1)].some(form =>
			text.includes(form),
		);
	});
}

function filesUnder(folder: string): readonly {readonly name: string; readonly text: string}[] {
	return readdirSync(folder, {recursive: true, withFileTypes: true})
		.filter(entry => entry.isFile())
		.map(entry => {
			const name = join(entry.parentPath, entry.name);
			const bytes = readFileSync(name);
			return {name, text: (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')};
		});
}
