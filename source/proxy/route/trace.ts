import type {JsonObject} from '../../events/json.ts';
import type {Clock} from '../../platform/clock.ts';
import type {NeutralEvent} from '../neutral.ts';
import type {Source} from './source.ts';

/**
 * What one call was translated into, and what the provider answered. It is recorded for clients
 * that have given the call a name. Only the last few calls are kept, in memory, for holders of the
 * token.
 */
export type Trace = {
	readonly begin: (attempt: TracedAttempt) => {
		/** Returns the same source, which records what it sends. */
		readonly source: Source;
		readonly end: (status: string) => void;
	};
	readonly report: () => JsonObject;
};

export type TracedAttempt = {
	readonly provider: string;
	readonly kind: string;
	readonly model: string;
	/** The body as it was sent to the provider. */
	readonly body: JsonObject;
	/** What the translation dropped or changed. */
	readonly notices: readonly string[];
	readonly source: Source;
};

export type Traces = {
	readonly open: (id: unknown) => Trace | undefined;
	readonly find: (id: string) => JsonObject | null;
};

const tracesMax = 4;
const receivedBytesMax = 8_388_608;

export function createTraces(clock: Clock): Traces {
	const kept = new Map<string, Trace>();
	return {
		open(id) {
			if (typeof id !== 'string' || !/^[\w-]{1,64}$/.test(id)) {
				return undefined;
			}
			const trace = createTrace(clock);
			kept.set(id, trace);
			for (const old of [...kept.keys()].slice(0, Math.max(0, kept.size - tracesMax))) {
				kept.delete(old);
			}
			return trace;
		},
		find: id => kept.get(id)?.report() ?? null,
	};
}

type OpenAttempt = Omit<TracedAttempt, 'source'> & {
	/**
	 * The time from the client's request to this attempt, including the command for the key, earlier
	 * attempts and pauses.
	 */
	readonly queuedMs: number;
	readonly startedAt: number;
	readonly chunks: Uint8Array[];
	readonly events: NeutralEvent[];
	bytes: number;
	firstByteMs: number | null;
	totalMs: number | null;
	status: string;
};

function createTrace(clock: Clock): Trace {
	const attempts: OpenAttempt[] = [];
	const openedAt = clock.elapsed();
	return {
		begin({source, ...attempt}) {
			const draft: OpenAttempt = {
				...attempt,
				queuedMs: Math.round(clock.elapsed() - openedAt),
				startedAt: clock.elapsed(),
				chunks: [],
				events: [],
				bytes: 0,
				firstByteMs: null,
				totalMs: null,
				status: 'open',
			};
			attempts.push(draft);
			return {
				source: listenTo(source, draft, clock),
				end(status) {
					draft.status = status;
					draft.totalMs = sinceStart(draft, clock);
				},
			};
		},
		report: () => ({attempts: attempts.map(reportOf)}),
	};
}

function listenTo(source: Source, draft: OpenAttempt, clock: Clock): Source {
	const hear = () => {
		draft.firstByteMs ??= sinceStart(draft, clock);
	};
	return sink =>
		source({
			...sink,
			chunk(chunk) {
				hear();
				draft.bytes += chunk.length;
				if (draft.bytes <= receivedBytesMax) {
					draft.chunks.push(chunk);
				}
				sink.chunk(chunk);
			},
			event(event) {
				hear();
				draft.events.push(event);
				sink.event(event);
			},
		});
}

function sinceStart({startedAt}: OpenAttempt, clock: Clock): number {
	return Math.round(clock.elapsed() - startedAt);
}

function reportOf({chunks, events, startedAt: _, ...draft}: OpenAttempt): JsonObject {
	return {
		...draft,
		received: Buffer.concat(chunks).toString('utf8'),
		events: events as unknown as JsonObject[],
	} as unknown as JsonObject;
}
