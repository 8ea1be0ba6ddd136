import {cutOff} from '../failure.ts';
import {createBodyReader} from './body.ts';
import {createPipeState, type Pipe, type PipeOptions, type PipeState} from './pipe.ts';
import type {Relay} from './protocol.ts';
import {sseEvent} from './sse.ts';

/** Each event is handed on whole, so that a stream that breaks can still be ended in good order. */
export function createStreamRelay({inbound, provider, bytesMax}: PipeOptions): Pipe {
	const draft: Draft = {
		relay: inbound.relay(provider),
		state: createPipeState(),
		out: '',
		begun: false,
		told: false,
	};
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
	};
}

type Draft = {
	readonly relay: Relay;
	readonly state: PipeState;
	out: string;
	begun: boolean;
	told: boolean;
};

const ranks: readonly PipeState['status'][] = ['waiting', 'running', 'settling', 'ended'];

function handOn(draft: Draft, {data, name}: {readonly data: string; readonly name: string}): void {
	const {state, relay} = draft;
	const {status, event} = relay.data(data, name);
	draft.out += sseEvent(data.replaceAll('\n', '\ndata: '), name);
	draft.begun = true;
	if (ranks.indexOf(status) > ranks.indexOf(state.status)) {
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
