import type {Failure} from '../events/failure.ts';
import type {JsonObject} from '../events/json.ts';
import type {Finish, Part, Usage} from '../events/part.ts';
import type {Clock} from '../platform/clock.ts';
import {type Model, type ModelRequest, requestBody} from './model.ts';

/** One request to the model and its outcome. */
export type Exchange = {
	readonly number: number;
	readonly at: number;
	/** The request body as it was sent. */
	readonly body: () => JsonObject;
	/** The session's state when the request was sent. */
	readonly context: JsonObject;
	readonly chunks: readonly Part[];
	readonly finish: Finish | 'open';
	readonly usage?: Usage;
	readonly failure?: Failure;
	readonly firstPartMs?: number;
	readonly totalMs?: number;
};

export type Recorder = {
	readonly clock: Clock;
	readonly context: () => JsonObject;
	/**
	 * Returns the name under which the proxy should keep this exchange; null if it need not keep it.
	 */
	readonly trace: (number: number) => string | null;
	readonly onRequest: (exchange: Exchange) => void;
	readonly onResponse: (exchange: Exchange) => void;
};

/** Records requests and answers without changing them. */
export function recordedModel(model: Model, recorder: Recorder): Model {
	let count = 0;
	return {
		async *stream(request) {
			count += 1;
			const draft = begin(request, count, recorder);
			recorder.onRequest(draft);
			const started = recorder.clock.elapsed();
			const trace = recorder.trace(draft.number);
			try {
				for await (const part of model.stream(trace === null ? request : {...request, trace})) {
					draft.firstPartMs ??= Math.round(recorder.clock.elapsed() - started);
					take(draft, part);
					yield part;
				}
			} finally {
				draft.finish = draft.finish === 'open' ? 'interrupted' : draft.finish;
				draft.totalMs = Math.round(recorder.clock.elapsed() - started);
				recorder.onResponse(draft);
			}
		},
	};
}

type OpenExchange = {-readonly [Field in keyof Exchange]: Exchange[Field]} & {
	readonly chunks: Part[];
};

function begin(request: ModelRequest, number: number, {clock, context}: Recorder): OpenExchange {
	return {
		number,
		at: clock.now(),
		body: () => requestBody(request),
		context: context(),
		chunks: [],
		finish: 'open',
	};
}

function take(draft: OpenExchange, part: Part): void {
	draft.chunks.push(part);
	if (part.type === 'end') {
		draft.finish = part.finish;
	} else if (part.type === 'usage') {
		draft.usage = part.usage;
	} else if (part.type === 'failure') {
		draft.finish = 'failed';
		draft.failure = part.failure;
	}
}
