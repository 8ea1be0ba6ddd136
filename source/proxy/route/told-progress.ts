import {isJsonObject, type JsonObject} from '../../events/json.ts';
import type {ReadingState} from '../../events/reading.ts';
import {
	objectsOf,
	optionalNumber,
	optionalObject,
	optionalText,
	parseJson,
} from '../translate/request-reading.ts';
import {wholePercent} from './local-state.ts';
import type {Sink} from './source.ts';

/**
 * Removes events from the stream that say how much of the prompt was read. llama.cpp sends them at
 * the beginning if the proxy has asked for them (`return_progress`). The client has not, and they
 * must not count as the answer's first byte.
 */
export function withoutProgress(sink: Sink, onProgress: (state: ReadingState) => void): Sink {
	let pending = Buffer.alloc(0);
	/**
	 * The latest removed event, without its progress. It is sent before the first other event, since
	 * it also names the speaker.
	 */
	let opening = '';
	let hasBegun = false;
	const begin = () => {
		hasBegun = true;
		const held = Buffer.concat([Buffer.from(opening), pending]);
		pending = Buffer.alloc(0);
		if (held.length > 0) {
			sink.chunk(held);
		}
	};
	const read = () => {
		for (;;) {
			const end = pending.indexOf('\n\n');
			if (end === -1) {
				return pending.length > eventBytesMax ? begin() : undefined;
			}
			const told = progressOf(pending.toString('utf8', 0, end));
			if (!told) {
				return begin();
			}
			opening = told.opening;
			onProgress(told.state);
			pending = pending.subarray(end + 2);
		}
	};
	const flushed = () => hasBegun || begin();
	return {
		...sink,
		chunk(chunk) {
			if (hasBegun) {
				sink.chunk(chunk);
			} else {
				pending = Buffer.concat([pending, chunk]);
				read();
			}
		},
		end() {
			flushed();
			sink.end();
		},
		fail(failure) {
			if (pending.length > 0) {
				flushed();
			}
			sink.fail(failure);
		},
	};
}

const eventBytesMax = 65_536;

/** Returns null if the event says more than how much of the prompt was read. */
function progressOf(
	event: string,
): {readonly state: ReadingState; readonly opening: string} | null {
	const data = event.startsWith('data: ') ? parseJson(event.slice('data: '.length)) : null;
	if (!isJsonObject(data)) {
		return null;
	}
	const {prompt_progress: given, ...rest} = data;
	const progress = optionalObject(given);
	const [total, done] = [progress?.['total'], progress?.['processed']].map(optionalNumber);
	if (total === undefined || done === undefined || objectsOf(data['choices']).some(speaks)) {
		return null;
	}
	const percent = wholePercent(done, total);
	const state: ReadingState = {what: 'reading', ...(percent !== undefined && {percent})};
	return {state, opening: `data: ${JSON.stringify(rest)}\n\n`};
}

function speaks(choice: JsonObject): boolean {
	const {role: _, ...delta} = optionalObject(choice['delta']) ?? {};
	const says = Object.values(delta).some(value => optionalText(value) || Array.isArray(value));
	return says || Boolean(choice['finish_reason']);
}
