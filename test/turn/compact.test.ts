import {describe, expect, it} from 'vitest';
import type {Stamped} from '../../source/events/event.ts';
import type {TurnId} from '../../source/events/ids.ts';
import {conversation} from '../../source/state/conversation.ts';
import {tokensSpent} from '../../source/state/spent.ts';
import {createStore} from '../../source/state/store.ts';
import {createRedactor} from '../../source/storage/redact.ts';
import {fakeClock} from '../helpers/fake-clock.ts';
import {asked, open} from './turn-harness.ts';

type World = ReturnType<typeof open>;

/** A message and its answer, whose usage says how full the context is. */
async function exchange(
	{turns, model, store}: World,
	text: string,
	inputTokens = 10,
	answer = `heard: ${text}`,
): Promise<void> {
	turns.send(text);
	const heard = await model.next();
	heard.say(answer);
	heard.part({type: 'usage', usage: {inputTokens, outputTokens: 5}});
	heard.end();
	const {turn} = store.state().chat;
	await expect.poll(() => store.state().chat.turn?.id).not.toBe(turn?.id);
}

const long = (word: string) => `${word} `.repeat(400).trim();
const ofType = <Type extends Stamped['type']>({log}: World, type: Type) =>
	log.filter((event): event is Extract<Stamped, {type: Type}> => event.type === type);
const texts = ({store}: World) =>
	conversation(store.state()).map(item => ('text' in item ? item.text : item.type));

async function summarised(
	world: World,
	summary = 'They talked about fruit. It was apple, then pear.',
): Promise<string> {
	const heard = await world.model.next();
	expect(heard.request.tools).toEqual([]);
	heard.say(summary);
	heard.part({type: 'usage', usage: {inputTokens: 7, outputTokens: 3}});
	heard.end();
	return JSON.stringify(heard.request.input);
}

