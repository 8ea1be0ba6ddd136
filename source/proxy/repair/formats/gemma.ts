import {collectGemma, gemmaEnd} from './collect-gemma.ts';
import type {Format, Written, WrittenCall} from './format.ts';
import {bareName, toTheEnd, withoutClosers} from './json-calls.ts';
import {space} from './opener.ts';

type Marks = {readonly quote: string; readonly closer: string};

/** Returns a format in Gemma's notation: keys without quotes, and strings between special marks. */
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
		collect: opened => collectGemma(marks, opened),
		calls: written => gemmaCalls(written, marks),
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

function gemmaCalls(written: Written, {quote, closer}: Marks): readonly WrittenCall[] {
	const {raw, isWhole} = written;
	const text = withoutClosers(raw, [closer]);
	const calls: WrittenCall[] = [];
	const head = /[\s,;}\]]*call:\s*([^\s{<]{0,120})\s*/y;
	for (let at = Math.max(text.indexOf('call:'), 0); /[^\s,;}\]]/.test(text.slice(at)); ) {
		head.lastIndex = at;
		const found = head.exec(text);
		if (!found) {
			// Text between the calls may be a part of a call, so the model is shown the whole attempt.
			return calls.map(call => ({...call, arguments: {type: 'json', text: raw}}));
		}
		const end = gemmaEnd(text, head.lastIndex, quote) ?? text.length;
		const body = asJson(text.slice(head.lastIndex, end), quote);
		const name = bareName(found[1] ?? '');
		calls.push({name: name || null, arguments: {type: 'json', text: body}, isWhole, end});
		at = end;
	}
	return toTheEnd(calls, raw.length);
}

/** Rewrites a value as JSON. Text between the marks is taken literally. */
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
