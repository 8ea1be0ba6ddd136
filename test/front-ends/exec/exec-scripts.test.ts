import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {Ajv2020} from 'ajv/dist/2020.js';
import {describe, expect, it} from 'vitest';
import type {Script} from '../../cli/scripted-model.ts';
import {hello, touch, type World, world} from './exec-world.ts';

const schema = {
	type: 'object',
	required: ['todos'],
	additionalProperties: false,
	properties: {todos: {type: 'array', items: {type: 'string'}}},
};

const says = (text: string): Script => ({type: 'text', text});

const published = join(import.meta.dirname, '../../../docs/exec-stream.schema.json');
const obeysSchema = new Ajv2020({strict: true, allowUnionTypes: true}).compile(
	JSON.parse(readFileSync(published, 'utf8')),
);

/** The last line of `--json`; every line obeys the published schema. */
async function resultOf({run}: World, argv: readonly string[], input = '') {
	const {code, out, err} = await run(['exec', '--json', ...argv], input);
	const lines = out
		.trim()
		.split('\n')
		.map(line => JSON.parse(line));
	expect(lines.filter(line => !obeysSchema(line))).toEqual([]);
	const last = lines.at(-1);
	expect(last.type, err).toBe('result');
	expect(last.exit).toBe(code);
	return last;
}

function schemaFile({cwd}: World, text: string = JSON.stringify(schema)): string {
	writeFileSync(join(cwd, 'schema.json'), text);
	return 'schema.json';
}

describe('the last line of exec --json', () => {
	it('tells answer, usage, cost, time and exit code', async () => {
		const place = await world({type: 'text', text: 'Hello there.', tokens: 500_000});
		expect(await resultOf(place, ['hello'])).toEqual({
			v: 1,
			type: 'result',
			session: expect.stringMatching(/^\d{8}-/),
			outcome: 'done',
			exit: 0,
			answer: 'Hello there.',
			isWhole: true,
			usage: {
				inputTokens: 500_000,
				outputTokens: 500_000,
				cachedTokens: 0,
				reasoningTokens: 0,
			},
			costUsd: 1,
			changedFiles: [],
			durationMs: expect.any(Number),
		});
	});

	it('says null where usage and cost are not known, and the exit code of a denied call', async () => {
		const place = await world(touch, hello);
		expect(await resultOf(place, ['make a file'])).toMatchObject({
			usage: null,
			costUsd: null,
			exit: 3,
		});
	});

	it('names each changed file once', async () => {
		const write = (content: string): Script => ({
			type: 'call',
			name: 'write_file',
			input: {path: 'note.txt', content},
		});
		const place = await world(write('one\n'), write('two\n'), hello);
		const {changedFiles} = await resultOf(place, ['--allow', 'write', 'write it']);
		expect(changedFiles).toEqual([{path: join(place.cwd, 'note.txt')}]);
	});

	it('is there when the provider fails, with what went wrong', async () => {
		const place = await world({type: 'status', status: 401});
		expect(await resultOf(place, ['hello'])).toMatchObject({
			outcome: 'failed',
			exit: 1,
			answer: '',
			error: expect.stringMatching(/key/i),
		});
	});
});

