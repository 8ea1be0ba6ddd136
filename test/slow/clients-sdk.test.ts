import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {createRequire} from 'node:module';
import {dirname, join} from 'node:path';
import OpenAI from 'openai';
import {describe, expect, onTestFinished, test} from 'vitest';
import {fileMaker, type Habit, habits} from '../helpers/file-maker.ts';
import {installPackage} from '../helpers/real-clients.ts';
import {startUpstream} from '../helpers/scripted-upstream.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';
import {chatProvider, startProxy} from '../proxy/start-proxy.ts';

const schema = {
	type: 'object' as const,
	properties: {command: {type: 'string' as const}},
	required: ['command'],
};

const question = 'Make the file made.txt.';

/** Each SDK's own stream helper, with the loop that its users write around it. */
describe.each(Object.keys(habits) as Habit[])('where the upstream %s', habit => {
	test('the helper for Chat Completions of the openai SDK makes a file', async () => {
		const {client, hands} = await openOpenai(habit);
		const runner = client.chat.completions.runTools({
			model: 'm',
			stream: true,
			messages: [{role: 'user', content: question}],
			tools: [
				{
					type: 'function',
					function: {
						name: 'run',
						description: 'Runs a command',
						parameters: schema,
						parse: (given: string) => JSON.parse(given) as {command: string},
						function: hands.run,
					},
				},
			],
		});
		expect(await runner.finalContent()).toBe('All done here.');
		hands.check();
	});

	test('the helper for Responses of the openai SDK makes a file', async () => {
		const {client, hands} = await openOpenai(habit);
		const input: OpenAI.Responses.ResponseInput = [{role: 'user', content: question}];
		for (let round = 0; round < 5; round += 1) {
			const answer = await client.responses
				.stream({
					model: 'm',
					input,
					tools: [{type: 'function', name: 'run', parameters: schema, strict: false}],
				})
				.finalResponse();
			const calls = answer.output.filter(item => item.type === 'function_call');
			if (calls.length === 0) {
				expect(answer.output_text).toBe('All done here.');
				break;
			}
			input.push(...(answer.output as OpenAI.Responses.ResponseInput));
			for (const {call_id, arguments: given} of calls) {
				const output = hands.run(JSON.parse(given));
				input.push({type: 'function_call_output', call_id, output});
			}
		}
		hands.check();
	});

	test('the stream helper of the Anthropic SDK makes a file', async ({skip}) => {
		const anthropic = {package: '@anthropic-ai/sdk', version: '1.10.0'};
		const modules = await installPackage(anthropic);
		skip(modules === null, 'the client can not be installed here');
		const {proxy, hands} = await open(habit);
		const require = createRequire(join(dirname(modules!), 'package.json'));
		// biome-ignore lint/suspicious/noExplicitAny: its types are not installed here.
		const {Anthropic} = require('@anthropic-ai/sdk') as any;
		const client = new Anthropic({baseURL: proxy.url, apiKey: proxy.token, maxRetries: 0});
		const messages: object[] = [{role: 'user', content: question}];
		for (let round = 0; round < 5; round += 1) {
			const answer = await client.messages
				.stream({
					model: 'm',
					max_tokens: 1000,
					messages,
					tools: [{name: 'run', input_schema: schema}],
				})
				.finalMessage();
			messages.push({role: 'assistant', content: answer.content});
			if (answer.stop_reason !== 'tool_use') {
				expect(answer.content.at(-1).text).toBe('All done here.');
				break;
			}
			const results = answer.content
				.filter(({type}: {type: string}) => type === 'tool_use')
				.map(({id, input}: {id: string; input: {command: string}}) => {
					return {type: 'tool_result', tool_use_id: id, content: hands.run(input)};
				});
			messages.push({role: 'user', content: results});
		}
		hands.check();
	});

	test('the chat of Google’s SDK makes a file, and counts and lists', async ({skip}) => {
		const modules = await installPackage({package: '@google/genai', version: '3.1.0'});
		skip(modules === null, 'the client can not be installed here');
		const {proxy, hands} = await open(habit);
		const require = createRequire(join(dirname(modules!), 'package.json'));
		// biome-ignore lint/suspicious/noExplicitAny: its types are not installed here.
		const {GoogleGenAI} = require('@google/genai') as any;
		const client = new GoogleGenAI({apiKey: proxy.token, httpOptions: {baseUrl: proxy.url}});
		const functionDeclarations = [{name: 'run', parametersJsonSchema: schema}];
		const chat = client.chats.create({model: 'm', config: {tools: [{functionDeclarations}]}});
		let message: unknown = question;
		for (let round = 0; round < 5; round += 1) {
			let text = '';
			const results: object[] = [];
			for await (const piece of await chat.sendMessageStream({message})) {
				text += piece.functionCalls ? '' : (piece.text ?? '');
				for (const {id, name, args} of piece.functionCalls ?? []) {
					results.push({functionResponse: {id, name, response: {output: hands.run(args)}}});
				}
			}
			if (results.length === 0) {
				expect(text).toBe('All done here.');
				break;
			}
			message = results;
		}
		hands.check();
		const counted = await client.models.countTokens({model: 'm', contents: question});
		expect(counted.totalTokens).toBeGreaterThan(0);
		const names: string[] = [];
		for await (const {name} of await client.models.list()) {
			names.push(name);
		}
		expect(names).toContain('models/up/m');
		expect((await client.models.get({model: 'up/m'})).name).toBe('models/up/m');
	});
});

