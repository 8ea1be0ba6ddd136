import type {IncomingHttpHeaders} from 'node:http';
import type {Clock, Timer} from '../../platform/clock.ts';
import {type CallFailure, stumbled, timedOut, unreadable} from '../failure.ts';
import {failureOfStatus} from '../translate/provider-error.ts';
import {version} from '../version.ts';
import {guarded, thrownCode, wordsOf} from './boundary.ts';
import {isTlsCode, isTrustCode} from './cause.ts';
import {type Client, type ClientError, connectMsDefault, type Flow} from './client.ts';
import type {Provider} from './provider.ts';
import {readRetryAfter} from './retry.ts';
import type {Sink, Source} from './source.ts';
import {createUnpacking, flowThrough, type Unpacking} from './unpack.ts';

/** Sends one request to a provider. Bad statuses and broken connections become failures. */
export function upstreamSource({
	client,
	clock,
	provider,
	url,
	headers,
	body,
	stream,
	connectMs,
}: {
	client: Client;
	clock: Clock;
	provider: Provider;
	url: string;
	/** Includes the provider's key. */
	headers: Readonly<Record<string, string>>;
	body: string;
	stream: boolean;
	connectMs: number;
}): Source {
	const all = {
		'content-type': 'application/json',
		'content-length': String(Buffer.byteLength(body)),
		accept: stream ? 'text/event-stream' : 'application/json',
		'accept-encoding': 'identity',
		'user-agent': `agent-tui/${version}`,
		...headers,
	};
	const call = {
		url,
		method: 'POST',
		headers: all,
		body,
		connectMs,
		caFile: provider.caFile,
	} as const;
	return sink => send({client, clock, provider: provider.name, call}, sink);
}

/** An error body is short and comes at once, so the proxy reads no more of it than this. */
const errorBodyBytesMax = 65_536;
const errorBodyMs = 3000;

type Sending = {
	readonly client: Client;
	readonly clock: Clock;
	/** The provider's name for messages to people. */
	readonly provider: string;
	readonly call: Parameters<Client['send']>[0];
};

function send({client, clock, provider, call}: Sending, sink: Sink): Flow {
	let refusal: RefusedAnswer | null = null;
	let answered = false;
	let unpacking: Unpacking | null = null;
	const refused = (found: RefusedAnswer) => failureOfRefusal(found, {provider, now: clock.now()});
	const chunk = (bytes: Uint8Array) => {
		if (!refusal) {
			sink.chunk(bytes);
		} else {
			refusal.body += Buffer.from(bytes).toString('utf8');
			if (refusal.body.length >= errorBodyBytesMax) {
				end();
			}
		}
	};
	let waiting: Timer | null = null;
	const end = () => {
		waiting?.cancel();
		return refusal ? sink.fail(refused(refusal)) : sink.end();
	};
	const fail = (what: string) =>
		sink.fail(refusal ? refused(refusal) : unreadable(provider, `an answer ${what}`));
	// The error boundary of the connection does not catch exceptions in callbacks of the unpacker.
	const onThrow = (error: unknown) => sink.fail(stumbled(provider, wordsOf(error)));
	const unpacked = {chunk, end: guarded(end, onThrow), fail: guarded(fail, onThrow)};
	const flow = client.send(call, {
		head(status, headers) {
			answered = status >= 200 && status <= 299;
			refusal = answered ? null : {status, headers, body: ''};
			waiting = answered ? null : clock.after(errorBodyMs, unpacked.end);
			unpacking = createUnpacking(headers['content-encoding'], unpacked);
		},
		chunk: bytes => (unpacking ? unpacking.write(bytes) : chunk(bytes)),
		end: () => (unpacking ? unpacking.end() : end()),
		error(error) {
			waiting?.cancel();
			unpacking?.stop();
			sink.fail(
				refusal
					? refused(refusal)
					: failureOfError(provider, {...error, answered, limitMs: call.connectMs, url: call.url}),
			);
		},
	});
	const through = flowThrough(flow, () => unpacking);
	return {
		...through,
		abort() {
			waiting?.cancel();
			through.abort();
		},
	};
}

