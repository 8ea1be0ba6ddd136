/**
 * What goes on, told as it happens: by the proxy (one JSON line each on its stdout), by the repair
 * of calls, by our own probes, and by the watch over a guest. The watchdog counts these and reads
 * nothing else. Text of models, tools and users is never in a signal.
 */
export type SignalKind =
	| 'request.started'
	| 'request.first-byte'
	/** Its answer has not begun, and a server nearby says what it does. `code`: loading, reading, queued. */
	| 'request.reading'
	| 'request.ended'
	| 'request.failed'
	| 'request.retried'
	| 'request.rerouted'
	| 'client.left'
	/** It asks the same again and again, with nothing new. `code`: stopped. */
	| 'client.looping'
	| 'tool.dropped'
	/** 429. `retryAfterMs` where the provider said so. */
	| 'upstream.rate-limited'
	/** 500, 502, 503, 504, 529. */
	| 'upstream.server-error'
	/** No answer after every try, for a reason that another provider may not have. */
	| 'upstream.unavailable'
	/** 401, or a 403 whose body speaks of the key. */
	| 'upstream.key-refused'
	/** 403 upgrade_required: the provider wants another client version. */
	| 'upstream.upgrade-required'
	/** 403 of a bot check in front of the provider (Cloudflare 1010). */
	| 'upstream.challenged'
	/** `code` names the limit: connect, first-byte, gap. */
	| 'upstream.timed-out'
	| 'upstream.reset'
	| 'upstream.refused-connection'
	/** 400 about a parameter or a schema. */
	| 'upstream.schema-refused'
	/**
	 * An answer that is none. `code`: web-page, unreadable, too-deep, too-long, too-many-calls, or
	 * answer_not_handled where reading it threw an exception.
	 */
	| 'upstream.malformed'
	| 'upstream.tls-failed'
	| 'upstream.dns-failed'
	| 'lesson.learned'
	/** An entry of provider-caps.json could not be read, and was dropped. */
	| 'caps.corrupt'
	| 'breaker.opened'
	| 'breaker.closed'
	| 'routes.cooling'
	| 'key.expired'
	| 'stream.resumed'
	| 'stream.continued'
	/** An exception that the proxy survived. */
	| 'proxy.exception'
	/** A call that could be read as it was written. */
	| 'call.well'
	/** `code` names what was mended: double-wrapped, explore-agent, bash-block, dsml-alias, … */
	| 'call.mended'
	| 'call.asked-back'
	/** An attempt at a call that can't be read. `code`: unknown-format, bare-brace, bash-empty, … */
	| 'call.unreadable'
	/** Its command begins with a brace or is only markup. */
	| 'call.suspicious'
	| 'call.empty'
	| 'escalation.asked'
	| 'proxy.exited'
	| 'proxy.hung'
	/** A new process listens. */
	| 'proxy.started'
	| 'proxy.memory-high'
	| 'proxy.foreign'
	| 'port.taken'
	| 'run-file.stale'
	| 'guest-config.stale'
	| 'guest.gone'
	| 'guest.memory-high'
	| 'guest.stalled'
	| 'guest.database-broken'
	| 'guest.context-exceeded'
	| 'guest.reconnecting'
	| 'store.failed';

export type Signal = {
	readonly kind: SignalKind;
	readonly at: number;
	readonly request?: string;
	readonly provider?: string;
	readonly model?: string;
	/** The model's name as the client asked for it. */
	readonly route?: string;
	readonly host?: string;
	readonly code?: number | string;
	/** Of a failed request: whose failure it is. */
	readonly layer?: BlamedLayer;
	readonly durationMs?: number;
	/** The longest silence within a stream. */
	readonly gapMs?: number;
	readonly retryAfterMs?: number;
	readonly inputTokens?: number;
	readonly outputTokens?: number;
	readonly cachedTokens?: number;
	/** The provider reported no tokens: these are estimated from the length of the texts. */
	readonly isEstimated?: boolean;
	/** How much of the prompt the server has read. */
	readonly percent?: number;
	/** Our own engine asks. */
	readonly isOwn?: boolean;
	readonly note?: string;
};

/** Whom a failure is charged to: one layer, and only that layer's fix learns from it. */
export type BlamedLayer = 'network' | 'provider' | 'proxy' | 'client';

/** The layer that such a signal speaks of; null if it speaks of no failed request. */
export function layerOfSignal({
	kind,
	code,
}: {
	kind: string;
	code?: number | string | undefined;
}): BlamedLayer | null {
	if (kind === 'upstream.timed-out') {
		return code === 'connect' ? 'network' : 'provider';
	}
	if (networkKinds.has(kind)) {
		return 'network';
	}
	return kind.startsWith('upstream.') ? 'provider' : kind === 'proxy.exception' ? 'proxy' : null;
}

const networkKinds: ReadonlySet<string> = new Set<SignalKind>([
	'upstream.reset',
	'upstream.refused-connection',
	'upstream.tls-failed',
	'upstream.dns-failed',
]);
