import type {IncomingMessage} from 'node:http';
import type {Passed} from '../route/prepare.ts';
import type {Inbound} from '../translate/protocol.ts';

/**
 * What of a request besides its body is for the provider, if it speaks the client's own protocol:
 * Anthropic's clients name in a header which beta features their body makes use of.
 */
export function passedOn(
	{url = '', headers}: IncomingMessage,
	{inbound, wants}: {inbound: Inbound; wants: 'answer' | 'count'},
): Passed {
	const path = wants === 'count' ? inbound.counting?.path : undefined;
	if (inbound.kind !== 'anthropic') {
		return {path, query: '', headers: {}};
	}
	const start = url.indexOf('?');
	const named = passedHeaders.flatMap(name => {
		const value = headers[name];
		return typeof value === 'string' ? [[name, value] as const] : [];
	});
	return {
		path,
		query: start === -1 ? '' : url.slice(start),
		headers: Object.fromEntries(named),
	};
}

const passedHeaders = ['anthropic-beta', 'anthropic-version'] as const;