describe('exec --output-schema', () => {
	it('takes JSON that fits out of its fence, and tells the model the schema', async () => {
		const place = await world(says('```json\n{"todos": ["write"]}\n```'));
		const file = schemaFile(place);
		const {code, out, err} = await place.run(['exec', '--output-schema', file, 'todos?']);
		expect({code, out}, err).toEqual({code: 0, out: '{"todos": ["write"]}\n'});
		expect(JSON.stringify(place.model.requests[0]?.messages)).toContain('additionalProperties');
	});

	it('asks again with what was wrong, and gives the value in the result', async () => {
		const place = await world(says('Here: none.'), says('{"todos": [1]}'), says('{"todos": []}'));
		const result = await resultOf(place, ['--output-schema', schemaFile(place), 'todos?']);
		expect(result).toMatchObject({exit: 0, answer: '{"todos": []}', output: {todos: []}});
		const said = JSON.stringify(place.model.requests.at(-1)?.messages);
		expect(said).toContain('it is no JSON');
		expect(said).toContain('answer/todos/0 must be string');
	});

	it('ends with 1 when the third answer does not fit, and prints no answer', async () => {
		const place = await world(says('never'));
		const file = schemaFile(place);
		const {code, out, err} = await place.run(['exec', '--output-schema', file, 'todos?']);
		expect({code, out, asked: place.model.requests.length}).toEqual({code: 1, out: '', asked: 3});
		expect(err).toContain('the answer does not fit --output-schema: it is no JSON');
	});

	it('refuses a schema that is none before anything is asked', async () => {
		const place = await world(hello);
		for (const [text, words] of [
			['{', "can't be read"],
			['[]', 'has to be an object'],
			['{"type": "objekt"}', 'is no JSON Schema'],
			['{"typ": "object"}', 'unknown keyword: "typ"'],
			// Its check would come to a promise, which is true whatever the answer.
			['{"$async": true, "type": "object"}', '"$async" is no keyword'],
		] as const) {
			const file = schemaFile(place, text);
			const {code, err} = await place.run(['exec', '--output-schema', file, 'x']);
			expect({code, err}).toEqual({code: 2, err: expect.stringContaining(words)});
		}
		expect(place.model.requests).toEqual([]);
	});

	it('reads no more of a schema than a schema may have', async () => {
		const place = await world(hello);
		const {code, err} = await place.run(['exec', '--output-schema', '/dev/zero', 'x']);
		expect({code, err}).toEqual({
			code: 2,
			err: expect.stringContaining('/dev/zero is longer than 262144 bytes'),
		});
	});
});

describe('exec -o', () => {
	it('writes the answer into a file as well, and nothing where there is no whole answer', async () => {
		const place = await world(hello);
		expect(await place.run(['exec', '-o', 'answer.txt', 'hello'])).toMatchObject({
			code: 0,
			out: 'Hello there.\n',
		});
		expect(readFileSync(join(place.cwd, 'answer.txt'), 'utf8')).toBe('Hello there.\n');
		const failing = await world({type: 'status', status: 401});
		expect(await failing.run(['exec', '-oanswer.txt', 'hello'])).toMatchObject({code: 1});
		expect(existsSync(join(failing.cwd, 'answer.txt'))).toBe(false);
	});

	it('says before it asks that a file can’t be written', async () => {
		const place = await world(hello);
		const {code, err} = await place.run(['exec', '-o', 'no/such/folder/x', 'hello']);
		expect({code, err}).toEqual({code: 2, err: expect.stringContaining('There is no folder')});
		expect(await place.run(['exec', '-o', '.', 'hello'])).toMatchObject({code: 2});
		expect(place.model.requests).toEqual([]);
	});
});

describe('the session of exec', () => {
	it('has the id of --session-id once; --continue goes on with the latest of the folder', async () => {
		const place = await world(hello);
		expect(await place.run(['exec', '--continue', 'hello'])).toMatchObject({
			code: 2,
			err: expect.stringContaining('no session of this folder'),
		});
		expect(await place.run(['exec', '--session-id', 'nightly-1', 'first'])).toMatchObject({
			code: 0,
		});
		expect(readdirSync(join(place.home, 'sessions'))).toEqual(['nightly-1']);
		expect(await place.run(['exec', '--session-id', 'nightly-1', 'again'])).toMatchObject({
			code: 2,
			err: expect.stringContaining('--session nightly-1'),
		});
		expect(await place.run(['exec', '--continue', 'second'])).toMatchObject({code: 0});
		expect(readdirSync(join(place.home, 'sessions'))).toEqual(['nightly-1']);
		expect(JSON.stringify(place.model.requests.at(-1)?.messages)).toMatch(/first.*second/s);
	});

	it('is refused where the flags contradict each other, or the id is no name', async () => {
		const place = await world(hello);
		for (const argv of [
			['--continue', '--session-id', 'x'],
			['--session', 'x', '--continue'],
			['--session-id', '../x'],
			['--session-id', ''],
		]) {
			expect(await place.run(['exec', ...argv, 'hello'])).toMatchObject({code: 2});
		}
	});
});

