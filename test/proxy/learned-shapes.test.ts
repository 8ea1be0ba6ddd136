import {expect, test} from 'vitest';
import {proxy, upstream} from './proxies.ts';
import {type Answer, chatProvider} from './start-proxy.ts';

const tool = {
	type: 'function',
	name: 'run',
	description: 'Runs a command.',
	parameters: {type: 'object', properties: {cmd: {type: 'string'}}, required: ['cmd']},
};

const hermes = (cmd: string) =>
	`<tool_call>\n{"name": "run", "arguments": {"cmd": "${cmd}"}}\n</tool_call>`;
const tagged = (cmd: string) =>
	`<function=run>\n<parameter=cmd>\n${cmd}\n</parameter>\n</function>`;

/** A model that writes these replies one after the other. */
async function open(...replies: readonly string[]) {
	const up = await upstream();
	const left = [...replies];
	const asked: string[] = [];
	up.always(each => {
		asked.push(JSON.stringify(each.body.messages));
		each.say(left.shift() ?? 'Nothing more.');
		each.finish();
	});
	const running = await proxy({providers: [chatProvider(up.baseUrl, {models: ['m', 'n']})]});
	const ask = (model = 'm'): Promise<Answer> =>
		running.ask('/v1/responses', {
			body: {model: `up/${model}`, stream: true, store: false, input: 'go', tools: [tool]},
		});
	return {ask, asked};
}

/** The commands that the client is asked to run. */
async function commandsOf(answer: Answer): Promise<readonly string[]> {
	const events = await answer.events();
	return events
		.filter(({name, data}) => name.endsWith('item.done') && data.item.type === 'function_call')
		.map(({data}) => JSON.parse(data.item.arguments).cmd);
}

test('after three good calls of one form a model is asked back about any other', async () => {
	const {ask, asked} = await open(
		hermes('one'),
		`${hermes('two')}\n${hermes('three')}`,
		tagged('strange'),
		hermes('four'),
	);
	expect(await commandsOf(await ask())).toEqual(['one']);
	expect(await commandsOf(await ask())).toEqual(['two', 'three']);
	expect(await commandsOf(await ask())).toEqual(['four']);
	expect(asked).toHaveLength(4);
	expect(asked[3]).toContain('all calls before it in another form');
});

test('a model that writes the other form once more means it, and is not asked again', async () => {
	const {ask, asked} = await open(
		...['one', 'two', 'three'].map(hermes),
		tagged('meant'),
		tagged('meant'),
		tagged('also'),
		hermes('and this'),
	);
	for (const cmd of ['one', 'two', 'three', 'meant', 'also', 'and this']) {
		expect(await commandsOf(await ask())).toEqual([cmd]);
	}
	expect(asked).toHaveLength(7);
});

test('both calls of one answer are asked back about, and neither runs', async () => {
	const {ask} = await open(
		...['one', 'two', 'three'].map(hermes),
		`${tagged('strange')}\n${tagged('stranger')}`,
	);
	for (const cmd of ['one', 'two', 'three']) {
		expect(await commandsOf(await ask())).toEqual([cmd]);
	}
	expect(await commandsOf(await ask())).toEqual([]);
});

test('another model has a form of its own, and two good calls teach nothing yet', async () => {
	const {ask} = await open(
		...['one', 'two', 'three'].map(hermes),
		tagged('theirs'),
		tagged('more'),
		hermes('mixed'),
	);
	for (const cmd of ['one', 'two', 'three']) {
		expect(await commandsOf(await ask())).toEqual([cmd]);
	}
	for (const cmd of ['theirs', 'more', 'mixed']) {
		expect(await commandsOf(await ask('n'))).toEqual([cmd]);
	}
});
