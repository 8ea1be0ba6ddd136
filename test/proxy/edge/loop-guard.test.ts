import {describe, expect, it} from 'vitest';
import type {Signal} from '../../../source/events/signal.ts';
import {createLoopGuard, loopWindowMs, tailOf} from '../../../source/proxy/edge/loop-guard.ts';
import {createTell} from '../../../source/proxy/route/tell.ts';
import {inbounds} from '../../../source/proxy/translate/protocol-table.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';
import {proxy, proxySettings, upstream} from '../proxies.ts';
import {chatProvider} from '../start-proxy.ts';

function openGuard(timesMax = 10) {
	const clock = fakeClock();
	const signals: Signal[] = [];
	const guard = createLoopGuard({
		clock,
		timesMax,
		tell: createTell(clock, signal => signals.push(signal)),
	});
	const ask = (key = 'k') => {
		const round = guard.begin(() => key);
		round.end(round.refusal ? null : {tokens: 1000, costUsd: 0.01});
		return round;
	};
	return {clock, guard, signals, ask};
}

describe('the same, asked again and again', () => {
	it('is slowed more and more, then stopped with what it has cost, and told once', () => {
		const {ask, signals} = openGuard();
		const delays = Array.from({length: 10}, () => ask().delayMs);
		expect(delays).toEqual([0, 0, 0, 0, 1000, 2000, 4000, 8000, 8000, 8000]);
		for (let count = 0; count < 3; count += 1) {
			expect(ask().refusal).toMatchObject({
				status: 400,
				message: expect.stringMatching(/10 times.*about 10,000 tokens \(\$0.10\)/),
			});
		}
		expect(signals).toMatchObject([{kind: 'client.looping', code: 'stopped'}]);
	});

	it('stays stopped as long as it goes on, and is free after a pause', () => {
		const {ask, clock} = openGuard(2);
		ask();
		ask();
		expect(ask().refusal).not.toBeNull();
		clock.advance(loopWindowMs - 1);
		expect(ask().refusal).not.toBeNull();
		clock.advance(loopWindowMs - 1);
		expect(ask().refusal).not.toBeNull();
		clock.advance(loopWindowMs);
		expect(ask().refusal).toBeNull();
	});

	it('at once by many is no circle', () => {
		const {guard} = openGuard(3);
		const first = guard.begin(() => 'k');
		for (let count = 0; count < 50; count += 1) {
			const round = guard.begin(() => 'k');
			expect(round).toMatchObject({delayMs: 0, refusal: null});
			round.end({tokens: 1, costUsd: null});
		}
		first.end({tokens: 1, costUsd: null});
	});

	it('in vain does not count: nothing was paid for', () => {
		const {guard, ask} = openGuard(3);
		for (let count = 0; count < 20; count += 1) {
			guard.begin(() => 'k').end(null);
		}
		expect(ask().refusal).toBeNull();
	});

	it('slowly is no circle either', () => {
		const {ask, clock} = openGuard(10);
		for (let count = 0; count < 50; count += 1) {
			expect(ask()).toMatchObject({delayMs: 0, refusal: null});
			clock.advance(loopWindowMs / 3);
		}
	});

	it('is not looked at where the limit is off', () => {
		const {ask} = openGuard(0);
		for (let count = 0; count < 100; count += 1) {
			expect(ask()).toMatchObject({delayMs: 0, refusal: null});
		}
	});
});

describe('what is new in a conversation', () => {
	const {chat, anthropic, responses, gemini} = inbounds;
	const said = {role: 'user', content: 'go'};
	const answer = {role: 'assistant', content: 'done'};
	const turn = {role: 'user', parts: [{text: 'go'}]};

	it('is never what the model itself has said', () => {
		const one = tailOf({messages: [said]}, chat);
		expect(tailOf({messages: [said, answer]}, chat)).toBe(one);
		expect(tailOf({messages: [said, answer, answer]}, chat)).toBe(one);
		const input = [said];
		expect(tailOf({input: [...input, {type: 'reasoning'}]}, responses)).toBe(
			tailOf({input}, responses),
		);
	});

	it.each([
		[chat, {messages: [said, answer, {role: 'tool', tool_call_id: 'a', content: 'x'}]}],
		[chat, {messages: [said, answer, said]}],
		[chat, {messages: [{role: 'user', content: 'other'}]}],
		[chat, {messages: [said], model: 'other'}],
		[chat, {messages: [said], tools: [{type: 'function'}]}],
		[anthropic, {messages: [said], system: 'a title, please'}],
		[responses, {input: [said, {type: 'function_call_output', call_id: 'a', output: 'x'}]}],
		[responses, {input: 'go on'}],
		[gemini, {contents: [turn, {role: 'model'}, turn]}],
		[gemini, {contents: [turn], systemInstruction: {parts: [{text: 'a title, please'}]}}],
	])('is a word of a user, a result, or another request: %#', (inbound, body) => {
		const before = {input: [said], messages: [said], contents: [turn]};
		expect(tailOf(body, inbound)).not.toBe(tailOf(before, inbound));
	});

	it('can not be seen where a provider keeps the conversation', () => {
		expect(tailOf({input: 'go', previous_response_id: 'r'}, responses)).toBeNull();
	});
});

it.each([
	'/v1/responses',
	'/v1/chat/completions',
	'/v1/messages',
	'/v1beta/models/m:generateContent',
])(
	'a client of %s that goes round in circles is stopped in a way that it does not ask again',
	async path => {
		const up = await upstream();
		up.always(asked => {
			asked.say('nothing new');
			asked.finish({usage: null});
		});
		const {ask, signal} = await proxy({
			providers: [chatProvider(up.baseUrl)],
			settings: {proxy: proxySettings({sameAskedMax: 2})},
		});
		const content = [{role: 'user', content: 'go'}];
		const contents = [{role: 'user', parts: [{text: 'go'}]}];
		const body = {model: 'm', input: content, messages: content, contents, stream: true};
		const statuses: number[] = [];
		for (let count = 0; count < 4; count += 1) {
			const answer = await ask(path, {body});
			await answer.events();
			statuses.push(answer.status);
		}
		expect(statuses).toEqual([200, 200, 400, 400]);
		expect(up.seen()).toBe(2);
		await signal('client.looping');
	},
);
