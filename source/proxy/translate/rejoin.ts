import type {JsonObject} from '../../events/json.ts';
import {type ClientResponse, createClientResponse} from './client-response.ts';
import {createPipe, type PipeOptions} from './pipe.ts';
import {optionalNumber, optionalObject, parseJson, textOf} from './request-reading.ts';
import {sseEvent} from './sse.ts';

/** The events of a stream that was handed on, kept for the case that it breaks. */
export type Kept = {
	readonly add: (data: string, name: string) => void;
	/**
	 * Builds the answer as the client has it so far, so that another model can go on with it. Returns
	 * null if the events were too long to keep, or one of them belongs to a call with free text.
	 */
	readonly rejoin: () => ClientResponse | null;
};

/**
 * Only for protocols whose later events don't depend on ids that the provider made up: a Responses
 * client holds each item to its id, so there a stream that broke ends in a failure.
 */
export function createKept(options: PipeOptions): Kept | null {
	if (options.inbound.kind === 'responses') {
		return null;
	}
	let events: {data: string; name: string}[] | null = [];
	let length = 0;
	return {
		add(data, name) {
			length += data.length;
			events?.push({data, name});
			if (length > options.bytesMax) {
				events = null;
			}
		},
		rejoin() {
			// A free-text call goes by as it comes: what the client has of it can't be taken back.
			if (events === null || events.some(({data}) => data.includes('"custom"'))) {
				return null;
			}
			const clientResponse = createClientResponse({
				...options,
				frame: frameOf(events[0]?.data ?? '', options),
			});
			const pipe = createPipe({...options, clientResponse});
			for (const {data, name} of events) {
				pipe.push(Buffer.from(sseEvent(data.replaceAll('\n', '\ndata: '), name)));
			}
			// The client has all of it already.
			pipe.take();
			return clientResponse;
		},
	};
}

/** The names that the client has seen. */
function frameOf(first: string, {frame}: PipeOptions): PipeOptions['frame'] {
	const head: JsonObject = optionalObject(parseJson(first)) ?? {};
	const described = optionalObject(head['message']) ?? head;
	return {
		...frame,
		id: textOf(described['id']).replace(/^(chatcmpl-|msg_)/, '') || frame.id,
		model: textOf(described['model']) || frame.model,
		createdAtSeconds: optionalNumber(described['created']) ?? frame.createdAtSeconds,
	};
}