describe('/compact', () => {
	it('puts a summary in the place of all but the newest messages, with the focus in its order', async () => {
		const world = open();
		await exchange(world, long('apple'));
		await exchange(world, long('pear'));
		await exchange(world, 'and plums?');
		world.turns.compact('the plums');
		const told = await summarised(world);
		expect(told).toContain('apple apple');
		expect(told).toContain('the plums');
		await world.turns.settled();
		const given = texts(world);
		expect(given[0]).toContain('They talked about fruit.');
		expect(given.join('\n')).not.toContain('apple apple');
		expect(given.slice(-2)).toEqual(['and plums?', 'heard: and plums?']);
		const [event] = ofType(world, 'context.compacted');
		const sent = ofType(world, 'message.sent');
		expect(event).toMatchObject({why: 'asked', focus: 'the plums', usage: {inputTokens: 7}});
		expect(event!.dropped.from).toBe(sent[0]!.seq);
		expect(event!.dropped.to).toBeGreaterThanOrEqual(sent[1]!.seq);
		expect(event!.dropped.to).toBeLessThan(sent[2]!.seq);
		expect(event!.tokensAfter).toBeLessThan(event!.tokensBefore);
	});

	it('tells the model the oldest entry and the newest ones, and how many it leaves out', async () => {
		const world = open();
		await exchange(world, long('apple'));
		await exchange(world, long('pear'));
		await exchange(world, 'and plums?');
		world.turns.compact('');
		const told = await summarised(world);
		expect(told).toContain('PERSON: apple');
		expect(told).not.toContain('AGENT: heard: apple');
		expect(told).toContain('[1 entry is left out here]');
		await world.turns.settled();
	});

	it('tells the model everything where there is room for it', async () => {
		const world = open();
		await exchange(world, 'apple', 8000);
		await exchange(world, 'pear', 8000);
		await exchange(world, long('and plums?'), 8000);
		world.turns.compact('');
		const told = await summarised(world);
		expect(told).toContain('AGENT: heard: apple');
		expect(told).not.toContain('left out here');
		await world.turns.settled();
	});

	it('shortens a long entry in its middle, and says by how much', async () => {
		const world = open();
		await exchange(world, `begin ${'x'.repeat(8000)} end`);
		await exchange(world, 'and then?');
		await exchange(world, 'what now?');
		world.turns.compact('');
		const told = await summarised(world);
		expect(told).toMatch(/PERSON: begin x{2994} \[…2010 characters…\] x{2996} end/);
		await world.turns.settled();
	});

	it('again has the earlier summary in what it reads, and replays to the same conversation', async () => {
		const world = open();
		await exchange(world, long('apple'));
		await exchange(world, 'and plums?');
		world.turns.compact('');
		await summarised(world, 'First: fruit.');
		await world.turns.settled();
		await exchange(world, long('nut'));
		await exchange(world, 'and seeds?');
		world.turns.compact('');
		expect(await summarised(world, 'Second: fruit and nuts.')).toContain('First: fruit.');
		await world.turns.settled();
		expect(texts(world).join('\n')).toContain('Second: fruit and nuts.');
		expect(texts(world).join('\n')).not.toContain('First: fruit.');
		const store = createStore(fakeClock());
		store.replay(world.log);
		expect(conversation(store.state())).toEqual(conversation(world.store.state()));
		expect(store.state().chat.usage).toEqual(world.store.state().chat.usage);
	});

	it('leaves a card alone that waits; its call and result are given to the model together', async () => {
		const world = open();
		world.turns.send(long('please count'));
		const first = await world.model.next();
		first.call('count', {by: 1}, 'waits');
		first.end('calls');
		await asked(world.store);
		await exchange(world, long('meanwhile'));
		await exchange(world, 'something new');
		world.turns.compact('');
		await summarised(world);
		await expect.poll(() => ofType(world, 'context.compacted').length).toBe(1);
		expect(ofType(world, 'context.compacted')[0]!.kept).toEqual(['waits']);
		expect(world.store.state().calls.get('waits' as never)?.status.type).toBe('waiting');
		world.answer('waits', 'once');
		const next = await world.model.next();
		const pairs = next.request.input.filter(item => item.type === 'call' || item.type === 'result');
		expect(pairs.map(({type}) => type)).toEqual(['call', 'result']);
		expect(JSON.stringify(pairs[1])).toContain('total');
		next.end();
		await world.turns.settled();
	});

	it.each([
		['fails', 'it is upstream', (world: World) => failNext(world)],
		['says nothing', 'did not write', async (world: World) => (await world.model.next()).end()],
		[
			'is cut off',
			'did not write',
			async (world: World) => {
				const heard = await world.model.next();
				heard.say('Half of a');
				heard.end('length');
			},
		],
	])('changes nothing where the model %s, and that is said', async (_, words, act) => {
		const world = open();
		await exchange(world, long('apple'));
		await exchange(world, 'and plums?');
		const before = conversation(world.store.state());
		world.turns.compact('');
		await act(world);
		await world.turns.settled();
		expect(conversation(world.store.state())).toEqual(before);
		expect(ofType(world, 'context.compacted')).toEqual([]);
		const notice = world.store.state().notices.at(-1);
		expect(notice).toMatchObject({level: 'warn', text: expect.stringContaining(words)});
	});

	it('is ended by an interrupt, and changes nothing then', async () => {
		const world = open();
		await exchange(world, long('apple'));
		await exchange(world, 'and plums?');
		world.turns.compact('');
		await world.model.next();
		world.turns.interrupt();
		await world.turns.settled();
		expect(ofType(world, 'context.compacted')).toEqual([]);
		expect(world.store.state().notices.at(-1)?.text).toContain('interrupted');
	});

	it('ends with the program', async () => {
		const world = open();
		await exchange(world, long('apple'));
		await exchange(world, 'and plums?');
		world.turns.compact('');
		const {request} = await world.model.next();
		expect(request.signal.aborted).toBe(false);
		void world.turns.stop();
		expect(request.signal.aborted).toBe(true);
		await world.turns.settled();
		expect(ofType(world, 'context.compacted')).toEqual([]);
	});

	it('with nothing said yet says so', async () => {
		const world = open();
		world.turns.compact('');
		await world.turns.settled();
		expect(world.store.state().notices.at(-1)?.text).toContain('Too little was said');
		expect(world.model.requests).toEqual([]);
	});
});

