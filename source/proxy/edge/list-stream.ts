import type {ClientReply} from '../route/reply.ts';
import {createSseReader} from '../translate/sse.ts';

/** A stream of events as one list of JSON that grows, which is how Google streams unless it is asked otherwise. */
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
			// A sign of life is a line end, which means nothing in JSON.
			return reply.write(taken() || '\n');
		},
		end(text) {
			reader.push(text);
			reader.end();
			reply.end(`${taken()}${isBegun ? '' : '['}]`);
		},
	};
}
