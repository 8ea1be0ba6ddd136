import {expect} from 'vitest';
import type {NeutralEvent} from '../../../source/proxy/neutral.ts';
import type {Inbound} from '../../../source/proxy/translate/protocol.ts';
import {inbounds} from '../../../source/proxy/translate/protocol-table.ts';
import {checkedMessage} from './anthropic/grammar.ts';
import {checkedChunks} from './chat/grammar.ts';
import {checkedAnswers} from './gemini/grammar.ts';
import {checkedEvents} from './responses/grammar.ts';

/** Random answers keep the grammar of the protocol, and tell each whole call, and no other. */
export function checkRandomAnswers(kind: Inbound['kind'], rounds: number): void {
	const next = createRandomAnswers(7);
	for (let round = 0; round < rounds; round += 1) {
		const events = next();
		const body = {stream: true, stream_options: {include_usage: true}};
		const encoder = inbounds[kind].encoder({id: 'x', createdAtSeconds: 1, model: 'm', body});
		checks[kind](encoder.begin() + events.map(encoder.event).join(''), callsOf(events));
	}
}

type Calls = {readonly ended: readonly string[]};

const checks: Readonly<Record<Inbound['kind'], (stream: string, calls: Calls) => void>> = {
	responses(stream, {ended}) {
		const output: readonly {type: string; status: string; call_id: string}[] =
			checkedEvents(stream).at(-1).response.output;
		const whole = output.filter(
			({type, status}) => type.endsWith('_call') && status === 'completed',
		);
		expect(whole.map(({call_id}) => call_id)).toEqual(ended);
	},
	chat(stream, {ended}) {
		expect(
			checkedChunks(stream)
				.map(({id}) => id)
				.sort(),
		).toEqual([...ended].sort());
	},
	anthropic(stream, {ended}) {
		const calls = checkedMessage(stream).content.filter(({type}) => type === 'tool_use');
		expect(calls.map(({id}) => id)).toEqual(ended);
	},
	gemini(stream, {ended}) {
		const ids = checkedAnswers(stream).calls.map(({id}) => id);
		expect(ids.sort()).toEqual([...ended].sort());
	},
};

function callsOf(events: readonly NeutralEvent[]): Calls {
	const starts = events.filter(event => event.type === 'call.start');
	const ended = new Set(events.filter(event => event.type === 'call.end').map(({call}) => call));
	return {
		ended: starts.filter(({call}) => ended.has(call)).map(({id}) => id),
	};
}

/** Answers that no provider would think of, always the same ones for the same seed. */
function createRandomAnswers(firstSeed: number): () => readonly NeutralEvent[] {
	let seed = firstSeed;
	const random = (below: number) => {
		seed = (seed * 48_271) % 2_147_483_647;
		return seed % below;
	};
	return () => {
		const events: NeutralEvent[] = [];
		let calls = 0;
		for (let step = 0; step < 3 + random(14); step += 1) {
			const event = randomEvent(random, calls);
			calls += event.type === 'call.start' ? 1 : 0;
			events.push(event);
		}
		return [...events, ...randomEnding(random, calls)];
	};
}

type Random = (below: number) => number;

function randomEvent(random: Random, calls: number): NeutralEvent {
	const call = random(Math.max(1, calls));
	const known: readonly NeutralEvent[] = [
		{type: 'call.delta', call, text: '1'},
		{type: 'call.delta', call, text: '2'},
		{type: 'call.end', call},
	];
	const events: readonly NeutralEvent[] = [
		{type: 'text', text: 't'},
		{type: 'reasoning', text: 'r', form: 'raw'},
		{type: 'reasoning', text: 's', form: 'summary'},
		{type: 'refusal', text: 'n'},
		{type: 'seal', seal: {from: 'anthropic', form: 'signature', data: 'a'}},
		{type: 'seal', seal: {from: 'anthropic', form: 'redacted', data: 'b'}},
		{type: 'seal', seal: {from: 'gemini', form: 'signature', data: 'c'}},
		{type: 'call.start', call: calls, id: `id${calls}`, name: 'run', form: 'function'},
		{type: 'call.start', call: calls, id: `id${calls}`, name: 'patch', form: 'custom'},
		...(calls > 0 ? known : []),
		{type: 'usage', usage: {inputTokens: 1, outputTokens: 1}},
	];
	return events[random(events.length)]!;
}

/** Whole answers end all their calls, cut ones leave some open. */
function randomEnding(random: Random, calls: number): readonly NeutralEvent[] {
	const finish = (['stop', 'length', 'refused'] as const)[random(3)]!;
	const ends: NeutralEvent[] = [];
	for (let call = 0; call < calls; call += 1) {
		if (finish === 'stop' || random(3) > 0) {
			ends.push({type: 'call.end', call});
		}
	}
	const reason = finish === 'stop' && calls > 0 ? 'calls' : finish;
	return [...ends, {type: 'finish', finish: reason}];
}
