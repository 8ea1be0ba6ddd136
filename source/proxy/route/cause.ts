import {type BlamedLayer, layerOfSignal, type SignalKind} from '../../events/signal.ts';
import {type CallFailure, stumbledCode} from '../failure.ts';

/**
 * Why an attempt failed, as a signal. It depends only on the status, the provider's error code and
 * the system's error code, never on text that a model or a person wrote.
 */
export type Cause = {readonly kind: SignalKind; readonly code: number | string};

export function causeOf(failure: CallFailure, when: 'before' | 'after'): Cause | null {
	const {status, code, detail = ''} = failure;
	switch (code) {
		case 'upstream_timeout':
			return {kind: 'upstream.timed-out', code: detail.replaceAll(' ', '-')};
		case 'upstream_reset':
		case 'upstream_incomplete':
			return {kind: 'upstream.reset', code: `${when}-first-byte`};
		case 'upstream_tls':
		case 'upstream_no_trust':
		case 'upstream_unreachable': {
			const kind = kindOfSystemCode(detail);
			return {kind, code: kind === 'upstream.reset' ? `${when}-first-byte` : detail};
		}
		case 'missing_provider_key':
			return {kind: 'upstream.key-refused', code};
		case 'upgrade_required':
			return {kind: 'upstream.upgrade-required', code: status};
		case 'upstream_protocol':
		case 'limit_exceeded':
			return {kind: 'upstream.malformed', code: detail};
		case stumbledCode:
			return {kind: 'upstream.malformed', code};
		case 'bot_check':
			return {kind: 'upstream.challenged', code: status};
		case 'web_page':
			return {kind: 'upstream.malformed', code: 'web-page'};
		case 'cloudflare_1010':
			return {kind: 'upstream.challenged', code: 1010};
		default:
			return failure.kind === 'upstream' ||
				failure.kind === 'rate-limited' ||
				failure.kind === 'unauthorized' ||
				failure.kind === 'refused'
				? causeOfStatus(failure)
				: null;
	}
}

/**
 * Returns which part is to blame for a failed request: the client, this program, the network or the
 * provider.
 */
export function layerOf(failure: CallFailure): BlamedLayer {
	const {kind} = failure;
	if (kind === 'internal') {
		return 'proxy';
	}
	const cause = causeOf(failure, 'before');
	const layer = cause && layerOfSignal(cause);
	return layer ?? (clientKinds.has(kind) ? 'client' : 'provider');
}

/** No provider could answer such a request, so the client has to change it. */
const clientKinds: ReadonlySet<string> = new Set(['bad-input', 'not-found', 'cancelled']);

/** Any failure of TLS, such as a bad certificate or a failed handshake. */
export function isTlsCode(code: string): boolean {
	return /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|HOSTNAME_MISMATCH|CRL_|EPROTO)/.test(
		code,
	);
}

/** Failures of TLS that end when the user names the certificate as trusted in the settings. */
export function isTrustCode(code: string): boolean {
	return /SELF_SIGNED|^UNABLE_TO_(?:GET_ISSUER|VERIFY)|^CERT_UNTRUSTED$/.test(code);
}

function kindOfSystemCode(code: string): SignalKind {
	if (isTlsCode(code)) {
		return 'upstream.tls-failed';
	}
	if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EAI_FAIL') {
		return 'upstream.dns-failed';
	}
	return code === 'ECONNRESET' || code === 'EPIPE'
		? 'upstream.reset'
		: 'upstream.refused-connection';
}

function causeOfStatus({status, code}: CallFailure): Cause | null {
	if (status === 429) {
		return {kind: 'upstream.rate-limited', code: status};
	}
	if (status === 401 || status === 403) {
		return {kind: 'upstream.key-refused', code: status};
	}
	if (status >= 500) {
		return {kind: 'upstream.server-error', code: status};
	}
	const isAboutShape = (status === 400 || status === 422) && code !== 'context_length_exceeded';
	return isAboutShape ? {kind: 'upstream.schema-refused', code: status} : null;
}
