/**
 * A failure as data. Each module that uses a package maps the package's errors to this type in one
 * function.
 */
export type FailureKind =
	| 'bad-input'
	| 'not-found'
	| 'denied'
	| 'cancelled'
	| 'timeout'
	| 'unreachable'
	| 'refused'
	| 'rate-limited'
	| 'unauthorized'
	| 'upstream'
	| 'protocol'
	| 'incomplete'
	| 'limit'
	| 'conflict'
	| 'storage'
	| 'internal';

export type Failure = {
	readonly kind: FailureKind;
	/** One or two lines for a person: what happened, to what, what to do next. */
	readonly message: string;
	readonly detail?: string;
	/** How long to wait before a retry, if the provider or host said so. */
	readonly retryAfterMs?: number;
};

export type Result<Value> =
	| {readonly ok: true; readonly value: Value}
	| {readonly ok: false; readonly failure: Failure};

export function failed(kind: FailureKind, message: string, detail?: string): Failure {
	return detail === undefined ? {kind, message} : {kind, message, detail};
}
