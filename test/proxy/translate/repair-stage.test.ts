import {describe, expect, it} from 'vitest';
import type {NeutralEvent, NeutralFinish} from '../../../source/proxy/neutral.ts';
import type {OfferedTool} from '../../../source/proxy/repair/attempt.ts';
import {createRepairStage} from '../../../source/proxy/translate/repair-stage.ts';
import {createNames} from '../../../source/proxy/translate/tool-names.ts';

const parameters = {
	type: 'object',
	properties: {cmd: {type: 'string'}, count: {type: 'integer'}},
	required: ['cmd'],
};
const tools: readonly OfferedTool[] = [
	{name: 'run', form: 'function', parameters},
	{name: 'patch', form: 'custom'},
];

function play(
	events: readonly NeutralEvent[],
	{
		isEngine = true,
		finish = 'stop',
		offered = tools,
	}: {isEngine?: boolean; finish?: NeutralFinish; offered?: readonly OfferedTool[]} = {},
) {
	const out: NeutralEvent[] = [];
	const told: string[] = [];
	let text = '';
	const stage = createRepairStage({
		plan: {
			tools: offered,
			isEngine,
			timesMax: 3,
			tell: (kind, code) => told.push(code === undefined ? kind : `${kind} ${code}`),
		},
		names: createNames(tools),
		id: 'x',
		emit(event) {
			text += event.type === 'text' ? event.text : '';
			out.push(event);
		},
		said: () => ({text, callsBegun: 0, callsWhole: 0}),
	});
	for (const event of events) {
		stage.event(event);
	}
	return {...stage.finish(finish), out, told, text: () => text};
}

const say = (text: string): NeutralEvent => ({type: 'text', text});
const native = (call: number, text: string, name = 'run'): readonly NeutralEvent[] => [
	{type: 'call.start', call, id: `id${call}`, name, form: name === 'patch' ? 'custom' : 'function'},
	...text
		.split(/(?<=.)/s)
		.map((letter): NeutralEvent => ({type: 'call.delta', call, text: letter})),
	{type: 'call.end', call},
];

/** Calls in order, with what was said of each. */
function callsOf(out: readonly NeutralEvent[]) {
	return out.flatMap(event => {
		if (event.type !== 'call.start') {
			return [];
		}
		const own = out.filter(other => 'call' in other && other.call === event.call);
		const text = own.map(other => (other.type === 'call.delta' ? other.text : '')).join('');
		const end = own.find(other => other.type === 'call.end');
		return [{name: event.name, text, ended: end !== undefined, broken: end && 'broken' in end}];
	});
}

const reply =
	'Words first.\n<tool_call>\n{"name": "run", "arguments": {\'cmd\': \'ls\'}}\n</tool_call>\n<tool_call>\n{"name": "run", "arguments": {"cmd": "pwd"}}\n</tool_call>';

describe('between a provider and a client', () => {
	it('the same calls come out wherever the text is cut', () => {
		const whole = callsOf(play([say(reply)]).out);
		expect(whole.map(({text}) => text)).toEqual(['{"cmd":"ls"}', '{"cmd":"pwd"}']);
		for (let at = 1; at < reply.length; at += 1) {
			const cut = play([say(reply.slice(0, at)), say(reply.slice(at))]);
			expect(callsOf(cut.out)).toEqual(whole);
			expect(cut.finish).toBe('calls');
		}
		expect(callsOf(play([...reply].map(say)).out)).toEqual(whole);
	});

	it('a tool that has the name of a tag does not take the calls in it, wherever they are cut', () => {
		const bridge: OfferedTool = {
			name: 'tool_call',
			form: 'function',
			parameters: {
				type: 'object',
				properties: {name: {type: 'string'}, arguments: {type: 'object'}},
				required: ['name'],
			},
		};
		const text = '<tool_call>\n{"name": "run", "arguments": {"cmd": "ls"}}\n</tool_call>';
		for (let at = 1; at < text.length; at += 1) {
			const events = [say(text.slice(0, at)), say(text.slice(at))];
			const {out} = play(events, {offered: [bridge, ...tools]});
			expect(callsOf(out)).toMatchObject([{name: 'run', text: '{"cmd":"ls"}'}]);
		}
	});

	it('nothing is a call that was cut off, wherever that was', () => {
		const text = '<tool_call>\n{"name": "run", "arguments": {"cmd": "rm -rf /x"}}\n</tool_call>';
		for (let at = 1; at < text.length - 1; at += 1) {
			const {out} = play([say(text.slice(0, at))], {finish: 'length'});
			expect(callsOf(out).filter(({broken}) => broken === false)).toEqual([]);
		}
	});

	it('calls of both kinds have numbers of their own', () => {
		const {out, finish, told} = play([
			...native(0, '{"cmd":"a"}'),
			say(reply),
			...native(1, '{"cmd": "{\\"cmd\\": \\"b\\"}"}'),
		]);
		const starts = out.flatMap(event => (event.type === 'call.start' ? [event] : []));
		expect(new Set(starts.map(({call}) => call)).size).toBe(4);
		expect(new Set(starts.map(({id}) => id)).size).toBe(4);
		expect(finish).toBe('calls');
		expect(told.toSorted()).toEqual([
			'call.mended double-wrapped',
			'call.mended json',
			'call.well',
			'call.well',
		]);
	});

	it('two native calls that come letter by letter at once stay apart', () => {
		const [one, two] = [native(0, '{"cmd":"a"}'), native(1, '{"cmd":"b"}')];
		const mixed = one.flatMap((event, at) => [event, two[at]!]);
		expect(callsOf(play(mixed).out).map(({text}) => text)).toEqual(['{"cmd":"a"}', '{"cmd":"b"}']);
	});

	it('a native call that was cut off is told as begun, and never as ended', () => {
		const events = native(0, '{"cmd": "rm -rf').slice(0, -1);
		const {out, finish} = play(events, {finish: 'length'});
		expect(callsOf(out)).toMatchObject([{text: '{"cmd": "rm -rf', ended: false}]);
		expect(finish).toBe('length');
	});

	it('free text goes on as it comes', () => {
		const {out} = play(native(0, '*** Begin {"', 'patch'));
		expect(out.filter(({type}) => type === 'call.delta')).toHaveLength('*** Begin {"'.length);
		expect(callsOf(out)).toMatchObject([{name: 'patch', ended: true}]);
	});

	it('a call without arguments is an empty object, as clients expect', () => {
		expect(callsOf(play(native(0, '', 'nobody_knows')).out)).toMatchObject([
			{name: 'nobody_knows', text: '{}', ended: true, broken: false},
		]);
	});

	it('another client gets no mark, and no call that it can not run', () => {
		const {out, again} = play(native(0, '{"cmd": ""}'), {isEngine: false});
		expect(callsOf(out)).toEqual([]);
		expect(again).toMatchObject({why: 'asked-back', code: 'empty', timesMax: 3});
		expect(again?.items.map(({type}) => type)).toEqual(['call', 'result']);
	});

	it('what is said in plain words passes letter by letter', () => {
		const prose = 'I ran `rm -rf build`, see {"a": 1}, [x](https://a.test) and <b>.\n'.repeat(50);
		const {out, text, finish, told} = play([...prose].map(say));
		expect(text()).toBe(prose);
		expect(callsOf(out)).toEqual([]);
		expect(finish).toBe('stop');
		expect(told).toEqual([]);
	});
});