test('Google’s SDK throws with the status where a stream breaks off', async ({skip}) => {
	const modules = await installPackage({package: '@google/genai', version: '3.1.0'});
	skip(modules === null, 'the client can not be installed here');
	const upstream = await startUpstream();
	onTestFinished(upstream.close);
	const proxy = await startProxy({providers: [chatProvider(upstream.baseUrl)]});
	onTestFinished(() => proxy.close(0));
	const require = createRequire(join(dirname(modules!), 'package.json'));
	// biome-ignore lint/suspicious/noExplicitAny: its types are not installed here.
	const {GoogleGenAI} = require('@google/genai') as any;
	const client = new GoogleGenAI({apiKey: proxy.token, httpOptions: {baseUrl: proxy.url}});
	const asking = client.models.generateContentStream({model: 'm', contents: question});
	const asked = await upstream.next();
	asked.say('one');
	const stream = await asking;
	expect((await stream.next()).value.text).toBe('one');
	upstream.always(again => again.answer({status: 400, body: {error: {message: 'no more'}}}));
	asked.reset();
	const rest = async () => {
		for await (const _ of stream) {
			// Up to the end.
		}
	};
	await expect(rest()).rejects.toMatchObject({status: expect.any(Number)});
});

async function openOpenai(habit: Habit) {
	const {proxy, hands} = await open(habit);
	const baseURL = `${proxy.url}/v1`;
	return {hands, client: new OpenAI({baseURL, apiKey: proxy.token, maxRetries: 0})};
}

async function open(habit: Habit) {
	const upstream = await startUpstream();
	onTestFinished(upstream.close);
	const proxy = await startProxy({providers: [chatProvider(upstream.baseUrl)]});
	onTestFinished(() => proxy.close(0));
	upstream.always(fileMaker(habit).answer);
	return {proxy, hands: openHands(habit)};
}

/** Does what the one command of the scripted model says, and nothing else. */
function openHands(habit: Habit) {
	const folder = join(temporaryFolder(), 'made');
	mkdirSync(folder);
	return {
		run({command}: {command: string}): string {
			const [, text, file] = /^printf '(.*)\\n' > (\w+\.txt)$/.exec(command)!;
			writeFileSync(join(folder, file!), `${text}\n`);
			return 'done';
		},
		check() {
			const files = habit.startsWith('calls twice') ? ['made.txt', 'second.txt'] : ['made.txt'];
			for (const file of files) {
				expect(readFileSync(join(folder, file), 'utf8')).toBe('made by a tool\n');
			}
		},
	};
}
