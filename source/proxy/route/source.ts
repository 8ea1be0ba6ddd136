import type {CallFailure} from '../failure.ts';
import type {NeutralEvent} from '../neutral.ts';
import type {Flow} from './client.ts';

/** The source of an answer: a provider over HTTP, or the practice model in this process. */
export type Source = (sink: Sink) => Flow;

export type Sink = {
	readonly chunk: (chunk: Uint8Array) => void;
	readonly event: (event: NeutralEvent) => void;
	/** Called when the provider is working on the answer but has not sent any of it. */
	readonly atWork: () => void;
	readonly end: () => void;
	readonly fail: (failure: CallFailure) => void;
};