describe('a context that is nearly full', () => {
	it('is compacted before the next request, by itself', async () => {
		const world = open([], Promise.resolve(), {windowTokens: 4000});
		await exchange(world, long('apple'), 900);
		await exchange(world, long('pear'), 3300);
		world.turns.send('go on');
		expect(await summarised(world)).toContain('apple apple');
		const next = await world.model.next();
		expect(JSON.stringify(next.request.input)).toContain('They talked about fruit.');
		expect(JSON.stringify(next.request.input)).toContain('go on');
		expect(JSON.stringify(next.request.input)).not.toContain('apple apple');
		next.say('Well.');
		next.end();
		await world.turns.settled();
		expect(ofType(world, 'context.compacted')).toMatchObject([{why: 'window'}]);
	});

	it('keeps a fifth of the window word for word, even where a quarter of the context is more', async () => {
		const world = open([], Promise.resolve(), {windowTokens: 4000});
		await exchange(world, long('apple'), 900);
		await exchange(world, 'x'.repeat(2975), 3800, 'Seen.');
		world.turns.send('go on');
		await summarised(world);
		(await world.model.next()).end();
		await world.turns.settled();
		expect(texts(world).slice(1)).toEqual(['Seen.', 'go on']);
	});

	it('goes to the model as it is where it can not be compacted', async () => {
		const world = open([], Promise.resolve(), {windowTokens: 4000});
		await exchange(world, long('apple'), 3300);
		world.turns.send('go on');
		await failNext(world);
		const next = await world.model.next();
		expect(JSON.stringify(next.request.input)).toContain('apple apple');
		next.end();
		await world.turns.settled();
	});
});

describe('a request that the provider finds too long', () => {
	const tooLong = {
		type: 'failure',
		failure: {kind: 'refused', message: 'too long', detail: 'context_length_exceeded'},
	} as const;

	it('is made once more after a compaction, and a call of the turn keeps its result', async () => {
		const world = open();
		await exchange(world, long('apple'));
		world.turns.send('count for me');
		const first = await world.model.next();
		first.call('count', {by: 1}, 'one');
		first.end('calls');
		await asked(world.store);
		world.answer('one', 'once');
		(await world.model.next()).part(tooLong);
		await summarised(world);
		const again = await world.model.next();
		const ids = (type: string) =>
			again.request.input.flatMap(item => (item.type === type && 'id' in item ? [item.id] : []));
		expect(ids('result')).toEqual(ids('call'));
		expect(ids('call')).toEqual(['one']);
		again.say('Done.');
		again.end();
		await world.turns.settled();
		expect(ofType(world, 'turn.ended').at(-1)).toMatchObject({outcome: 'done'});
	});

	it('ends the turn when it is too long again: one compaction, one more try', async () => {
		const world = open();
		await exchange(world, long('apple'));
		world.turns.send('go on');
		(await world.model.next()).part(tooLong);
		await summarised(world);
		(await world.model.next()).part(tooLong);
		await world.turns.settled();
		expect(ofType(world, 'context.compacted')).toMatchObject([{why: 'overflow'}]);
		expect(ofType(world, 'turn.ended').at(-1)).toMatchObject({
			outcome: 'failed',
			failure: {message: 'too long'},
		});
		const turn: TurnId = ofType(world, 'turn.ended').at(-1)!.turn;
		expect(
			ofType(world, 'reply.ended')
				.slice(-2)
				.map(({finish}) => finish),
		).toEqual(['failed', 'failed']);
		expect(turn).toBeTruthy();
	});
});

async function failNext(world: World): Promise<void> {
	(await world.model.next()).fail('upstream');
}

/** As most simple local servers answer: without a word on what it used. */
async function uncounted({turns, model, store}: World, text: string): Promise<void> {
	turns.send(text);
	const heard = await model.next();
	expect(heard.request.tools).not.toEqual([]);
	heard.say(`heard: ${text}`);
	heard.end();
	await expect.poll(() => store.state().chat.turn).toBe(null);
}

describe('a provider that reports no usage', () => {
	it('has its conversation compacted when it is nearly full, and not again before it has grown', async () => {
		const world = open([], Promise.resolve(), {windowTokens: 3000});
		await uncounted(world, long('apple'));
		await uncounted(world, long('pear'));
		world.turns.send('go on');
		await summarised(world);
		(await world.model.next()).end();
		await world.turns.settled();
		for (const word of ['one', 'two', 'three', 'four']) {
			await uncounted(world, word);
		}
		expect(ofType(world, 'context.compacted')).toMatchObject([{why: 'window'}]);
		expect(texts(world).at(-1)).toBe('heard: four');
	});

	it('is not asked again for a summary that failed before the context has grown', async () => {
		const world = open([], Promise.resolve(), {windowTokens: 3000});
		await uncounted(world, long('apple'));
		await uncounted(world, long('pear'));
		world.turns.send('go on');
		(await world.model.next()).end();
		(await world.model.next()).end();
		await world.turns.settled();
		expect(ofType(world, 'compaction.failed')).toMatchObject([{why: 'window'}]);
		await uncounted(world, 'and then?');
		world.turns.send(long('plum'));
		expect(await summarised(world)).toContain('pear pear');
		(await world.model.next()).end();
		await world.turns.settled();
	});

	it('is told as unknown, never as 0 tokens', async () => {
		const world = open();
		expect(tokensSpent(world.store.state().chat)).toMatchObject({input: '0', missing: ''});
		await uncounted(world, 'hello');
		expect(tokensSpent(world.store.state().chat)).toMatchObject({
			input: 'unknown',
			output: 'unknown',
		});
		await exchange(world, 'counted', 12);
		expect(tokensSpent(world.store.state().chat)).toMatchObject({
			input: '12 and more',
			missing: expect.stringContaining('Unknown for 1 answer'),
		});
	});
});