type RefusedAnswer = {readonly status: number; readonly headers: IncomingHttpHeaders; body: string};

function failureOfRefusal(
	{status, headers, body}: RefusedAnswer,
	{provider, now}: {provider: string; now: number},
): CallFailure {
	const retryAfterMs = readRetryAfter({
		seconds: headers['retry-after'],
		milliseconds: headers['retry-after-ms']?.toString(),
		now,
	});
	return failureOfStatus({provider, status, body, retryAfterMs});
}

type Sent = {readonly limitMs?: number | undefined; readonly url: string};

/**
 * Returns the failure for a broken connection. In all these cases, a second attempt may succeed.
 */
function failureOfError(
	provider: string,
	{code, message, answered, stale, limitMs, url}: ClientError & Sent,
): CallFailure {
	if (code === thrownCode) {
		return stumbled(provider, message);
	}
	if (code === 'CONNECT_LIMIT') {
		return timedOut({provider, limit: 'connect', limitMs: limitMs ?? connectMsDefault});
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
	const isTls = isTlsCode(code);
	const words =
		code === 'ECONNREFUSED'
			? `nothing listens at ${placeOf(url, message)} (${code})`
			: networkWords[code];
	const what =
		words ?? (isTls ? `its TLS certificate or handshake is not accepted (${code})` : message);
	return {
		kind: 'unreachable',
		message: `${provider} can't be reached: ${what}.`,
		detail: code,
		status: 502,
		code: isTrustCode(code) ? 'upstream_no_trust' : isTls ? 'upstream_tls' : 'upstream_unreachable',
		// Node's own codes mean that this request can't be made at all, so another route is tried.
		retry: isTls || code.startsWith('ERR_') ? 'other' : 'same',
		...(stale ? {retryAfterMs: 0} : {}),
	};
}

/**
 * Returns the address that did not answer: the provider's, or that of an HTTP proxy, which only
 * Node's message names.
 */
function placeOf(url: string, message: string): string {
	const {hostname, port, protocol} = new URL(url);
	const meant = port || (protocol === 'https:' ? '443' : '80');
	const [, told, toldPort = meant] = /ECONNREFUSED (\S+:(\d+))/.exec(message) ?? [];
	return toldPort === meant ? `${hostname}:${meant}` : (told ?? hostname);
}

const networkWords: Readonly<Record<string, string>> = {
	ECONNRESET: 'it closed the connection (ECONNRESET)',
	ENOTFOUND: 'its name is not known (ENOTFOUND)',
	EAI_AGAIN: 'its name could not be looked up (EAI_AGAIN)',
	ETIMEDOUT: 'it did not answer (ETIMEDOUT)',
	EHOSTUNREACH: 'no way leads there (EHOSTUNREACH)',
	CERT_HAS_EXPIRED: 'its TLS certificate has expired (CERT_HAS_EXPIRED)',
	DEPTH_ZERO_SELF_SIGNED_CERT:
		'its TLS certificate is signed by itself (DEPTH_ZERO_SELF_SIGNED_CERT); caFile of this provider can name it as trusted',
	SELF_SIGNED_CERT_IN_CHAIN:
		'its TLS certificates are not known here (SELF_SIGNED_CERT_IN_CHAIN); caFile or NODE_EXTRA_CA_CERTS can name them as trusted',
	UNABLE_TO_VERIFY_LEAF_SIGNATURE:
		'its TLS certificate can’t be verified (UNABLE_TO_VERIFY_LEAF_SIGNATURE); caFile or NODE_EXTRA_CA_CERTS can name its issuer',
	EPROTO: 'it does not speak TLS there (EPROTO): is its address http:// and not https://?',
	ERR_SSL_WRONG_VERSION_NUMBER:
		'it does not speak TLS there (ERR_SSL_WRONG_VERSION_NUMBER): is its address http:// and not https://?',
	ERR_TLS_CERT_ALTNAME_INVALID:
		'its TLS certificate is for another name (ERR_TLS_CERT_ALTNAME_INVALID)',
};
