import {collectPython} from './collect-python.ts';
import {collectValues} from './collect-values.ts';
import type {Format, Written, WrittenCall} from './format.ts';
import {valueCalls} from './json-calls.ts';
import {type Opener, type OpenerPiece, space} from './opener.ts';
import {pythonCalls} from './python-calls.ts';
import {isKnown} from './pythonic.ts';

const quote: OpenerPiece = {oneOf: ['"', "'"]};
const nameKeys: OpenerPiece = {
	oneOf: ['name', 'tool_name', 'tool', 'function_name', 'function', 'action', 'recipient_name'],
};
const nameLetters: OpenerPiece = {set: 'A-Za-z0-9_.:/-', least: 1, most: 48};

function key(word: OpenerPiece): Opener {
	return [space, quote, word, quote, space, ':', space];
}

/** The beginnings of an object that may be a call: its name, or a key that only calls have. */
const objectHeads: readonly Opener[] = [
	['{', ...key(nameKeys), quote, nameLetters, quote],
	['{', ...key('type'), quote, 'function', quote],
	['{', ...key('id'), quote, 'call_'],
	['{', ...key({oneOf: ['tool_calls', 'tool_uses']}), '[', space, {ahead: '{'}],
	['{', ...key({oneOf: ['function_call', 'tool_call', 'function']}), '{'],
	['{', ...key('arguments'), '{'],
];
const valueHeads: readonly Opener[] = [
	...objectHeads,
	...objectHeads.map((head): Opener => ['[', space, ...head]),
];

const languages: OpenerPiece = {
	oneOf: [
		...['json', 'tool_calls', 'tool_call', 'tool', 'function_call', 'function_calls'],
		...['function', 'tool_use', 'tools', 'tool_code', ''],
	],
};
const fenceBegin: Opener = ['```', languages, {set: ' \\t\\r', least: 0, most: 3}, '\n'];

/**
 * JSON, or a code fence that holds only JSON. The rules about its position decide whether it is a
 * call.
 */
export const bareFormats: readonly Format[] = [
	{
		id: 'json',
		title: 'Bare JSON: Llama 3, xLAM, OpenAI shapes',
		trust: 'data',
		opener: '{"name": "NAME", or a list of such objects',
		closer: 'the end of the JSON',
		grammar:
			'An object with the name of a tool on offer, its arguments, and nothing else; or tool_calls, function_call, tool_uses around it.',
		sample: '{"name": "get_weather", "parameters": {"city": "Oslo"}}',
		opens: valueHeads,
		accepts: namesTool,
		collect: opened => collectValues({isOpened: true, separators: ';,'}, opened),
		calls: written => knownShapes(written, []),
	},
	{
		id: 'json-fence',
		title: 'A code fence that is the call',
		trust: 'data',
		opener: '```json, ```tool_call or ``` and {"name": "NAME"',
		closer: '```',
		grammar: 'As bare JSON, and the fence is the end of the reply.',
		sample: '```json\n{"name": "get_weather", "arguments": {"city": "Oslo"}}\n```',
		opens: valueHeads.map(head => [...fenceBegin, space, ...head]),
		accepts: namesTool,
		collect: opened => {
			const at = opened.search(/[[{]/);
			return shifted(at, opened.slice(at));
		},
		calls: written => knownShapes(written, ['```']),
	},
	{
		id: 'command-r',
		title: 'Command R',
		trust: 'bare',
		opener: 'Action: ```json',
		closer: '```',
		grammar: 'A list of objects with tool_name and parameters.',
		sample:
			'Action: ```json\n[\n    {\n        "tool_name": "get_weather",\n        "parameters": {"city": "Oslo"}\n    }\n]\n```',
		opens: [['Action:', space, '```json', space, {ahead: '\\[{'}]],
		collect: opened => collectValues({last: ['```']}, opened),
		calls: written => knownShapes(written, ['```']),
	},
	{
		id: 'tool-code',
		title: 'Gemma 3 (tool_code)',
		trust: 'bare',
		opener: '```tool_code',
		closer: '```',
		grammar: 'Calls of tools on offer as Python writes them.',
		sample: '```tool_code\nget_weather(city="Oslo")\n```',
		opens: [],
		opensWith: tool => [['```tool_code', space, tool, {ahead: '('}]],
		collect: opened => collectPython({last: ['```']}, opened),
		calls: written => pythonCalls(written, {from: '```tool_code'.length, closers: ['```']}),
	},
];

function shifted(at: number, opened: string): ReturnType<Format['collect']> {
	const inner = collectValues({isOpened: true, last: ['```'], separators: ';,'}, opened);
	const outer = (end: number | null) => (end === null ? null : end + at);
	return {read: text => outer(inner.read(text)), end: () => outer(inner.end())};
}

/** If the opener holds a name, the name must be an offered tool. */
function namesTool(opened: string, tools: Written['tools']): boolean {
	const named = /:\s*["']([^"']*)["']$/.exec(opened);
	return named === null || /"type"|'type'/.test(opened) || isKnown(named[1]!, tools);
}

/** Returns the calls; none if the text also holds something else. */
function knownShapes(written: Written, closers: readonly string[]): readonly WrittenCall[] {
	const from = written.raw.search(/[[{]/);
	const calls = valueCalls(written, {from: Math.max(from, 0), closers});
	// An object that is no call does not make the others invalid.
	const isMeant =
		calls.some(call => isKnown(call.name, written.tools)) &&
		calls.every(call => call.isKnownShape || !written.isWhole);
	return isMeant ? calls : [];
}
