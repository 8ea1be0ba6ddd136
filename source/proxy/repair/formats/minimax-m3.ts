import type {Json} from '../../../events/json.ts';
import type {WrittenField} from '../attempt.ts';
import {collectUntil} from './collect-until.ts';
import type {Format, Written, WrittenCall} from './format.ts';
import {bareName, toTheEnd, unreadable} from './json-calls.ts';
import {space} from './opener.ts';

const mark = ']<]minimax[>[';
const closer = `${mark}</tool_call>`;
const depthMax = 32;

/**
 * The notation of MiniMax M3. Each tag begins with a special mark, which no value contains. Values
 * can be nested.
 */
export const minimaxM3: Format = {
	id: 'minimax-m3',
	title: 'MiniMax M3',
	trust: 'token',
	opener: `${mark}<tool_call>`,
	closer,
	grammar: `${mark}<invoke name="NAME">, then a tag for each argument; objects and lists (<item>) nest.`,
	sample: `${mark}<tool_call>\n${mark}<invoke name="get_weather">${mark}<city>Oslo${mark}</city>${mark}</invoke>\n${closer}`,
	opens: [[mark, space, '<tool_call>']],
	collect: opened => collectUntil({closers: [closer]}, opened),
	calls: written => {
		const calls = invokes(written);
		return calls.length > 0 ? calls : unreadable(written, written.raw);
	},
};

type Node = {readonly name: string; text: string; readonly children: Node[]};

function invokes({raw, isWhole}: Written): readonly WrittenCall[] {
	const calls: WrittenCall[] = [];
	let end = Math.max(raw.indexOf('<invoke name="'), 0);
	for (const part of raw.split(/(?=<invoke name=")/).slice(1)) {
		const [opened = '', name = ''] = /^<invoke name="([^"<>]{1,120})">/.exec(part) ?? [];
		const close = part.indexOf(`${mark}</invoke>`);
		const root = treeOf(part.slice(opened.length, close < 0 ? part.length : close));
		end += part.length;
		calls.push({
			name: bareName(name) || null,
			arguments: {type: 'fields', fields: root.children.map(asField)},
			isWhole: isWhole && close >= 0,
			end,
		});
	}
	return toTheEnd(calls, raw.length);
}

/** Reads tags and the text between them as a tree. Below the maximum depth, tags remain text. */
function treeOf(text: string): Node {
	const root: Node = {name: '', text: '', children: []};
	const open: Node[] = [root];
	for (const part of text.split(mark)) {
		const tag = /^<(\/?)([\w.:-]{1,120})>/.exec(part);
		const top = open.at(-1)!;
		if (!tag) {
			top.text += part;
		} else if (tag[1] === '/') {
			if (open.length > 1 && top.name === tag[2]) {
				open.pop();
			}
		} else if (open.length <= depthMax) {
			const node: Node = {name: tag[2]!, text: part.slice(tag[0].length), children: []};
			top.children.push(node);
			open.push(node);
		}
	}
	return root;
}

function asField(node: Node): WrittenField {
	return node.children.length === 0
		? {name: node.name, text: node.text}
		: {name: node.name, text: JSON.stringify(asValue(node)), written: 'json'};
}

function asValue(node: Node): Json {
	if (node.children.length === 0) {
		return scalar(node.text);
	}
	return node.children.every(child => child.name === 'item')
		? node.children.map(asValue)
		: Object.fromEntries(node.children.map(child => [child.name, asValue(child)]));
}

/** Reads a text inside an object or list: if it is a JSON number or boolean, it becomes one. */
function scalar(text: string): Json {
	return /^(?:true|false|null|-?(?:0|[1-9]\d{0,14})(?:\.\d{1,15})?)$/.test(text)
		? (JSON.parse(text) as Json)
		: text;
}