describe('exec --max-budget-usd', () => {
	it('stops when the answers have cost more, before a call of the last one runs', async () => {
		const cmd = 'touch marker';
		const dear: Script = {type: 'call', name: 'unified_exec', input: {cmd}, tokens: 1_000_000};
		const place = await world(dear, hello);
		const result = await resultOf(place, ['--max-budget-usd', '0.5', '--allow', 'shell', 'go']);
		expect(result).toMatchObject({
			exit: 1,
			outcome: 'failed',
			costUsd: 2,
			error: expect.stringContaining('the answers cost $2.0000 so far'),
		});
		expect(existsSync(join(place.cwd, 'marker'))).toBe(false);
		expect(place.model.requests.length).toBe(1);
	});

	it('stops where the price is not known, and takes amounts only', async () => {
		const place = await world(hello);
		expect(await resultOf(place, ['--max-budget-usd', '5', 'go'])).toMatchObject({
			exit: 1,
			error: expect.stringContaining('not known'),
		});
		for (const amount of ['0', '-1', 'much', '1e3']) {
			expect(await place.run(['exec', '--max-budget-usd', amount, 'go'])).toMatchObject({code: 2});
		}
	});
});

describe('exec --input-format stream-json', () => {
	const stream = ['--input-format', 'stream-json'];

	it('sends a message for each line, one after the other', async () => {
		const place = await world(says('one'), says('two'), says('three'));
		const lines = [
			{type: 'message', text: 'first'},
			{type: 'user', message: {role: 'user', content: 'second'}},
			{type: 'user', message: {role: 'user', content: [{type: 'text', text: 'third'}]}},
		];
		const input = `${lines.map(line => JSON.stringify(line)).join('\n')}\n`;
		expect(await resultOf(place, stream, input)).toMatchObject({answer: 'three', exit: 0});
		const {messages} = place.model.requests.at(-1)!;
		expect(messages.filter(({role}) => role === 'user').map(({content}) => content)).toEqual([
			'first',
			'second',
			'third',
		]);
	});

	it('names a line that can’t be read, and sends nothing after it', async () => {
		const place = await world(says('one'));
		const first = JSON.stringify({type: 'message', text: 'first'});
		for (const [line, words] of [
			['{"type": "mess', 'it is no JSON object'],
			['{"type": "delete"}', '"type" has to be'],
			['{"type": "message", "text": 5}', '"text" has to be a text'],
			['{"type": "message", "text": " "}', 'the message is empty'],
			['{"type": "user", "message": {"content": [{"type": "image"}]}}', '"message.content"'],
		] as const) {
			const result = await resultOf(place, stream, `${first}\n\n${line}\n${first}\n`);
			expect(result).toMatchObject({exit: 1, error: expect.stringContaining('line 3 of stdin')});
			expect(result.error).toContain(words);
		}
		// The message before it was sent each time, the one after it never.
		expect(place.model.requests.length).toBe(5);
	});

	it.each(['', '\n', '{"type": "interrupt"}\n'])(
		'says that no message came, instead of failing without a word: %j',
		async input => {
			const place = await world(hello);
			expect(await resultOf(place, stream, input)).toMatchObject({
				exit: 1,
				error: 'stdin held no message.',
			});
			expect(place.model.requests).toEqual([]);
		},
	);

	it('takes what begins with a byte order mark', async () => {
		const place = await world(says('one'));
		const input = '\ufeff{"type": "message", "text": "first"}\r\n';
		expect(await resultOf(place, stream, input)).toMatchObject({exit: 0, answer: 'one'});
	});

	it('takes two formats and no other', async () => {
		const place = await world(hello);
		const {code, err} = await place.run(['exec', '--input-format', 'xml', 'x']);
		expect({code, err}).toEqual({code: 2, err: expect.stringContaining('text or stream-json')});
	});
});
