import {cutOff} from '../failure.ts';
import {createBodyReader} from './body.ts';
import type {ClientResponse} from './client-response.ts';
import {createPipeState, type Pipe, type PipeOptions, type PipeState} from './pipe.ts';
import type {Relay} from './protocol.ts';
import {createKept, type Kept} from './rejoin.ts';
import {sseEvent} from './sse.ts';

/** Each event is handed on whole, so that a stream that breaks can still be ended in good order. */
export function createStreamRelay(options: PipeOptions): Pipe {
	const {inbound, provider, bytesMax, frame} = options;
	const draft: Draft = {
		relay: inbound.relay({provider, frame, bytesMax}),
		state: createPipeState(),
		out: '',
		begun: false,
		told: false,
		kept: createKept(options),
	};
	let clientResponse: ClientResponse | null = null;
	const {state} = draft;
	const body = createBodyReader({
		provider,
		bytesMax,
		listener: {
			event: (data, name) => handOn(draft, {data, name}),
			whole: () => {},
			end: () => {
				if (state.status === 'settling') {
					state.status = 'ended';
					draft.out += draft.relay.goodbye();
				} else if (state.status !== 'ended') {
					end(state, cutOff(provider));
				}
			},
			fail: failure => end(state, failure),
		},
	});
	return {
		push: body.push,
		event: () => {},
		end: body.end,
		fail(failure) {
			end(state, failure);
			// What the provider itself said of its failure is on its way already.
			draft.out += draft.told ? '' : draft.relay.fail(failure);
		},
		take() {
			const taken = draft.out;
			draft.out = '';
			return taken;
		},
		keepAlive: () => (draft.begun ? draft.relay.keepAlive() : ''),
		whole: () => '',
		state: () => state,
		clientResponse() {
			// What the provider itself said of its failure has reached the client: nothing follows it.
			clientResponse ??= draft.told ? null : (draft.kept?.rejoin() ?? null);
			return clientResponse;
		},
	};
}

type Draft = {
	readonly relay: Relay;
	readonly state: PipeState;
	out: string;
	begun: boolean;
	told: boolean;
	readonly kept: Kept | null;
};

const ranks: readonly PipeState['status'][] = ['waiting', 'running', 'settling', 'ended'];

function handOn(draft: Draft, {data, name}: {readonly data: string; readonly name: string}): void {
	const {state, relay} = draft;
	if (state.failure) {
		return;
	}
	const {status, event, mended, refused} = relay.data(data, name);
	if (refused) {
		end(state, refused);
		return;
	}
	if (mended) {
		draft.out += mended.map(each => sseEvent(each, name)).join('');
	} else {
		draft.out += sseEvent(data.includes('\n') ? data.replaceAll('\n', '\ndata: ') : data, name);
	}
	draft.begun = true;
	draft.kept?.add(data, name);
	if (status !== state.status && ranks.indexOf(status) > ranks.indexOf(state.status)) {
		state.status = status;
	}
	if (event?.type === 'usage') {
		state.usage = event.usage;
	} else if (event?.type === 'failure') {
		draft.told = true;
		end(state, event.failure);
	}
}

function end(state: PipeState, failure: NonNullable<PipeState['failure']>): void {
	state.failure ??= failure;
	state.status = 'ended';
}
