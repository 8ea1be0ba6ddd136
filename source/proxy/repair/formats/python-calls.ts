import type {WrittenField} from '../attempt.ts';
import type {Written, WrittenCall} from './format.ts';
import {bareName, toTheEnd, unreadable, withoutClosers} from './json-calls.ts';
import {pythonLiteralAt, skip} from './python-literal.ts';

type Calls = {readonly from: number; readonly closers: readonly string[]};

/**
 * Reads calls in Python's notation: names with named arguments in round brackets. Only literals
 * have a value. An argument that would have to be run first (a name, an f-string, a sum, a call, a
 * slice) is marked as a program. If quotes or brackets are unbalanced, no end is certain, so that
 * no call in the text gets any value.
 */
export function pythonCalls(written: Written, {from, closers}: Calls): readonly WrittenCall[] {
	const {raw, isWhole} = written;
	const text = withoutClosers(raw, closers);
	const calls: WrittenCall[] = [];
	const head = /[\s,;]*([A-Za-z_][\w.:-]{0,120})\s*\(/y;
	let at = from;
	let isClean = true;
	while (isClean) {
		head.lastIndex = at;
		const found = head.exec(text);
		if (!found) {
			break;
		}
		const name = bareName(found[1]!).replace(/\.call$/, '');
		const read = readArguments(text, head.lastIndex);
		isClean = read.end !== null;
		at = read.end ?? text.length;
		calls.push({name, arguments: {type: 'fields', fields: read.fields}, isWhole, end: at});
	}
	if (calls.length === 0) {
		return unreadable(written, raw.slice(from));
	}
	const isWellEnded = isClean && /^[\s,;]*\]?\s*$/.test(text.slice(at));
	return toTheEnd(isWellEnded || !isWhole ? calls : calls.map(withoutValues), raw.length);
}

/** Returns the call with which the text begins, whatever follows it; null if there is none. */
export function firstPythonCall(text: string, tools: Written['tools']): WrittenCall | null {
	const tool = tools.find(({name}) => text.startsWith(`${name}(`));
	const read = tool && readArguments(text, tool.name.length + 1);
	return tool === undefined || read === undefined || read.end === null
		? null
		: {
				name: tool.name,
				arguments: {type: 'fields', fields: read.fields},
				isWhole: true,
				end: read.end,
			};
}

type Arguments = {
	readonly fields: readonly WrittenField[];
	/** The position after the closing bracket; null if it is missing. */
	readonly end: number | null;
};

function readArguments(text: string, from: number): Arguments {
	const fields: WrittenField[] = [];
	let at = skip(text, from);
	while (at < text.length) {
		if (text[at] === ')') {
			return {fields, end: at + 1};
		}
		const field = readArgument(text, at);
		fields.push(field.field);
		if (field.end === null) {
			return {fields, end: null};
		}
		const next = skip(text, field.end);
		at = text[next] === ',' ? skip(text, next + 1) : next;
	}
	return {fields, end: null};
}

type Argument = {readonly field: WrittenField; readonly end: number | null};

function readArgument(text: string, from: number): Argument {
	const key = /([A-Za-z_]\w{0,120})\s*=(?!=)\s*/y;
	key.lastIndex = from;
	const name = key.exec(text)?.[1] ?? '';
	const begin = name === '' ? from : key.lastIndex;
	const value = name === '' ? null : pythonLiteralAt(text, begin);
	const behind = value && skip(text, value.at);
	if (value !== null && behind !== null && ',)'.includes(text[behind] ?? ' ')) {
		return {field: {name, text: JSON.stringify(value.value), written: 'json'}, end: value.at};
	}
	const end = expressionEnd(text, begin);
	const program = text.slice(begin, end ?? text.length).trim();
	return {field: {name, text: program, written: 'program'}, end};
}

/** Returns the end of an expression; null if its quotes or brackets are unbalanced. */
function expressionEnd(text: string, from: number): number | null {
	const open: string[] = [];
	for (let at = from; at < text.length; at += 1) {
		const letter = text[at]!;
		if (letter === '"' || letter === "'") {
			const end = stringEnd(text, at);
			if (end === null) {
				return null;
			}
			at = end - 1;
		} else if ('([{'.includes(letter)) {
			open.push(closing[letter]!);
		} else if (open.length === 0 && ',)'.includes(letter)) {
			return at;
		} else if (')]}'.includes(letter) && open.pop() !== letter) {
			return null;
		}
	}
	return null;
}

const closing: Readonly<Record<string, string>> = {'(': ')', '[': ']', '{': '}'};

function stringEnd(text: string, begin: number): number | null {
	const letter = text[begin]!;
	const quote = text.startsWith(letter.repeat(3), begin) ? letter.repeat(3) : letter;
	for (let at = begin + quote.length; at < text.length; at += 1) {
		if (text[at] === '\\') {
			at += 1;
		} else if (text.startsWith(quote, at)) {
			return at + quote.length;
		}
	}
	return null;
}

function withoutValues(call: WrittenCall): WrittenCall {
	const fields = call.arguments.type === 'fields' ? call.arguments.fields : [];
	const unsure = fields.map((field): WrittenField => ({...field, written: 'program'}));
	const none: readonly WrittenField[] = [{name: '', text: '…', written: 'program'}];
	return {...call, arguments: {type: 'fields', fields: unsure.length > 0 ? unsure : none}};
}
