import {expect, it} from 'vitest';
import {compareStories, storyOf} from '../../source/cli/replay/story.ts';
import type {Stamped} from '../../source/events/event.ts';

const stamped = (event: object, seq: number) => ({v: 1, seq, at: seq, ...event}) as Stamped;
const story = (...events: readonly object[]) => storyOf(events.map(stamped));

const began = {type: 'reply.began', reply: 'r'};
const said = {type: 'reply.ended', reply: 'r', finish: 'calls'};
const proposed = (call: string) => ({
	...{type: 'tool.proposed', call, reply: 'r', tool: 'count', raw: '{}', input: {}},
	...{scope: 'shell', host: 'local', summary: call},
});
const answered = (call: string, type = 'once') => ({
	type: 'authorization.answered',
	call,
	verdict: {type},
});
const ended = (call: string, output = call) => ({
	...{type: 'tool.ended', call},
	outcome: {status: 'ok', result: {output}},
});

const recorded = story(
	...[began, said, proposed('a'), proposed('b')],
	...[answered('b'), ended('b'), answered('a'), ended('a')],
);

it('calls of one answer that were answered and ended in another order are no difference', () => {
	const now = story(
		...[began, said, proposed('a'), proposed('b')],
		...[answered('a'), answered('b'), ended('a'), ended('b')],
	);
	expect(compareStories(recorded, now)).toBeNull();
});

it.each([
	[
		'another result of one of them',
		[answered('a'), answered('b'), ended('a', 'other'), ended('b')],
		'the result of a.outcome.result.output',
	],
	[
		'another verdict',
		[answered('a', 'deny'), answered('b'), ended('a'), ended('b')],
		'the answer of a.verdict',
	],
	['a result that is missing', [answered('a'), answered('b'), ended('b')], 'the result of a'],
])('%s is a difference, and is named by its call', (_, rest, where) => {
	const now = story(began, said, proposed('a'), proposed('b'), ...rest);
	expect(compareStories(recorded, now)).toMatchObject({where});
});

it('what was said is compared in its order', () => {
	const one = {type: 'message.sent', text: 'one'};
	const two = {type: 'message.sent', text: 'two'};
	expect(compareStories(story(one, two), story(two, one))).toMatchObject({
		where: 'the message (1).text',
	});
});
