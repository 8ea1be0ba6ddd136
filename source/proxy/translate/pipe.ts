import type {JsonObject} from '../../events/json.ts';
import type {Usage} from '../../events/part.ts';
import {type CallFailure, overLimit} from '../failure.ts';
import type {Emit, NeutralEvent, NeutralFinish} from '../neutral.ts';
import {
	type Again,
	type ClientResponse,
	createClientResponse,
	type OnFinish,
	type ResponseLeg,
} from './client-response.ts';
import {callsPerAnswerMax, partsMax, tooManyCalls, tooManyParts} from './limits.ts';
import {createMerger} from './merger.ts';
import type {Inbound, Outbound, ReplyFrame} from './protocol.ts';
import {createRepairStage, type RepairPlan, type RepairStage} from './repair-stage.ts';
import {createBodyReader} from './response-body.ts';
import type {ToolNames} from './tool-names.ts';

/**
 * Translates one provider's answer for one client: takes bytes or neutral events and returns text
 * for the client. It is pure. Each attempt gets a new one, so that a failed attempt leaves nothing
 * behind.
 */
export type Pipe = {
	readonly push: (chunk: Uint8Array) => void;
	/** Takes an event from a provider without bytes, such as the practice model. */
	readonly event: Emit;
	readonly end: () => void;
	/** Adds to the client's text that the answer ends here with a failure. */
	readonly fail: (failure: CallFailure) => void;
	/** Returns the text to send now. No text is returned twice. */
	readonly take: () => string;
	/** Returns a sign of life; empty if the client can't be sent one yet. */
	readonly keepAlive: () => string;
	/** Returns the whole answer for a client that does not stream. */
	readonly whole: () => JsonObject | string;
	readonly state: () => Readonly<PipeState>;
	/** Returns the answer so far, which another pipe can continue; null if that is not possible. */
	readonly clientResponse: () => ClientResponse | null;
};

export type PipeState = {
	/**
	 * `waiting`: nothing was sent, so another provider can still take over. `running`: the model has
	 * spoken. `settling`: the model has finished, and only its usage may follow. `ended`: the answer
	 * is complete or has failed.
	 */
	status: 'waiting' | 'running' | 'settling' | 'ended';
	failure: CallFailure | null;
	/** The usage of this model's part of the answer. */
	usage: Usage | null;
	/** An estimate of the usage, if the model has reported none. */
	estimate: Usage | null;
	/**
	 * Set together with `ended` if the model is to be asked once more, to continue the client's
	 * answer.
	 */
	again: Again | null;
};

export function createPipeState(): PipeState {
	return {status: 'waiting', failure: null, usage: null, estimate: null, again: null};
}

export type PipeOptions = {
	readonly inbound: Inbound;
	readonly outbound: Outbound;
	readonly frame: ReplyFrame;
	readonly names: ToolNames;
	readonly provider: string;
	readonly bytesMax: number;
	/** The answer to continue. If absent, a new one begins. */
	readonly clientResponse?: ClientResponse | undefined;
	readonly onFinish?: OnFinish | undefined;
	/** Set if tools are offered and calls should be repaired. */
	readonly repair?: RepairPlan | undefined;
};

export function createPipe(options: PipeOptions): Pipe {
	const {outbound, names, provider, bytesMax} = options;
	const clientResponse = options.clientResponse ?? createClientResponse(options);
	const leg = clientResponse.leg();
	const state = createPipeState();
	const count = createCounting({provider, bytesMax});
	const fail = (failure: CallFailure) => {
		state.failure ??= failure;
		state.status = 'ended';
	};
	const stages = stagesOf(options, {leg, clientResponse});
	const {event: hear, flush} = stages;
	const finish = (said: NeutralFinish) => {
		const end = finishStages(stages, said);
		state.again = end.again ?? options.onFinish?.(end.finish, clientResponse.said()) ?? null;
		state.estimate = state.usage ? null : clientResponse.estimate();
		if (!state.again) {
			leg.event({type: 'finish', finish: end.finish});
		}
	};
	// All events of all providers pass through this function.
	const deliver: Emit = event => {
		if (state.status === 'ended') {
			return;
		}
		const failure = event.type === 'failure' ? event.failure : count(event);
		if (failure) {
			fail(failure);
			return;
		}
		note(state, event);
		return event.type === 'finish' ? finish(event.finish) : hear(event);
	};
	const decoder = outbound.decoder({emit: deliver, names, provider, id: leg.id, bytesMax});
	const listener = {...decoder, event: decoder.data, fail};
	const body = createBodyReader({provider, bytesMax, listener});
	return {
		push(chunk) {
			body.push(chunk);
			settle(state, decoder.settling());
		},
		event: deliver,
		end: body.end,
		fail(failure) {
			fail(failure);
			flush();
			clientResponse.finish({type: 'failure', failure});
		},
		take() {
			flush();
			return clientResponse.take();
		},
		keepAlive: clientResponse.keepAlive,
		whole: clientResponse.whole,
		state: () => state,
		clientResponse() {
			flush();
			return clientResponse;
		},
	};
}

type Stages = {
	readonly stage: RepairStage | null;
	readonly event: Emit;
	/** Passes on pieces that were kept back to be joined. */
	readonly flush: () => void;
};

/**
 * Creates the stages of the pipe. After the reader of calls, pieces are joined again, because it
 * releases single characters after a doubt.
 */
function stagesOf(
	{repair, names}: PipeOptions,
	{leg, clientResponse}: {readonly leg: ResponseLeg; readonly clientResponse: ClientResponse},
): Stages {
	if (!repair) {
		const merger = createMerger(leg.event);
		return {stage: null, event: merger.event, flush: merger.flush};
	}
	const read = createMerger(leg.event);
	const said = () => {
		read.flush();
		return clientResponse.said();
	};
	const stage = createRepairStage({plan: repair, names, id: leg.id, emit: read.event, said});
	const merger = createMerger(stage.event);
	const flush = () => {
		merger.flush();
		read.flush();
	};
	return {stage, event: merger.event, flush};
}

/** Passes on the final event, after everything that the stages have kept back. */
function finishStages(
	{stage, flush}: Stages,
	said: NeutralFinish,
): {readonly finish: NeutralFinish; readonly again: Again | null} {
	flush();
	const end = stage?.finish(said) ?? {finish: said, again: null};
	flush();
	return end;
}

/** Counts the size of an answer. Returns a failure if it is larger than any real one. */
function createCounting({
	provider,
	bytesMax,
}: Pick<PipeOptions, 'provider' | 'bytesMax'>): (event: NeutralEvent) => CallFailure | null {
	let length = 0;
	let [calls, parts] = [0, 0];
	let type: NeutralEvent['type'] = 'usage';
	return event => {
		if ('text' in event) {
			length += event.text.length;
			if (length > bytesMax) {
				return overLimit(`The answer of ${provider} is longer than ${bytesMax} bytes.`);
			}
		}
		if (event.type === 'call.start') {
			calls += 1;
			if (calls > callsPerAnswerMax) {
				return tooManyCalls(provider);
			}
		}
		// Some providers send the usage with every piece.
		if (event.type === type || event.type === 'usage') {
			return null;
		}
		type = event.type;
		parts += 1;
		return parts > partsMax ? tooManyParts(provider) : null;
	};
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
