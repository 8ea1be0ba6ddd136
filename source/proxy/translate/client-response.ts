import type {JsonObject} from '../../events/json.ts';
import type {Usage} from '../../events/part.ts';
import type {Emit, NeutralEvent, NeutralFinish, NeutralItem} from '../neutral.ts';
import type {Inbound, ReplyFrame} from './protocol.ts';
import {tokensOfLength} from './token-estimate.ts';

/**
 * The client's side of one answer: neutral events in, the client's text out. It lives as long as
 * the answer does, while a pipe is made for each time that a model is asked. So an answer whose
 * stream died, or which is asked back about, goes on in the same message, with the same ids.
 */
export type ClientResponse = {
	/** Where one more model says its part of the answer. */
	readonly leg: () => ResponseLeg;
	/** What is to be sent now; it is given out once. */
	readonly take: () => string;
	/** A sign of life. */
	readonly keepAlive: () => string;
	/** Words for whoever reads the raw stream; clients pass over them. */
	readonly remark: (words: string) => void;
	/** Tells the client how its answer ends, when no leg does. */
	readonly finish: (event: NeutralEvent) => void;
	/** The answer in one piece, for a client that does not stream. */
	readonly whole: () => JsonObject;
	/** About what the answer has cost, where no model has said so. */
	readonly estimate: () => Usage | null;
	readonly said: () => Readonly<Said>;
	/** From here on `said` counts anew: what was said before is part of the conversation. */
	readonly settle: () => void;
};

export type ResponseLeg = {
	/** No other leg has it: what ids that the provider left out are made from. */
	readonly id: string;
	readonly event: Emit;
};

export type Said = {
	/** The visible text since the answer began, or since it was settled. */
	text: string;
	/** Those of the whole answer of which the client has seen something. */
	callsBegun: number;
	callsWhole: number;
};

/**
 * The model is to be asked once more before the client's answer ends. A pipe sets it as
 * `state.again` together with the status `ended`; `route/call.ts` then asks with these items after
 * the request's own, on the same route, and the new leg goes on in the same answer. `otherwise`
 * ends the answer when that may not be, or can't be done.
 */
export type Again = {
	readonly why: 'continued' | 'asked-back';
	/** What was said so far, as the model should see it, and what it is told. */
	readonly items: readonly NeutralItem[];
	readonly otherwise: NeutralEvent;
	/** Said before that, so that the client sees what is missing. */
	readonly note?: string;
	/** Fewer or more than usual. */
	readonly timesMax?: number;
	/** For the signal, such as the name of the format; never a model's words. */
	readonly code?: string;
};

/** What a pipe asks at the end of what the model had to say; null: the answer ends here. */
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

/** What the legs of one answer have in common. */
type Shared = {
	/** Of the calls so far. */
	readonly ids: Set<string>;
	/** One more than the highest number of a call. */
	calls: number;
	/** Of the legs before, and of this one. */
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

/** Nearly every answer has one leg only: nothing has to be changed for it. */
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

/** Numbers, ids and usage of a later leg follow on those before it. */
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
				// Thoughts about how to go on would cut a text in two that reads as one.
				if (said.text === '') {
					encode(event);
				}
				break;
			default:
				encode(event);
		}
	};
}

/** Some providers count their calls from nought in every answer. */
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
