import type {JsonObject} from '../../events/json.ts';
import type {Usage} from '../../events/part.ts';
import type {Emit, NeutralEvent, NeutralFinish, NeutralItem} from '../neutral.ts';
import type {Inbound, ReplyFrame} from './protocol.ts';
import {tokensOfLength} from './token-estimate.ts';

/**
 * Writes one answer for the client from neutral events. Each request to a model has a pipe of its
 * own, but this lasts for the whole answer: if a stream dies, or the model is asked again, the
 * answer continues in the same message with the same ids.
 */
export type ClientResponse = {
	/** Begins a leg, which is the part of the answer that one more request to a model gives. */
	readonly leg: () => ResponseLeg;
	/** Returns the text to send now. No text is returned twice. */
	readonly take: () => string;
	/** Returns a sign of life. */
	readonly keepAlive: () => string;
	/** Adds a comment for people who read the raw stream; clients ignore it. */
	readonly remark: (words: string) => void;
	/** Ends the answer, in case no leg does. */
	readonly finish: (event: NeutralEvent) => void;
	/** Returns the whole answer for a client that does not stream. */
	readonly whole: () => JsonObject;
	/** Returns an estimate of the usage if no model has reported any. */
	readonly estimate: () => Usage | null;
	readonly said: () => Readonly<Said>;
	/** Clears `said`, because its content is now part of the conversation. */
	readonly settle: () => void;
};

export type ResponseLeg = {
	/** Unique to this leg. Missing ids are made from it. */
	readonly id: string;
	readonly event: Emit;
};

export type Said = {
	/** The visible text since the answer began, or since `settle` was called last. */
	text: string;
	/** The number of calls in the whole answer of which the client has seen at least a part. */
	callsBegun: number;
	callsWhole: number;
};

/**
 * A request to ask the model once more before the client's answer ends. A pipe sets it as
 * `state.again` together with the status `ended`. Then `route/call.ts` appends these items to the
 * request and asks the same route again; a new leg continues the answer. If that is not possible,
 * `otherwise` ends it.
 */
export type Again = {
	readonly why: 'continued' | 'asked-back';
	/** What was said so far, as the model should see it, and what the model is told. */
	readonly items: readonly NeutralItem[];
	readonly otherwise: NeutralEvent;
	/** Text that is shown to the client first, so that it knows what is missing. */
	readonly note?: string;
	/** If present, replaces the usual limit. */
	readonly timesMax?: number;
	/** A code for the signal, such as the name of a format. It never contains text of the model. */
	readonly code?: string;
};

/** Called when the model has finished. Returns what to ask it; null if the answer ends here. */
export type OnFinish = (finish: NeutralFinish, said: Readonly<Said>) => Again | null;

export function createClientResponse({
	inbound,
	frame,
}: {
	readonly inbound: Inbound;
	readonly frame: ReplyFrame;
}): ClientResponse {
	const encoder = inbound.encoder(frame);
	const said: Said = {text: '', callsBegun: 0, callsWhole: 0};
	const shared: Shared = {ids: new Set(), calls: 0, usage: null};
	let out = '';
	let begun = false;
	let legs = 0;
	let length = 0;
	let hasUsage = false;
	const estimate = (): Usage | null =>
		hasUsage || !frame.guess
			? null
			: {inputTokens: frame.guess.inputTokens(), outputTokens: tokensOfLength(length)};
	const encode: Emit = event => {
		const guessed = event.type === 'finish' && frame.guess?.isTold ? estimate() : null;
		if (guessed) {
			encode({type: 'usage', usage: guessed});
		} else if (event.type === 'usage') {
			hasUsage = true;
		} else if ('text' in event) {
			length += event.text.length;
		}
		note(said, event, inbound.callsShown);
		out += begun ? encoder.event(event) : encoder.begin() + encoder.event(event);
		begun = true;
	};
	return {
		leg() {
			legs += 1;
			return legs === 1
				? {id: frame.id, event: createFirstLeg(shared, encode)}
				: {id: `${frame.id}_${legs}`, event: createLaterLeg({shared, said, encode})};
		},
		take() {
			const taken = out;
			out = '';
			return taken;
		},
		keepAlive() {
			const opening = begun ? '' : encoder.begin();
			begun = true;
			return opening + encoder.keepAlive();
		},
		remark(words) {
			if (begun && frame.body['stream'] === true) {
				out += `: ${words.replaceAll(/[\r\n]+/g, ' ')}\n\n`;
			}
		},
		finish: encode,
		whole: encoder.whole,
		estimate,
		said: () => said,
		settle() {
			said.text = '';
		},
	};
}

