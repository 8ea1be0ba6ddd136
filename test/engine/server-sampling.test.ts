import {expect, it} from 'vitest';
import type {AskLine} from '../../source/engine/server-requests.ts';
import {createSampling} from '../../source/engine/server-sampling.ts';
import type {Part} from '../../source/events/part.ts';
import {openTestEngine} from '../helpers/test-engine.ts';

/** A server's questions to a model that answers with these parts. */
function openSampling(askLine: AskLine, parts: readonly Part[] = [{type: 'text', text: 'Well.'}]) {
	const {store} = openTestEngine().engine.parts;
	const notices: string[] = [];
	const sampling = createSampling({
		store,
		append(event) {
			store.append(event);
			if (event.type === 'notice.shown') {
				notices.push(event.text);
			}
		},
		costUsd: ({inputTokens}) => inputTokens / 1000,
		model: {
			async *stream() {
				yield* parts;
			},
		},
		askLine,
	});
	const {signal} = new AbortController();
	const ask = (text: string, maxTokens: number) => {
		const messages = [{role: 'user', content: {type: 'text', text}}];
		return sampling({server: 'box', kind: 'sampling', request: {messages, maxTokens}}, signal);
	};
	return {ask, notices, chat: () => store.state().chat};
}

const long = 'word '.repeat(30_000);

it('a server that asks for less than nothing gets no larger budget', async () => {
	const {ask, notices} = openSampling(async () => 'yes');
	expect(await ask('Hello.', -10_000_000)).toMatchObject({status: 'sampled'});
	expect(await ask(long, 100)).toMatchObject({status: 'sampled'});
	expect(await ask(long, 100)).toEqual({status: 'declined'});
	expect(notices).toEqual([expect.stringContaining('has used up')]);
});

it('questions that are open at once share one budget, and one that was refused gives its part back', async () => {
	const typed = Promise.withResolvers<string | null>();
	const {ask} = openSampling(() => typed.promise);
	const [first, second] = [ask(long, 100), ask(long, 100)];
	expect(await second).toEqual({status: 'declined'});
	typed.resolve('no');
	expect(await first).toEqual({status: 'declined'});
	const {ask: askAgain} = openSampling(async ({prompt}) =>
		prompt.includes('1 of') ? 'no' : 'yes',
	);
	expect(await askAgain(long, 100)).toEqual({status: 'declined'});
	expect(await askAgain(long, 100)).toMatchObject({status: 'sampled'});
});

it('what a server asked the model is in the tokens and the cost of the session', async () => {
	const usage = {inputTokens: 500, outputTokens: 20};
	const {ask, chat} = openSampling(
		async () => 'yes',
		[
			{type: 'text', text: 'Well.'},
			{type: 'usage', usage},
		],
	);
	const {contextTokens} = chat();
	await ask('Hello.', 100);
	await ask('Again.', 100);
	expect(chat()).toMatchObject({
		usage: {inputTokens: 1000, outputTokens: 40},
		cost: {usd: 1, unpriced: 0},
		contextTokens,
	});
	const silent = openSampling(async () => 'yes');
	await silent.ask('Hello.', 100);
	expect(silent.chat().unreported).toBe(1);
});

it('a question that the card can not show whole says how long it is', async () => {
	const prompts: string[] = [];
	const {ask} = openSampling(async ({prompt}) => {
		prompts.push(prompt);
		return 'no';
	});
	await ask('Hello.', 100);
	await ask(long, 100);
	expect(prompts).toEqual([
		expect.stringMatching(/^About /),
		expect.stringMatching(/^Only the beginning of 1500\d\d characters is shown\. About /),
	]);
});

it('a server is not told what our provider said of a failure', async () => {
	const failure = {kind: 'unreachable', message: 'key sk-1 at https://inner.example'} as const;
	const {ask} = openSampling(async () => 'yes', [{type: 'failure', failure} as Part]);
	await expect(ask('Hello.', 100)).rejects.toThrow(/^The model gave no answer\.$/);
});
