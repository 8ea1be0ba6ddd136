/**
 * Kinds of reports from the proxy (JSON lines on its stdout), from the repair of calls, from our
 * own probes, and from the watch over a launched agent. The watchdog counts these and reads nothing
 * else. A signal never contains text of models, tools or users.
 */
export type SignalKind =
	| 'request.started'
	| 'request.first-byte'
	/**
	 * The answer has not begun, and a local model server says what it is doing. `code`: loading,
	 * reading, queued.
	 */
	| 'request.reading'
	| 'request.ended'
	| 'request.failed'
	| 'request.retried'
	| 'request.rerouted'
	| 'client.left'
	/** The client sends the same request again and again, with nothing new. `code`: stopped. */
	| 'client.looping'
	| 'tool.dropped'
	/** HTTP 429. `retryAfterMs` is set if the provider sent it. */
	| 'upstream.rate-limited'
	/** HTTP 500, 502, 503, 504 or 529. */
	| 'upstream.server-error'
	/** Every try failed, for a reason that another provider may not have. */
	| 'upstream.unavailable'
	/** HTTP 401, or a 403 whose body mentions the key. */
	| 'upstream.key-refused'
	/** HTTP 403 upgrade_required: the provider wants a newer version of the client. */
	| 'upstream.upgrade-required'
	/** HTTP 403 from a bot check in front of the provider (Cloudflare 1010). */
	| 'upstream.challenged'
	/** `code` names the limit that was exceeded: connect, first-byte, gap. */
	| 'upstream.timed-out'
	| 'upstream.reset'
	| 'upstream.refused-connection'
	/** HTTP 400 about a parameter or a schema. */
	| 'upstream.schema-refused'
	/**
	 * The provider's answer can't be used. `code`: web-page, unreadable, too-deep, too-long,
	 * too-many-calls, or answer_not_handled where reading it threw an exception.
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
	/** A call that the proxy could read without any repair. */
	| 'call.well'
	/** `code` names what was mended: double-wrapped, explore-agent, bash-block, dsml-alias, … */
	| 'call.mended'
	| 'call.asked-back'
	/** An attempt at a call that can't be read. `code`: unknown-format, bare-brace, bash-empty, … */
	| 'call.unreadable'
	/** The call's command begins with a brace or consists only of markup. */
	| 'call.suspicious'
	| 'call.empty'
	| 'escalation.asked'
	| 'proxy.exited'
	| 'proxy.hung'
	/** A new proxy process has begun to listen. */
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
	/** For a failed request: the layer that caused the failure. */
	readonly layer?: BlamedLayer;
	readonly durationMs?: number;
	/** The longest silence within the response's stream. */
	readonly gapMs?: number;
	readonly retryAfterMs?: number;
	readonly inputTokens?: number;
	readonly outputTokens?: number;
	readonly cachedTokens?: number;
	/** The provider reported no tokens, so they are estimated from the length of the texts. */
	readonly isEstimated?: boolean;
	/** How much of the prompt the model server has read. */
	readonly percent?: number;
	/** Whether our own engine made the request. */
	readonly isOwn?: boolean;
	readonly note?: string;
};

/** The component that caused a failure. Only fixes for that layer learn from the failure. */
export type BlamedLayer = 'network' | 'provider' | 'proxy' | 'client';

/** Returns the layer that caused a failed request; null if the signal reports none. */
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