/** The state that all legs of an answer share. */
type Shared = {
	/** The ids of all calls so far. */
	readonly ids: Set<string>;
	/** One more than the highest number of a call so far. */
	calls: number;
	/** The usage of the earlier legs together, and of the present one. */
	usage: {readonly before: Usage | null; now: Usage | null} | null;
};

function note(said: Said, event: NeutralEvent, shown: Inbound['callsShown']): void {
	switch (event.type) {
		case 'text':
			said.text += event.text;
			break;
		case 'call.start':
			said.callsBegun += shown === 'begun' ? 1 : 0;
			break;
		case 'call.end':
			said.callsBegun += shown === 'whole' ? 1 : 0;
			said.callsWhole += 1;
			break;
		default:
	}
}

/** Creates the first leg. Nearly every answer has only this one, so its events need no change. */
function createFirstLeg(shared: Shared, encode: Emit): Emit {
	const usage = {before: null, now: null as Usage | null};
	shared.usage = usage;
	return event => {
		if (event.type === 'call.start') {
			shared.ids.add(event.id);
			shared.calls = Math.max(shared.calls, event.call + 1);
		} else if (event.type === 'usage') {
			usage.now = event.usage;
		}
		encode(event);
	};
}

/**
 * Creates a later leg. Its numbers, ids and usage are changed so that they continue the earlier
 * ones.
 */
function createLaterLeg({
	shared,
	said,
	encode,
}: {
	readonly shared: Shared;
	readonly said: Readonly<Said>;
	readonly encode: Emit;
}): Emit {
	const offset = shared.calls;
	const usage = {before: sum(shared.usage?.before, shared.usage?.now), now: null as Usage | null};
	shared.usage = usage;
	return event => {
		switch (event.type) {
			case 'call.start': {
				const id = freeId(event.id, shared.ids);
				shared.ids.add(id);
				shared.calls = Math.max(shared.calls, offset + event.call + 1);
				encode({...event, id, call: offset + event.call});
				break;
			}
			case 'call.delta':
			case 'call.end':
				encode({...event, call: offset + event.call});
				break;
			case 'usage':
				usage.now = event.usage;
				encode({type: 'usage', usage: sum(usage.before, event.usage) ?? event.usage});
				break;
			case 'reasoning':
				// Thoughts about how to continue are left out: they would split a text that reads as one.
				if (said.text === '') {
					encode(event);
				}
				break;
			default:
				encode(event);
		}
	};
}

/** Returns a free id, since some providers number their calls from zero in every answer. */
function freeId(id: string, taken: ReadonlySet<string>): string {
	let free = id;
	for (let count = 2; taken.has(free); count += 1) {
		free = `${id}_${count}`;
	}
	return free;
}

function sum(one: Usage | null | undefined, other: Usage | null | undefined): Usage | null {
	if (!one || !other) {
		return one ?? other ?? null;
	}
	return {
		inputTokens: one.inputTokens + other.inputTokens,
		outputTokens: one.outputTokens + other.outputTokens,
		cachedTokens: (one.cachedTokens ?? 0) + (other.cachedTokens ?? 0),
		reasoningTokens: (one.reasoningTokens ?? 0) + (other.reasoningTokens ?? 0),
	};
}
