import type {Event, Stamped} from '../../events/event.ts';

type HopFact = Extract<Event, {type: 'hop.changed' | 'hop.chosen' | 'hop.moved'}>;

/**
 * Where calls went is a part of what is told again; nothing is connected for it. What a connection
 * did in the recording it does again behind the same message, reply or call.
 */
export function hopsAsRecorded(events: readonly Stamped[]): {
	readonly first: readonly HopFact[];
	/** To be asked with every event, once, in order. */
	readonly after: (event: Stamped) => readonly HopFact[];
} {
	const facts = new Map<string, HopFact[]>();
	const recorded = createAnchors();
	let anchor = start;
	for (const event of events) {
		anchor = recorded(event) ?? anchor;
		if (event.type === 'hop.changed' || event.type === 'hop.chosen' || event.type === 'hop.moved') {
			const {v: _, seq: __, at: ___, ...fact} = event;
			facts.set(anchor, [...(facts.get(anchor) ?? []), fact]);
		}
	}
	const now = createAnchors();
	return {first: facts.get(start) ?? [], after: event => facts.get(now(event) ?? '') ?? []};
}

const start = 'start';

/** By what an event is found again: a call by its id, anything else by how many there were. */
function createAnchors(): (event: Stamped) => string | null {
	const counts = new Map<string, number>();
	return event => {
		switch (event.type) {
			case 'tool.started':
				return `${event.type} ${event.call}`;
			case 'message.sent':
			case 'reply.ended': {
				const count = (counts.get(event.type) ?? 0) + 1;
				counts.set(event.type, count);
				return `${event.type} ${count}`;
			}
			default:
				return null;
		}
	};
}
