import {cutOff} from '../../failure.ts';
import type {ClientResponse} from '../client-response.ts';
import {createPipeState, type Pipe, type PipeOptions, type PipeState} from '../pipe.ts';
import type {Relay} from '../protocol.ts';
import {createKept, type Kept} from '../rejoin.ts';
import {type BodyListener, createBodyReader} from '../response-body.ts';
import {sseEvent} from '../sse.ts';

/** Passes on complete events only, so that a stream that breaks can still be ended correctly. */
export function createStreamRelay(options: PipeOptions): Pipe {
	const {inbound, provider, bytesMax, frame} = options;
	const relayState: RelayState = {
		relay: inbound.relay({provider, frame, bytesMax}),
		state: createPipeState(),
		out: '',
		begun: false,
		told: false,
		kept: createKept(options),
	};
	let clientResponse: ClientResponse | null = null;
	const {state} = relayState;
	const body = createBodyReader({
		provider,
		bytesMax,
		listener: {
			event: (data, name) => handOn(relayState, {data, name}),
			skim: skimOf(relayState),
			whole: () => {},
			end: () => {
				if (state.status === 'settling') {
					state.status = 'ended';
					relayState.out += relayState.relay.goodbye();
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
			// If the client already has the provider's own error, no other one is added.
			relayState.out += relayState.told ? '' : relayState.relay.fail(failure);
		},
		take() {
			const taken = relayState.out;
			relayState.out = '';
			return taken;
		},
		keepAlive: () => (relayState.begun ? relayState.relay.keepAlive() : ''),
		whole: () => '',
		state: () => state,
		clientResponse() {
			// If the client already has the provider's own error, the answer can't be continued.
			clientResponse ??= relayState.told ? null : (relayState.kept?.rejoin() ?? null);
			return clientResponse;
		},
	};
}

type RelayState = {
	readonly relay: Relay;
	readonly state: PipeState;
	out: string;
	begun: boolean;
	told: boolean;
	readonly kept: Kept | null;
};

/**
 * Returns a function that passes on many events at once, without reading them, if they say nothing
 * new.
 */
function skimOf(relayState: RelayState): BodyListener['skim'] {
	const {relay, state, kept} = relayState;
	return (
		relay.skim &&
		((text, at) => {
			const end = state.failure ? at : relay.skim!(text, at);
			if (end > at) {
				const events = text.slice(at, end);
				relayState.out += events;
				relayState.begun = true;
				kept?.add(events);
				rise(state, 'running');
			}
			return end;
		})
	);
}

const ranks: readonly PipeState['status'][] = ['waiting', 'running', 'settling', 'ended'];

function handOn(
	relayState: RelayState,
	{data, name}: {readonly data: string; readonly name: string},
): void {
	const {state, relay} = relayState;
	if (state.failure) {
		return;
	}
	const {status, event, mended, refused} = relay.data(data, name);
	if (refused) {
		end(state, refused);
		return;
	}
	const asItCame = sseEvent(data.includes('\n') ? data.replaceAll('\n', '\ndata: ') : data, name);
	relayState.out += mended ? mended.map(each => sseEvent(each, name)).join('') : asItCame;
	relayState.begun = true;
	relayState.kept?.add(asItCame);
	rise(state, status);
	if (event?.type === 'usage') {
		state.usage = event.usage;
	} else if (event?.type === 'failure') {
		relayState.told = true;
		end(state, event.failure);
	}
}

function rise(state: PipeState, status: PipeState['status']): void {
	if (status !== state.status && ranks.indexOf(status) > ranks.indexOf(state.status)) {
		state.status = status;
	}
}

function end(state: PipeState, failure: NonNullable<PipeState['failure']>): void {
	state.failure ??= failure;
	state.status = 'ended';
}
