import type {Event, Stamped} from '../../events/event.ts';

type RecordedFact = Extract<
	Event,
	{type: 'hop.changed' | 'hop.chosen' | 'hop.moved' | 'tools.offered'}
>;

/**
 * Replays the events about connections and MCP servers, without reaching any host or server. Each
 * of these events is repeated after the same message, reply or call as in the recording.
 */
export function factsAsRecorded(events: readonly Stamped[]): {
	readonly first: readonly RecordedFact[];
	/**
	 * Call this with every event of the replay, in order. Returns the recorded events that follow
	 * this one.
	 */
	readonly after: (event: Stamped) => readonly RecordedFact[];
} {
	const facts = new Map<string, RecordedFact[]>();
	const recorded = createAnchors();
	let anchor = start;
	for (const event of events) {
		anchor = recorded(event) ?? anchor;
		if (isFact(event)) {
			const {v: _, seq: __, at: ___, ...fact} = event;
			facts.set(anchor, [...(facts.get(anchor) ?? []), fact]);
		}
	}
	const now = createAnchors();
	return {first: facts.get(start) ?? [], after: event => facts.get(now(event) ?? '') ?? []};
}

const start = 'start';

function isFact(event: Stamped): event is Extract<Stamped, RecordedFact> {
	return (
		event.type === 'hop.changed' ||
		event.type === 'hop.chosen' ||
		event.type === 'hop.moved' ||
		event.type === 'tools.offered'
	);
}

/**
 * Gives an event a name by which the recording and the replay can be matched: a call's id, or for
 * messages and replies their number. Null for all other events.
 */
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