describe('a secret where a long text is cut', () => {
	// Built from pieces, so that no search for secrets finds one in this file.
	const secret = `ghp_${'a1B2'.repeat(9)}`;
	const hide = createRedactor();
	const cutIn = (headLength: number, length: number) =>
		`${'x '.repeat((headLength - 10) / 2)}${secret} ${'y '.repeat(length / 2)}`;

	it('is hidden as a whole in what the summary is made of', async () => {
		const world = open([], Promise.resolve(), {hide});
		await exchange(world, cutIn(3000, 4000));
		await exchange(world, 'and then?');
		await exchange(world, 'what now?');
		world.turns.compact('');
		const told = await summarised(world);
		expect(told).not.toContain('ghp_');
		expect(told).toContain('‹redact');
		await world.turns.settled();
	});

	it('is hidden as a whole in what the summary left out', async () => {
		const world = open([], Promise.resolve(), {hide});
		await exchange(world, cutIn(400, 4000));
		await exchange(world, 'and then?');
		await exchange(world, 'what now?');
		world.turns.compact('');
		await summarised(world, 'Nothing much.');
		await world.turns.settled();
		const [summary] = texts(world);
		expect(summary).toContain('What the person wrote');
		expect(summary).not.toContain('ghp_');
	});
});

describe('a summary that leaves out what the work hangs on', () => {
	it.each([[100_000], [8000]])(
		'is given the task, the refusals and the files behind it, in a window of %i tokens',
		async windowTokens => {
			const world = open([], undefined, {windowTokens});
			const task = `Rename the parser in lexer.ts. ${'apple '.repeat(120).trim()}`;
			world.turns.send(task);
			const first = await world.model.next();
			first.call('count', {by: 1, path: 'source/lexer.ts'}, 'one');
			first.end('calls');
			await asked(world.store);
			world.gate.answer(
				'one' as never,
				{type: 'deny', reason: 'never touch generated code'},
				'key',
			);
			const second = await world.model.next();
			second.say(long('Then not.'));
			second.end();
			await world.turns.settled();
			await exchange(world, 'and plums?');
			world.turns.compact('');
			await summarised(world, 'Nothing much.');
			await world.turns.settled();
			const [summary] = texts(world);
			expect(summary).toContain(task);
			expect(summary).toContain('never touch generated code');
			expect(summary).toContain('source/lexer.ts');
		},
	);

	it('is refused where it is no shorter than what it stands for', async () => {
		const world = open();
		await exchange(world, long('apple'));
		await exchange(world, 'and plums?');
		const before = conversation(world.store.state());
		world.turns.compact('');
		await summarised(world, long('words').repeat(20));
		await world.turns.settled();
		expect(conversation(world.store.state())).toEqual(before);
		expect(world.store.state().notices.at(-1)?.text).toContain('no shorter');
	});
});

