import type {IncomingMessage, ServerResponse} from 'node:http';
import type {JsonObject} from '../../events/json.ts';
import type {Part} from '../../events/part.ts';
import type {ProviderSettings} from '../../events/settings.ts';
import type {RecordedRequest} from './recording.ts';

/** A provider on loopback that returns the recorded answers one after the other. */
export type RecordedUpstream = {
	readonly providers: readonly ProviderSettings[];
	readonly close: () => void;
};

export async function startUpstream(
	requests: readonly RecordedRequest[],
): Promise<RecordedUpstream> {
	const wired = wiredProviders(requests);
	const answers = requests.map(request =>
		wired.has(request.provider) ? (request.received ?? '') : asChat(request.chunks),
	);
	const server = process
		.getBuiltinModule('node:http')
		.createServer((asked, response) => answer(asked, response, answers));
	await new Promise<void>((resolve, reject) => {
		server.on('error', reject).listen(0, '127.0.0.1', resolve);
	});
	const address = server.address();
	const port = typeof address === 'object' && address ? address.port : 0;
	const baseUrl = `http://127.0.0.1:${port}/v1`;
	const named = new Map(requests.map(request => [request.provider, request]));
	return {
		providers: [...named.values()].map(({provider, kind}) => ({
			name: provider,
			kind: wired.has(provider) ? kind : 'openai-chat',
			baseUrl,
			apiKey: 'none',
			models: [
				...new Set(requests.filter(one => one.provider === provider).map(({model}) => model)),
			],
		})),
		close() {
			server.close();
			server.closeAllConnections();
		},
	};
}

/**
 * The providers all of whose answers were recorded byte by byte. For others, the parsed parts are
 * sent in the format of Chat Completions.
 */
function wiredProviders(requests: readonly RecordedRequest[]): ReadonlySet<string> {
	const names = new Set(requests.map(({provider}) => provider));
	return new Set(
		[...names].filter(name =>
			requests
				.filter(({provider}) => provider === name)
				.every(({kind, received}) => kind !== 'practice' && received !== null && received !== ''),
		),
	);
}

function answer(asked: IncomingMessage, response: ServerResponse, answers: string[]): void {
	asked.resume().on('end', () => {
		const text = asked.method === 'POST' ? answers.shift() : undefined;
		if (text === undefined) {
			response.writeHead(404, {'content-type': 'application/json'});
			response.end('{"error":{"message":"The recording has no more answers."}}');
			return;
		}
		response.writeHead(200, {'content-type': 'text/event-stream'});
		response.end(text);
	});
}

const reasons: Readonly<Record<string, string>> = {calls: 'tool_calls', length: 'length'};

/** Writes the parts of an answer as a Chat Completions stream. */
function asChat(parts: readonly Part[]): string {
	let calls = 0;
	const chunks = parts.flatMap((part): readonly JsonObject[] => {
		switch (part.type) {
			case 'text':
				return [delta({content: part.text})];
			case 'reasoning':
				return [delta({reasoning_content: part.text})];
			case 'call': {
				const {id, name, arguments: given} = part;
				calls += 1;
				const call = {name, arguments: given};
				return [delta({tool_calls: [{index: calls - 1, id, type: 'function', function: call}]})];
			}
			case 'end':
				return [delta({}, reasons[part.finish] ?? 'stop')];
			default:
				return [];
		}
	});
	const usage = parts.flatMap(part => (part.type === 'usage' ? [usageChunk(part.usage)] : []));
	const lines = [...chunks, ...usage].map(chunk => `data: ${JSON.stringify(chunk)}\n\n`);
	return `${lines.join('')}data: [DONE]\n\n`;
}

const identity = {id: 'recorded', object: 'chat.completion.chunk', created: 0, model: 'recorded'};

function delta(fields: JsonObject, reason: string | null = null): JsonObject {
	return {...identity, choices: [{index: 0, delta: fields, finish_reason: reason}]};
}

function usageChunk({
	inputTokens,
	outputTokens,
	cachedTokens = 0,
	reasoningTokens = 0,
}: Extract<Part, {type: 'usage'}>['usage']): JsonObject {
	return {
		...identity,
		choices: [],
		usage: {
			prompt_tokens: inputTokens,
			completion_tokens: outputTokens,
			total_tokens: inputTokens + outputTokens,
			prompt_tokens_details: {cached_tokens: cachedTokens},
			completion_tokens_details: {reasoning_tokens: reasoningTokens},
		},
	};
}
