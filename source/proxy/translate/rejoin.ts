import type {JsonObject} from '../../events/json.ts';
import {type ClientResponse, createClientResponse} from './client-response.ts';
import {createPipe, type PipeOptions} from './pipe.ts';
import {optionalNumber, optionalObject, parseJson, textOf} from './request-reading.ts';

/** Keeps the events of a stream that is passed on unchanged, in case the stream breaks. */
export type Kept = {
	/** Adds complete events as they stand in the stream. */
	readonly add: (events: string) => void;
	/**
	 * Builds the answer as the client has it so far, so that another model can continue it. Returns
	 * null if the events were too long to keep, or if one of them belongs to a call with free text.
	 */
	readonly rejoin: () => ClientResponse | null;
};

/**
 * Returns null for Responses, whose later events depend on ids that the provider has made: the
 * client connects items by id, so that a broken stream ends with a failure.
 */
export function createKept(options: PipeOptions): Kept | null {
	if (options.inbound.kind === 'responses') {
		return null;
	}
	let kept: string[] | null = [];
	let length = 0;
	return {
		add(events) {
			length += events.length;
			kept?.push(events);
			if (length > options.bytesMax) {
				kept = null;
			}
		},
		rejoin() {
			// A call with free text was passed on unchanged, and can't be taken back.
			if (kept === null || kept.some(events => events.includes('"custom"'))) {
				return null;
			}
			const clientResponse = createClientResponse({
				...options,
				frame: frameOf(kept[0] ?? '', options),
			});
			const pipe = createPipe({...options, clientResponse});
			for (const events of kept) {
				pipe.push(Buffer.from(events));
			}
			// Drops the text, since the client already has it.
			pipe.take();
			return clientResponse;
		},
	};
}

/** The id and the model that the client has seen. */
function frameOf(first: string, {frame}: PipeOptions): PipeOptions['frame'] {
	const data = /^data: (.*)$/m.exec(first)?.[1] ?? '';
	const head: JsonObject = optionalObject(parseJson(data)) ?? {};
	const described = optionalObject(head['message']) ?? head;
	return {
		...frame,
		id: textOf(described['id']).replace(/^(chatcmpl-|msg_)/, '') || frame.id,
		model: textOf(described['model']) || frame.model,
		createdAtSeconds: optionalNumber(described['created']) ?? frame.createdAtSeconds,
	};
}
