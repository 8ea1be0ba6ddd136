/** What the proxy tells its supervisor, one JSON line each on its stdout. Never text to be searched. */
export type SignalKind =
	| 'request.started'
	| 'request.first-byte'
	| 'request.ended'
	| 'request.failed'
	| 'request.retried'
	| 'request.rerouted'
	| 'call.mended'
	| 'client.left'
	| 'tool.dropped';

export type Signal = {
	readonly kind: SignalKind;
	readonly at: number;
	readonly request?: string;
	readonly provider?: string;
	readonly model?: string;
	readonly code?: number | string;
	readonly durationMs?: number;
	readonly inputTokens?: number;
	readonly outputTokens?: number;
	readonly note?: string;
};
