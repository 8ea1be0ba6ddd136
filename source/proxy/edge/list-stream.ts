import type {ClientReply} from '../route/reply.ts';
import {createSseReader} from '../translate/sse.ts';

/**
 * Turns a stream of events into one growing JSON list, as Google streams unless asked for events.
 */
export function createListStream(reply: Pick<ClientReply, 'write' | 'end'>): {
	readonly write: (text: string) => boolean;
	readonly end: (text: string) => void;
} {
	let out = '';
	let isBegun = false;
	const reader = createSseReader(data => {
		out += `${isBegun ? ',\n' : '['}${data}`;
		isBegun = true;
	});
	const taken = () => {
		const text = out;
		out = '';
		return text;
	};
	return {
		write(text) {
			reader.push(text);
			// If there is no event, only a sign of life is sent: a line end means nothing in JSON.
			return reply.write(taken() || '\n');
		},
		end(text) {
			reader.push(text);
			reader.end();
			reply.end(`${taken()}${isBegun ? '' : '['}]`);
		},
	};
}
