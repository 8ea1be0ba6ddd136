import {expect} from 'vitest';
import {createSseReader} from '../../../../source/proxy/translate/sse.ts';

// biome-ignore lint/suspicious/noExplicitAny: it is what the wire holds.
type Wire = any;

/** The events of a Responses stream, after checking that they keep the protocol's grammar. */
export function checkedEvents(stream: string): readonly Wire[] {
	const events: Wire[] = [];
	const reader = createSseReader((data, name) => {
		const event = JSON.parse(data);
		expect(event.type).toBe(name);
		events.push(event);
	});
	reader.push(stream);
	reader.end();
	checkGrammar(events);
	return events;
}

/** Written from the API's types: what a strict client would throw at. */
function checkGrammar(events: readonly Wire[]): void {
	const items: {item: Wire; parts: Map<string, string>; done: boolean; text: string}[] = [];
	expect(events.map(({sequence_number}) => sequence_number)).toEqual(events.map((_, at) => at));
	expect(events[0]?.type).toBe('response.created');
	expect(events[1]?.type).toBe('response.in_progress');
	const endings = events.filter(({type}) =>
		['response.completed', 'response.incomplete', 'response.failed'].includes(type),
	);
	expect(endings.length).toBeLessThanOrEqual(1);
	for (const event of events) {
		const {type, output_index: index, item_id: id, item} = event;
		const known = items[index];
		if (type === 'response.output_item.added') {
			expect(index).toBe(items.length);
			expect(item.id).toMatch(/./);
			items.push({item, parts: new Map(), done: false, text: ''});
			continue;
		}
		if (index === undefined) {
			continue;
		}
		expect(known, `${type} of an item that was never added`).toBeDefined();
		expect(known!.done, `${type} after its item was done`).toBe(false);
		if (type === 'response.output_item.done') {
			expect(item).toMatchObject({id: known!.item.id, type: known!.item.type});
			expect(item.call_id).toBe(known!.item.call_id);
			expect([...known!.parts.values()].every(state => state === 'closed')).toBe(true);
			known!.done = true;
			known!.item = item;
			continue;
		}
		expect(id).toBe(known!.item.id);
		checkPart(known!, event);
	}
	const response = endings[0]?.response;
	if (response) {
		expect(events.at(-1)).toBe(endings[0]);
		expect(response.output.map((item: Wire) => item.id)).toEqual(items.map(({item}) => item.id));
		for (const [at, {item, done}] of items.entries()) {
			if (done) {
				expect(response.output[at]).toEqual(item);
			} else {
				expect(response.status).not.toBe('completed');
				expect(response.output[at].status).toBe('incomplete');
			}
		}
		expect(response.id).toBe(events[0].response.id);
	}
}

function checkPart(known: {parts: Map<string, string>; text: string}, event: Wire): void {
	const {type} = event;
	if (type.includes('_call_')) {
		known.text += event.delta ?? '';
		if (type.endsWith('.done')) {
			expect(event.arguments ?? event.input).toBe(known.text);
		}
		return;
	}
	const isSummary = event.summary_index !== undefined;
	const key = isSummary ? `s${event.summary_index}` : `c${event.content_index}`;
	const state = known.parts.get(key);
	if (type.endsWith('part.added')) {
		const before = [...known.parts.keys()].filter(other => other[0] === key[0]).length;
		expect(event.summary_index ?? event.content_index).toBe(before);
		known.parts.set(key, 'open:');
	} else if (type.endsWith('part.done')) {
		expect(state).toBe(`done:${event.part.text ?? event.part.refusal}`);
		known.parts.set(key, 'closed');
	} else if (type.endsWith('.delta')) {
		expect(state).toMatch(/^open:/);
		known.parts.set(key, `${state}${event.delta}`);
	} else {
		const text = event.text ?? event.refusal;
		expect(state).toBe(`open:${text}`);
		known.parts.set(key, `done:${text}`);
	}
}
