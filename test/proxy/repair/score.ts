import type {Json, JsonObject} from '../../../source/events/json.ts';
import type {NeutralEvent, NeutralItem} from '../../../source/proxy/neutral.ts';
import type {OfferedTool} from '../../../source/proxy/repair/attempt.ts';
import {createOpeners} from '../../../source/proxy/repair/reader-openers.ts';
import {echoesIn} from '../../../source/proxy/translate/echoes.ts';
import {createRepairStage} from '../../../source/proxy/translate/repair-stage.ts';
import {createNames} from '../../../source/proxy/translate/tool-names.ts';
import {tools as usual} from './tools.ts';

/** A reply, and the calls that a person says are in it. */
export type Scored = {
	readonly title?: string;
	readonly text: string;
	/** None where the reply calls nothing. */
	readonly calls?: readonly (readonly [name: string, given: JsonObject])[];
	readonly tools?: readonly OfferedTool[];
	/** What users and tools have said in this conversation. */
	readonly heard?: readonly string[];
};

/** What became of a reply; `false` is a call that nobody meant, or with other arguments. */
export type Outcome = 'right' | 'false' | 'asked' | 'lost';

export type Read = {readonly calls: readonly (readonly [string, Json])[]; readonly asked: number};

/** The calls that the repair makes of a reply which comes in these pieces, as the engine sees it. */
export function readReply(
	pieces: readonly string[],
	{tools = usual, heard = []}: Omit<Scored, 'text'>,
): Read {
	const events: NeutralEvent[] = [];
	const items = heard.map(
		(text): NeutralItem => ({type: 'message', role: 'user', parts: [{type: 'text', text}]}),
	);
	const openers = createOpeners(tools);
	const stage = createRepairStage({
		plan: {
			tools,
			openers,
			isEngine: true,
			timesMax: 3,
			tell: () => {},
			echo: echoesIn(items, {tools, openers}),
		},
		names: createNames(tools),
		id: 'score',
		emit: event => events.push(event),
		said: () => ({text: '', callsBegun: 0, callsWhole: 0}),
	});
	for (const text of pieces) {
		stage.event({type: 'text', text});
	}
	stage.finish('stop');
	const ends = events.filter(event => event.type === 'call.end');
	const calls = ends
		.filter(({broken}) => broken === undefined)
		.map(({call}): readonly [string, Json] => [nameIn(events, call), argumentsIn(events, call)]);
	return {calls, asked: ends.length - calls.length};
}

function nameIn(events: readonly NeutralEvent[], call: number): string {
	return events.flatMap(event =>
		event.type === 'call.start' && event.call === call ? [event.name] : [],
	)[0]!;
}

function argumentsIn(events: readonly NeutralEvent[], call: number): Json {
	const text = events
		.map(event => (event.type === 'call.delta' && event.call === call ? event.text : ''))
		.join('');
	try {
		return JSON.parse(text) as Json;
	} catch {
		return text;
	}
}

export function outcomeOf(one: Scored): Outcome {
	const {calls, asked} = readReply([one.text], one);
	const wanted = (one.calls ?? []).map(written);
	const found = calls.map(written);
	if (found.some(call => !wanted.includes(call)) || found.length > wanted.length) {
		return 'false';
	}
	if (found.length === wanted.length) {
		return wanted.length === 0 && asked > 0 ? 'asked' : 'right';
	}
	return asked > 0 ? 'asked' : 'lost';
}

function written([name, given]: readonly [string, Json]): string {
	return `${name} ${JSON.stringify(sorted(given))}`;
}

function sorted(value: Json): Json {
	if (Array.isArray(value)) {
		return value.map(sorted);
	}
	return typeof value === 'object' && value !== null
		? Object.fromEntries(
				Object.entries(value)
					.sort(([one], [other]) => (one < other ? -1 : 1))
					.map(([key, inner]) => [key, sorted(inner ?? null)]),
			)
		: value;
}

/** Places at which the reply is read in another way when it comes in two pieces. */
export function badCuts(one: Scored): readonly number[] {
	const whole = JSON.stringify(readReply([one.text], one));
	return Array.from({length: one.text.length}, (_, cut) => cut).filter(
		cut => JSON.stringify(readReply([one.text.slice(0, cut), one.text.slice(cut)], one)) !== whole,
	);
}
