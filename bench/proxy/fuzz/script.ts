import {gzipSync} from 'node:zlib';
import {goodAnswer, type Kind, kinds, type WireEvent} from './answers.ts';
import {type Chance, createChance} from './chance.ts';
import {jsonText, mutateBytes, mutateJson, mutateText} from './mutate.ts';

/** What a provider does with one request. It is the same for the same seed. */
export type Script = {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly pieces: readonly Buffer[];
	readonly ending: 'end' | 'break' | 'silence';
	/** How many events the answer contains. */
	readonly events: number;
};

export function scriptOf(seed: number, kind: Kind, isStream: boolean): Script {
	const chance = createChance(seed);
	if (chance.of(0.05)) {
		return refusal(chance);
	}
	const events = spoiledEvents(kind, chance);
	const isWhole = isStream ? chance.of(0.04) : chance.of(0.96);
	const text = isWhole ? wholeText(events, kind, chance) : streamText(events, chance);
	const bytes = chance.of(0.1)
		? mutateBytes(Buffer.from(text), chance)
		: Buffer.from(chance.of(0.1) ? mutateText(text, chance) : text);
	const packed = chance.of(0.04) ? mutateOrNot(gzipSync(bytes), chance) : null;
	return {
		status: 200,
		headers: {
			'content-type': isWhole ? 'application/json' : 'text/event-stream',
			...((packed || chance.of(0.01)) && {'content-encoding': 'gzip'}),
		},
		pieces: cutBytes(packed ?? bytes, chance),
		ending: chance.of(0.01) ? 'silence' : chance.of(0.06) ? 'break' : 'end',
		events: events.length,
	};
}

function mutateOrNot(bytes: Buffer, chance: Chance): Buffer {
	return chance.of(0.5) ? mutateBytes(bytes, chance) : bytes;
}

const statuses = [400, 401, 403, 404, 408, 413, 422, 429, 500, 502, 503, 529, 418, 201, 302, 599];

function refusal(chance: Chance): Script {
	const error = {
		error: {
			message: "Unsupported parameter: 'temperature'",
			type: 'invalid_request_error',
			param: 'temperature',
			code: 'unsupported_parameter',
		},
	};
	const value = chance.of(0.7) ? mutateJson(error, chance) : error;
	const text = chance.of(0.2)
		? mutateText('<html>Sign in</html>', chance)
		: jsonText(value, chance);
	return {
		status: chance.pick(statuses),
		headers: {
			'content-type': chance.pick(['application/json', 'text/html', 'nonsense']),
			'retry-after-ms': chance.pick(['1', '0', '-1', 'soon', '1e3']),
		},
		pieces: cutBytes(Buffer.from(text.repeat(chance.of(0.1) ? 2000 : 1)), chance),
		ending: chance.of(0.05) ? 'silence' : 'end',
		events: 1,
	};
}

/** The events of an answer, a few of them undamaged. */
function spoiledEvents(kind: Kind, chance: Chance): readonly WireEvent[] {
	const good = goodAnswer(kind, chance);
	const roll = chance.below(100);
	if (roll < 15) {
		return good;
	}
	if (roll < 16) {
		return flood(good, chance);
	}
	let events = [...good];
	const count = 1 + chance.size(10);
	for (let done = 0; done < count && events.length > 0; done += 1) {
		events = spoilOne(events, chance);
	}
	return events;
}

function spoilOne(events: readonly WireEvent[], chance: Chance): WireEvent[] {
	const at = chance.below(events.length);
	const one = events[at]!;
	const other = chance.pick(events);
	switch (chance.below(6)) {
		case 0:
			return events.toSpliced(at, 1);
		case 1:
			return events.toSpliced(at, 0, one);
		case 2:
			return events.toSpliced(at, 1, other);
		case 3:
			return events.toSpliced(at, 0, ...goodAnswer(chance.pick(kinds), chance).slice(0, 3));
		default:
			return events.toSpliced(at, 1, {...one, data: mutateJson(one.data, chance) as object});
	}
}

/** Repeats one event many times: more calls or arguments than any real answer has. */
function flood(events: readonly WireEvent[], chance: Chance): readonly WireEvent[] {
	const at = chance.below(events.length);
	const one = events[at]!;
	const times = chance.size(3000);
	const many = Array.from({length: times}, (_, index) =>
		chance.of(0.5)
			? one
			: (JSON.parse(JSON.stringify(one).replaceAll(/_\d+"/g, `_${index}"`)) as WireEvent),
	);
	return [...events.slice(0, at), ...many, ...events.slice(at)];
}

function streamText(events: readonly WireEvent[], chance: Chance): string {
	const newline = chance.of(0.1) ? '\r\n' : '\n';
	const isNamed = chance.of(0.9);
	const texts = events.map(({name, data}) => {
		const written = jsonText(data, chance);
		const line = chance.of(0.01) ? mutateText(written, chance) : written;
		const head = name !== '' && isNamed ? `event: ${name}${newline}` : '';
		return `${head}data: ${line}${newline}${newline}`;
	});
	const goodbye = chance.of(0.7) ? `data: [DONE]${newline}${newline}` : '';
	return texts.join('') + goodbye;
}

/**
 * The answer as one body, for requests without a stream, or for a provider that ignores that one
 * was requested.
 */
function wholeText(events: readonly WireEvent[], kind: Kind, chance: Chance): string {
	const text = events.map(({data}) => jsonText(data, chance)).join(',');
	const content = `[${text}]`;
	const message = `{"role":"assistant","content":"words","tool_calls":${content}}`;
	const bodies: Readonly<Record<Kind, string>> = {
		chat: `{"choices":[{"index":0,"message":${message},"finish_reason":"stop"}]}`,
		responses: `{"id":"r","status":"completed","output":${content}}`,
		anthropic: `{"type":"message","content":${content},"stop_reason":"end_turn"}`,
		gemini: `{"candidates":[{"content":{"parts":${content}},"finishReason":"STOP"}]}`,
	};
	return chance.of(0.5) ? mutateText(bodies[kind], chance) : bodies[kind];
}

/** Cuts the bytes at random positions, even within a character. */
function cutBytes(bytes: Buffer, chance: Chance): readonly Buffer[] {
	const count = chance.size(12);
	const places = Array.from({length: count}, () => chance.below(bytes.length + 1));
	const cuts = [0, ...places.toSorted((one, other) => one - other), bytes.length];
	return cuts.slice(1).map((end, index) => bytes.subarray(cuts[index], end));
}
