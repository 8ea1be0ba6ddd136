import type {JsonObject} from '../../events/json.ts';
import type {Usage} from '../../events/part.ts';
import {type CallFailure, overLimit} from '../failure.ts';
import type {Emit, NeutralEvent} from '../neutral.ts';
import {createBodyReader} from './body.ts';
import type {Names} from './names.ts';
import type {Inbound, Outbound, ReplyFrame} from './protocol.ts';

/**
 * Between one answer of a provider and one client: bytes or neutral events in, the client's text
 * out. Pure, and made anew for each try, so that a try that failed leaves nothing behind.
 */
export type Pipe = {
	readonly push: (chunk: Uint8Array) => void;
	/** For a provider without bytes, such as the practice model. */
	readonly event: Emit;
	readonly end: () => void;
	/** Tells the client that the answer ends here. */
	readonly fail: (failure: CallFailure) => void;
	/** What is to be sent now; it is given out once. */
	readonly take: () => string;
	/** A sign of life, or nothing where the client could not take one yet. */
	readonly keepAlive: () => string;
	/** The answer in one piece, for a client that does not stream. */
	readonly whole: () => JsonObject | string;
	readonly state: () => Readonly<PipeState>;
};

export type PipeState = {
	/**
	 * `waiting`: another provider can still take over. `running`: the model has spoken. `settling`:
	 * it has finished, and only its usage may come. `ended`: done, or failed.
	 */
	status: 'waiting' | 'running' | 'settling' | 'ended';
	failure: CallFailure | null;
	usage: Usage | null;
};

export function createPipeState(): PipeState {
	return {status: 'waiting', failure: null, usage: null};
}

export type PipeOptions = {
	readonly inbound: Inbound;
	readonly outbound: Outbound;
	readonly frame: ReplyFrame;
	readonly names: Names;
	readonly provider: string;
	readonly bytesMax: number;
};

export function createPipe(options: PipeOptions): Pipe {
	const {outbound, inbound, frame, names, provider, bytesMax} = options;
	const encoder = inbound.encoder(frame);
	const state = createPipeState();
	let out = '';
	let begun = false;
	let heldLength = 0;
	const encode = (event: NeutralEvent) => {
		out += begun ? encoder.event(event) : encoder.begin() + encoder.event(event);
		begun = true;
	};
	const fail = (failure: CallFailure) => {
		state.failure ??= failure;
		state.status = 'ended';
	};
	// Every event of every provider passes here once: the place where calls written as text will
	// be read out of it.
	const deliver: Emit = event => {
		if (state.status === 'ended') {
			return;
		}
		if (event.type === 'failure') {
			fail(event.failure);
			return;
		}
		heldLength += lengthOf(event);
		if (heldLength > bytesMax) {
			fail(overLimit(`The answer of ${provider} is longer than ${bytesMax} bytes.`));
			return;
		}
		note(state, event);
		encode(event);
	};
	const decoder = outbound.decoder({emit: deliver, names, provider, id: frame.id});
	const body = createBodyReader({
		provider,
		bytesMax,
		listener: {event: decoder.data, whole: decoder.whole, end: decoder.end, fail},
	});
	return {
		push(chunk) {
			body.push(chunk);
			settle(state, decoder.settling());
		},
		event: deliver,
		end: body.end,
		fail(failure) {
			fail(failure);
			encode({type: 'failure', failure});
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
		whole: encoder.whole,
		state: () => state,
	};
}

function lengthOf(event: NeutralEvent): number {
	return 'text' in event ? event.text.length : 0;
}

function note(state: PipeState, event: NeutralEvent): void {
	if (event.type === 'finish') {
		state.status = 'ended';
	} else if (event.type === 'usage') {
		state.usage = event.usage;
	} else if (state.status === 'waiting') {
		state.status = 'running';
	}
}

function settle(state: PipeState, settling: boolean): void {
	if (settling && state.status !== 'ended') {
		state.status = 'settling';
	}
}
