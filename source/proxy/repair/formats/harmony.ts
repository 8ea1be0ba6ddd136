import {collectValues} from './collect-values.ts';
import type {Format} from './format.ts';
import {namedCall} from './named-values.ts';
import type {Opener} from './opener.ts';

const ends: readonly string[] = ['<|call|>', '<|end|>', '<|return|>'];
const name = /to=\s*(?:functions[.:])?([^\s<{]*)[^{]*/;

/**
 * The notation of gpt-oss, which writes in channels. A call is addressed to a function and may be
 * in any channel.
 */
export const harmonyFormats: readonly Format[] = [
	{
		id: 'harmony',
		title: 'gpt-oss channels that leaked',
		trust: 'token',
		opener: '<|channel|>commentary to=functions.NAME',
		closer: '<|call|>',
		grammar: 'Perhaps <|constrain|>json, then <|message|> and the arguments.',
		sample:
			'<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Oslo"}<|call|>',
		opens: [
			['<|channel|>', {oneOf: ['commentary', 'analysis']}, ' to='],
			['<|start|>assistant<|channel|>', {oneOf: ['commentary', 'analysis']}, ' to='],
			['<|start|>assistant to=functions'],
		],
		collect: opened => collectValues({begins: '{', last: ends}, opened),
		calls: written => namedCall(written, name, ends),
	},
	{
		id: 'harmony-bare',
		title: 'gpt-oss channels that leaked without their tokens',
		trust: 'bare',
		opener: 'assistantcommentary to=functions.NAME or commentary to=functions.NAME',
		closer: 'the end of the JSON',
		grammar: 'The name of a tool on offer, perhaps json, then the arguments.',
		sample: 'commentary to=functions.get_weather json{"city": "Oslo"}',
		opens: [],
		opensWith: tool =>
			['', 'assistant'].map(
				(before): Opener => [
					`${before}commentary to=functions.`,
					tool,
					{set: ' ', least: 0, most: 3},
					{ahead: 'jc{<'},
				],
			),
		collect: opened => collectValues({begins: '{', last: ends}, opened),
		calls: written => namedCall(written, name, ends),
	},
];
