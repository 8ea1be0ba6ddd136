import type {Stamped} from '../../events/event.ts';
import {failed, type Result} from '../../events/failure.ts';
import type {JsonObject} from '../../events/json.ts';
import type {Part} from '../../events/part.ts';
import type {ProviderKind} from '../../events/settings.ts';
import {readTextFile} from '../../platform/atomic-file.ts';
import {hasReadableJournal, readJournal} from '../../storage/read-journal.ts';
import {parseRecord, type SidecarRecord, sidecarPath} from '../../storage/sidecar.ts';
import {sidecarParts} from '../../storage/sidecar-parts.ts';

/**
 * What a session recorded for a replay: the requests to the model with its answers, and the
 * journal's events.
 */
export type Recording = {
	readonly startedAt: number;
	readonly cwd: string;
	readonly requests: readonly RecordedRequest[];
	/**
	 * The events before the first turn that can't be replayed, because it was interrupted, failed,
	 * retried or is still open.
	 */
	readonly events: readonly Stamped[];
	/** Why the recording ends before the session does; null if it doesn't. */
	readonly endsEarly: string | null;
};

export type RecordedRequest = {
	readonly body: JsonObject;
	readonly provider: string;
	readonly model: string;
	readonly kind: ProviderKind;
	/** The bytes that the provider sent; null if only the parsed parts were recorded. */
	readonly received: string | null;
	readonly chunks: readonly Part[];
};

export function readRecording({
	folder,
	journal,
}: {
	folder: string;
	journal: string;
}): Result<Recording> {
	const records = [...sidecarParts(folder), readTextFile(sidecarPath(folder)) ?? '']
		.flatMap(part => part.split('\n'))
		.flatMap(line => parseRecord(line) ?? []);
	if (!hasReadableJournal(journal)) {
		return {
			ok: false,
			failure: failed('storage', `This session has no journal that can be read (${journal}).`),
		};
	}
	const all = readJournal(journal).events;
	const {events, why} = repeatable(all);
	const requests = requestsOf(records);
	const replies = events.filter(({type}) => type === 'reply.began').length;
	if (requests.length < replies || replies === 0) {
		return {ok: false, failure: failed('not-found', notRecorded(requests.length, replies))};
	}
	const started = all.find(event => event.type === 'session.started');
	return {
		ok: true,
		value: {
			startedAt: started?.at ?? 0,
			cwd: started?.type === 'session.started' ? started.cwd : '',
			requests: requests.slice(0, replies),
			events,
			endsEarly: why,
		},
	};
}

function notRecorded(requests: number, replies: number): string {
	return replies === 0
		? 'No turn of this session went through to its end, so there is nothing to replay.'
		: `Only ${requests} of ${replies} requests of this session were recorded. A session can be replayed when debug was on from its start: AGENT_TUI_DEBUG=1 agent-tui`;
}

/**
 * Returns the events before the first turn that was interrupted, failed, retried or is still open.
 */
function repeatable(all: readonly Stamped[]): {
	readonly events: readonly Stamped[];
	readonly why: string | null;
} {
	const stop = all.findIndex(
		event =>
			event.type === 'turn.retried' || (event.type === 'turn.ended' && event.outcome !== 'done'),
	);
	const open = all.findLastIndex(({type}) => type === 'turn.started');
	const isOpen = open >= 0 && !all.slice(open).some(({type}) => type === 'turn.ended');
	if (stop < 0) {
		return isOpen
			? {events: all.slice(0, open), why: 'its last turn has not ended'}
			: {events: all, why: null};
	}
	const start = all.slice(0, stop).findLastIndex(({type}) => type === 'turn.started');
	return {events: all.slice(0, start), why: 'then a turn was interrupted, failed or tried again'};
}

type Attempt = {
	readonly provider: string;
	readonly model: string;
	readonly kind: ProviderKind;
	readonly status: string;
	readonly received: string | null;
};

function requestsOf(records: readonly SidecarRecord[]): readonly RecordedRequest[] {
	return records.flatMap((record, index) => {
		if (record.type !== 'model.request') {
			return [];
		}
		const later = (type: SidecarRecord['type']) =>
			records.slice(index).find(one => one.type === type && one['request'] === record['request']);
		const answer = later('model.response');
		const attempts = (later('proxy.exchange')?.['attempts'] ?? []) as readonly Attempt[];
		const attempt = attempts.findLast(({status}) => status === 'answered');
		return answer === undefined
			? []
			: [
					{
						body: record['body'] as JsonObject,
						provider: attempt?.provider ?? 'recorded',
						model: attempt?.model ?? 'recorded',
						kind: attempt?.kind ?? 'practice',
						received: attempts.length === 1 ? (attempt?.received ?? null) : null,
						chunks: answer['chunks'] as readonly Part[],
					},
				];
	});
}