describe('what a summary is made of and costs', () => {
	const usage = {inputTokens: 7, outputTokens: 3};

	it.each([
		['is what the budget says', 0.25, {costUsd: 0.25, usage}],
		['is left out where no price is known', null, {usage}],
	])('its price %s', async (_, price, expected) => {
		const world = open([], undefined, {costUsd: () => price});
		await exchange(world, long('apple'));
		await exchange(world, 'and plums?');
		world.turns.compact('');
		await summarised(world);
		await world.turns.settled();
		const [event] = ofType(world, 'context.compacted');
		const {costUsd, usage: told} = event!;
		expect({...(costUsd !== undefined && {costUsd}), usage: told}).toEqual(expected);
		expect('costUsd' in event!).toBe('costUsd' in expected);
	});

	it('its price is unknown where nothing is said of its usage', async () => {
		const world = open([], undefined, {costUsd: () => 1});
		await exchange(world, long('apple'));
		await exchange(world, 'and plums?');
		world.turns.compact('');
		const heard = await world.model.next();
		heard.say('Fruit.');
		heard.end();
		await world.turns.settled();
		expect(Object.keys(ofType(world, 'context.compacted')[0]!)).not.toContain('costUsd');
	});

	it('an entry of 6,000 characters is told whole, and one more is cut', async () => {
		const told = async (text: string) => {
			const world = open();
			await exchange(world, text);
			await exchange(world, 'and then?');
			await exchange(world, 'what now?');
			world.turns.compact('');
			const input = await summarised(world);
			await world.turns.settled();
			return input;
		};
		expect(await told('x'.repeat(6000))).toContain(`PERSON: ${'x'.repeat(6000)}`);
		expect(await told('x'.repeat(6001))).toContain('[…1 characters…]');
	});

	it('the arguments of a call are told whole up to 1,500 characters, and one more is cut', async () => {
		const told = async (length: number) => {
			const world = open();
			world.turns.send(long('count'));
			const heard = await world.model.next();
			heard.call('count', `{"by":1}`.padEnd(length), 'one');
			heard.end('calls');
			await asked(world.store);
			world.answer('one', 'once');
			(await world.model.next()).end();
			await world.turns.settled();
			await exchange(world, 'what now?');
			world.turns.compact('');
			const input = await summarised(world);
			await world.turns.settled();
			return input;
		};
		expect(await told(1500)).not.toContain(' characters…]');
		expect(await told(1501)).toContain('[…1 characters…]');
	});

	it('the newest entries that fill the room to its last character are told, the oldest once', async () => {
		const entries = async (size: number, more = '') => {
			const world = open();
			await exchange(world, 'a'.repeat(100));
			await exchange(world, 'b'.repeat(size), 10, `heard: ${'b'.repeat(size)}${more}`);
			await exchange(world, 'and then?');
			world.turns.compact('');
			const input = await summarised(world);
			await world.turns.settled();
			return input;
		};
		// 6,000 characters are room for all. Each entry has its own words before the text.
		const used = ['PERSON: ', 'AGENT: heard: ', 'PERSON: ', 'AGENT: heard: '].join('').length;
		const size = (6000 - used - 200) / 2;
		const whole = await entries(size);
		expect(whole).not.toContain('left out here');
		expect(whole.split(`PERSON: ${'a'.repeat(100)}`)).toHaveLength(2);
		expect(await entries(size, 'b')).toContain('[1 entry is left out here]');
	});

	it('one that takes longer than three minutes is given up, and says so', async () => {
		const world = open();
		await exchange(world, long('apple'));
		await exchange(world, 'and plums?');
		world.turns.compact('');
		await world.model.next();
		world.clock.advance(179_999);
		expect(world.store.state().notices.at(-1)?.text).toContain('is put into a summary');
		world.clock.advance(1);
		await world.turns.settled();
		expect(world.store.state().notices.at(-1)?.text).toBe(
			'The context stays as it is: The model took longer than 180 s.',
		);
	});

	it('leaves no timer behind', async () => {
		const world = open();
		await exchange(world, long('apple'));
		await exchange(world, 'and plums?');
		world.turns.compact('');
		await summarised(world);
		await world.turns.settled();
		world.clock.advance(1000);
		expect(world.clock.pending()).toBe(0);
	});

	it('is put aside where the context was cleared meanwhile', async () => {
		const world = open();
		await exchange(world, long('apple'));
		await exchange(world, 'and plums?');
		world.turns.compact('');
		const heard = await world.model.next();
		world.store.append({type: 'context.cleared'} as never);
		heard.say('Fruit.');
		heard.end();
		await world.turns.settled();
		expect(ofType(world, 'context.compacted')).toEqual([]);
		expect(world.store.state().notices.at(-1)?.text).toContain('cleared meanwhile');
	});

	it('is made again after an earlier one', async () => {
		const world = open();
		for (const word of ['apple', 'pear']) {
			await exchange(world, long(word));
			await exchange(world, `and ${word}s?`);
			world.turns.compact('');
			await summarised(world);
			await world.turns.settled();
		}
		expect(ofType(world, 'context.compacted')).toHaveLength(2);
	});

	it('says that it begins, and why', async () => {
		const world = open();
		await exchange(world, long('apple'));
		await exchange(world, 'and plums?');
		world.turns.compact('');
		await summarised(world);
		await world.turns.settled();
		expect(ofType(world, 'notice.shown').map(({text, level}) => [level, text])).toEqual([
			['info', 'What was said earlier is put into a summary. Esc stops it.'],
		]);
	});
});
