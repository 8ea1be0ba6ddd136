import type {IncomingMessage} from 'node:http';
import type {Passed} from '../route/prepare.ts';
import type {Inbound} from '../translate/protocol.ts';

/**
 * Returns what the provider gets of the client's request besides the body, if it speaks the same
 * protocol. Anthropic's clients name in a header which beta features their body uses.
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
