import {collectUntil} from './collect-until.ts';
import type {Format, Written, WrittenCall} from './format.ts';
import {bareName} from './json-calls.ts';
import {space} from './opener.ts';

type Marks = {readonly quote: string; readonly closer: string};

/** Gemma's own notation: keys without quotes, strings between marks. */
function gemmaFormat(
	marks: Marks & {readonly head: string},
	described: Pick<Format, 'id' | 'title' | 'sample'>,
): Format {
	return {
		...described,
		trust: 'token',
		opener: `${marks.head}call:NAME{`,
		closer: `}${marks.closer}`,
		grammar: `Keys without quotes, strings between ${marks.quote}.`,
		opens: [[marks.head, space, 'call:']],
		collect: opened => collectUntil({closers: [marks.closer], quote: marks.quote}, opened),
		calls: written => gemmaCall(written, marks),
	};
}

export const gemmaFormats: readonly Format[] = [
	gemmaFormat(
		{head: '<|tool_call>', quote: '<|"|>', closer: '<tool_call|>'},
		{
			id: 'gemma',
			title: 'Gemma 4',
			sample: '<|tool_call>call:get_weather{city:<|"|>Oslo<|"|>}<tool_call|>',
		},
	),
	gemmaFormat(
		{head: '<start_function_call>', quote: '<escape>', closer: '<end_function_call>'},
		{
			id: 'function-gemma',
			title: 'FunctionGemma',
			sample: '<start_function_call>call:get_weather{city:<escape>Oslo<escape>}<end_function_call>',
		},
	),
];

function gemmaCall({raw, isWhole}: Written, {quote, closer}: Marks): readonly WrittenCall[] {
	const head = /call:\s*([^\s{<]{0,120})\s*/.exec(raw);
	const from = (head?.index ?? 0) + (head?.[0].length ?? 0);
	const body = raw.slice(from).trimEnd();
	const text = asJson(body.endsWith(closer) ? body.slice(0, -closer.length) : body, quote);
	const name = bareName(head?.[1] ?? '');
	return [{name: name || null, arguments: {type: 'json', text}, isWhole, end: raw.length}];
}

/** The same value in JSON's notation: what stands between the marks is text as it is. */
function asJson(text: string, quote: string): string {
	return text
		.trim()
		.split(quote)
		.map((part, index) => (index % 2 === 1 ? JSON.stringify(part) : withKeys(part)))
		.join('');
}

function withKeys(part: string): string {
	return part.replace(/([{,]\s{0,20})([A-Za-z_$][\w$-]{0,120})(\s{0,20}:)/g, '$1"$2"$3');
}
