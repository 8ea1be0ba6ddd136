import type {IncomingHttpHeaders} from 'node:http';
import type {Clock} from '../../platform/clock.ts';
import {type CallFailure, timedOut} from '../failure.ts';
import {failureOfStatus} from '../translate/error-in.ts';
import {version} from '../version.ts';
import {type Client, type ClientError, connectMs, type Flow} from './client.ts';
import {readRetryAfter} from './retry.ts';
import type {Sink, Source} from './source.ts';

/** One request to a provider, its bad statuses and broken connections told as failures. */
export function upstreamSource({
	client,
	clock,
	provider,
	url,
	headers,
	body,
	stream,
}: {
	client: Client;
	clock: Clock;
	/** As a person knows it. */
	provider: string;
	url: string;
	/** With the provider's key. */
	headers: Readonly<Record<string, string>>;
	body: string;
	stream: boolean;
}): Source {
	const all = {
		'content-type': 'application/json',
		'content-length': String(Buffer.byteLength(body)),
		accept: stream ? 'text/event-stream' : 'application/json',
		'accept-encoding': 'identity',
		'user-agent': `agent-tui/${version}`,
		...headers,
	};
	const call = {url, method: 'POST', headers: all, body} as const;
	return sink => send({client, clock, provider, call}, sink);
}

const errorBodyBytesMax = 65_536;

type Sending = {
	readonly client: Client;
	readonly clock: Clock;
	readonly provider: string;
	readonly call: Parameters<Client['send']>[0];
};

function send({client, clock, provider, call}: Sending, sink: Sink): Flow {
	let refusal: Refusal | null = null;
	let answered = false;
	return client.send(call, {
		head(status, headers) {
			answered = status >= 200 && status <= 299;
			refusal = answered ? null : {status, headers, body: ''};
		},
		chunk(chunk) {
			if (!refusal) {
				sink.chunk(chunk);
			} else if (refusal.body.length < errorBodyBytesMax) {
				refusal.body += Buffer.from(chunk).toString('utf8');
			}
		},
		end() {
			if (refusal) {
				sink.fail(failureOfRefusal(refusal, {provider, now: clock.now()}));
			} else {
				sink.end();
			}
		},
		error: error =>
			sink.fail(
				refusal
					? failureOfRefusal(refusal, {provider, now: clock.now()})
					: failureOfError(provider, {...error, answered}),
			),
	});
}

type Refusal = {readonly status: number; readonly headers: IncomingHttpHeaders; body: string};

function failureOfRefusal(
	{status, headers, body}: Refusal,
	{provider, now}: {provider: string; now: number},
): CallFailure {
	const retryAfterMs = readRetryAfter({
		seconds: headers['retry-after'],
		milliseconds: headers['retry-after-ms']?.toString(),
		now,
	});
	return failureOfStatus({provider, status, body, retryAfterMs});
}

/** What became of the connection, in words; all of it may go better a second time. */
function failureOfError(
	provider: string,
	{code, message, answered, stale}: ClientError,
): CallFailure {
	if (code === 'CONNECT_LIMIT') {
		return timedOut({provider, limit: 'connect', limitMs: connectMs});
	}
	if (answered) {
		return {
			kind: 'incomplete',
			message: `${provider} broke the connection off in the middle of its answer (${code || message}).`,
			status: 502,
			code: 'upstream_reset',
			retry: 'same',
		};
	}
	const what = networkWords[code] ?? message;
	return {
		kind: 'unreachable',
		message: `${provider} can't be reached: ${what}.`,
		detail: code,
		status: 502,
		code: 'upstream_unreachable',
		// Node's own codes tell of a request that can't be made at all.
		retry: code.startsWith('ERR_') ? 'other' : 'same',
		...(stale ? {retryAfterMs: 0} : {}),
	};
}

const networkWords: Readonly<Record<string, string>> = {
	ECONNREFUSED: 'nothing listens at its address (ECONNREFUSED)',
	ECONNRESET: 'it closed the connection (ECONNRESET)',
	ENOTFOUND: 'its name is not known (ENOTFOUND)',
	EAI_AGAIN: 'its name could not be looked up (EAI_AGAIN)',
	ETIMEDOUT: 'it did not answer (ETIMEDOUT)',
	EHOSTUNREACH: 'no way leads there (EHOSTUNREACH)',
};
