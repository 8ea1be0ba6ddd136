import {isJsonObject, parseJson} from '../events/json.ts';
import type {Signal} from '../events/signal.ts';

/** The proxy's address and token. `/health` repeats the nonce, which is different at each start. */
export type Address = {readonly url: string; readonly token: string; readonly nonce?: string};

export type ListeningMessage = {
	readonly type: 'listening';
	readonly address: Address & {readonly port: number};
	readonly provider: string;
	readonly model: string;
	/** The name of the route that leads to the model; null if there is none. */
	readonly route: string | null;
};

/** A message that the proxy process prints to stdout as one line of JSON. */
type ProxyMessage =
	| ListeningMessage
	| {readonly type: 'signal'; readonly signal: Signal}
	/** The process is ready and waits only for the listening socket. */
	| {readonly type: 'prepared'};

export function parseLine(line: string): ProxyMessage | null {
	const value = parseJson(line);
	if (!isJsonObject(value)) {
		return null;
	}
	if (value['type'] === 'signal') {
		return {type: 'signal', signal: value as unknown as Signal};
	}
	if (value['type'] === 'prepared') {
		return {type: 'prepared'};
	}
	if (value['type'] !== 'listening') {
		return null;
	}
	const url = String(value['url']);
	const {nonce, route} = value;
	return {
		type: 'listening',
		address: {
			url,
			token: String(value['token']),
			port: Number(new URL(url).port),
			...(typeof nonce === 'string' && {nonce}),
		},
		provider: String(value['provider'] ?? ''),
		model: String(value['model'] ?? ''),
		route: typeof route === 'string' ? route : null,
	};
}
