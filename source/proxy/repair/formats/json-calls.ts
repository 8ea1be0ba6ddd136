import type {OfferedTool, WrittenArguments} from '../attempt.ts';
import type {Written, WrittenCall} from './format.ts';
import {elementsOf, type Member, membersOf, plainText, valueEnd} from './json-slices.ts';

/** A call that was written as one JSON object. */
export type ObjectCall = {
	readonly name: string | null;
	readonly arguments: WrittenArguments;
	/**
	 * The object has a name, arguments and no other key, so that it can hardly be anything but a
	 * call.
	 */
	readonly isKnownShape: boolean;
};

const nameKeys: readonly string[] = [
	...['name', 'tool_name', 'tool', 'function', 'function_name', 'action', 'recipient_name'],
];
const argumentKeys: readonly string[] = [
	...['arguments', 'parameters', 'args', 'params', 'input'],
	...['tool_input', 'action_input', 'tool_arguments', 'kwargs'],
];
const otherKeys: ReadonlySet<string> = new Set(['id', 'type', 'tool_call_id', 'call_id', 'index']);
/** Keys that may wrap one call or a list of calls. */
const wrapperKeys: readonly string[] = ['function', 'function_call', 'tool_call'];
const listKeys: readonly string[] = ['tool_calls', 'tool_uses', 'function_calls', 'calls'];

/** Returns the calls in all JSON values of the text after `from`. */
export function valueCalls(
	{raw: all, isWhole, tools}: Written,
	{from, closers}: {from: number; closers: readonly string[]},
): readonly (WrittenCall & ObjectCall)[] {
	const raw = withoutClosers(all, closers);
	const calls: (WrittenCall & ObjectCall)[] = [];
	let at = from;
	while (at < raw.length) {
		const begin = nextBracket(raw, at);
		const end = begin < 0 ? begin : valueEnd(raw, begin);
		if (begin < 0 || end <= begin) {
			break;
		}
		for (const {text, end: partEnd} of objectsIn(raw.slice(begin, end))) {
			calls.push({...objectCall(text, tools), isWhole, end: begin + partEnd});
		}
		at = end;
	}
	return toTheEnd(calls, all.length);
}

/** Extends the last call to the end of the text. */
export function toTheEnd<Call extends WrittenCall>(
	calls: readonly Call[],
	length: number,
): readonly Call[] {
	return calls.map((call, index) => (index === calls.length - 1 ? {...call, end: length} : call));
}

/**
 * Returns a call for text that is meant as one but can't be read, so that nothing of it is lost.
 */
export function unreadable({raw, isWhole}: Written, text: string): readonly WrittenCall[] {
	return [{name: null, arguments: {type: 'json', text}, isWhole, end: raw.length}];
}

/** Returns the text without the closing marks at its end. */
export function withoutClosers(raw: string, closers: readonly string[]): string {
	let text = raw.trimEnd();
	for (let found = closers.find(closer => text.endsWith(closer)); found !== undefined; ) {
		text = text.slice(0, -found.length).trimEnd();
		found = closers.find(closer => text.endsWith(closer));
	}
	return text;
}

function nextBracket(text: string, from: number): number {
	const found = /[{[]/g;
	found.lastIndex = from;
	return found.exec(text)?.index ?? -1;
}

/** Returns the objects of a list, whatever wraps the list, or a single object by itself. */
function objectsIn(value: string): readonly {text: string; end: number}[] {
	if (value.startsWith('[')) {
		return elementsOf(value);
	}
	const list = membersOf(value).find(({key}) => listKeys.includes(key));
	if (list?.value.startsWith('[')) {
		const at = value.indexOf(list.value);
		return elementsOf(list.value).map(({text, end}) => ({text, end: at + end}));
	}
	return [{text: value, end: value.length}];
}

export function objectCall(text: string, tools: readonly OfferedTool[]): ObjectCall {
	const members = membersOf(text);
	const wrapper = members.find(
		({key, value}) => wrapperKeys.includes(key) && value.startsWith('{'),
	);
	if (wrapper) {
		const inner = objectCall(wrapper.value, tools);
		const isAlone = members.every(({key}) => key === wrapper.key || otherKeys.has(key));
		return {...inner, isKnownShape: inner.isKnownShape && isAlone};
	}
	return namedCall(members, text) ?? keyedCall(members, tools) ?? nameless(text);
}

function namedCall(members: readonly Member[], text: string): ObjectCall | null {
	const naming = nameKeys
		.map(key => members.find(member => member.key === key))
		.find(member => member !== undefined && plainText(member.value) !== null);
	if (naming === undefined) {
		return null;
	}
	const name = bareName(plainText(naming.value)!);
	const given = members.filter(({key}) => argumentKeys.includes(key));
	const rest = members.filter(({key}) => key !== naming.key && !otherKeys.has(key));
	const isKnownShape = given.length === 1 && rest.length === 1 && name !== '';
	if (given.length === 1) {
		return {name, arguments: {type: 'json', text: given[0]!.value}, isKnownShape};
	}
	const others = rest.map(({key, value}) => `${JSON.stringify(key)}: ${value}`).join(', ');
	return {
		name,
		arguments: {type: 'json', text: given.length > 1 ? text.trim() : `{${others}}`},
		isKnownShape,
	};
}

/** Reads `{"get_weather": {…}}`, if the key is an offered tool; otherwise null. */
function keyedCall(members: readonly Member[], tools: readonly OfferedTool[]): ObjectCall | null {
	const [only, ...more] = members;
	return only !== undefined && more.length === 0 && tools.some(tool => tool.name === only.key)
		? {name: only.key, arguments: {type: 'json', text: only.value}, isKnownShape: false}
		: null;
}

function nameless(text: string): ObjectCall {
	return {name: null, arguments: {type: 'json', text: text.trim()}, isKnownShape: false};
}

/** Returns the name without the namespace that chat templates put in front. */
export function bareName(name: string): string {
	return name.trim().replace(/^functions[.:]/, '');
}
