import {failed} from '../events/failure.ts';
import type {Finish, Part, Usage} from '../events/part.ts';
import {toFailure} from './failure.ts';
import {type Model, type ModelRequest, type ProxyAddress, requestBody} from './model.ts';

/**
 * Sends requests to the local proxy by the Responses API, through the openai package, just as a
 * client outside would. The package is loaded with the first request (or by `warmUp`), never at
 * start.
 */
export function responsesModel(proxy: (signal: AbortSignal) => Promise<ProxyAddress>): Model {
	return {
		async *stream(request) {
			try {
				yield* answer(await open(proxy, request));
			} catch (error) {
				yield request.signal.aborted
					? {type: 'end', finish: 'interrupted'}
					: {type: 'failure', failure: toFailure(error)};
			}
		},
	};
}

/** Loads the package, and with a small request Node's HTTP client, before the first message. */
export async function warmUp(proxy: ProxyAddress | null): Promise<void> {
	await import('openai');
	if (proxy) {
		const signal = AbortSignal.timeout(warmUpTimeoutMs);
		await fetch(`${proxy.url}/health`, {signal}).then(
			answer => answer.text(),
			// An error is ignored here: the watchdog checks the proxy.
			() => '',
		);
	}
}

const warmUpTimeoutMs = 2000;

/** Only the fields that we read; the package's own union of event types is much larger. */
type StreamEvent = {
	readonly type: string;
	readonly delta?: string;
	readonly message?: string;
	readonly code?: string | null;
	readonly item?: {
		readonly type: string;
		readonly call_id?: string;
		readonly name?: string;
		readonly arguments?: string;
		readonly agent_tui?: {readonly mended?: readonly string[]; readonly broken?: string};
	};
	readonly response?: {
		readonly usage?: {
			readonly input_tokens: number;
			readonly output_tokens: number;
			readonly input_tokens_details?: {readonly cached_tokens?: number};
			readonly output_tokens_details?: {readonly reasoning_tokens?: number};
		} | null;
		readonly error?: {readonly code?: string; readonly message?: string} | null;
		readonly incomplete_details?: {readonly reason?: string} | null;
	};
};

async function open(
	proxy: (signal: AbortSignal) => Promise<ProxyAddress>,
	request: ModelRequest,
): Promise<AsyncIterable<StreamEvent>> {
	const {OpenAI} = await import('openai');
	const {url, token} = await proxy(request.signal);
	// The proxy handles time limits and the turn handles retries, so both are off here.
	const client = new OpenAI({
		baseURL: `${url}/v1`,
		apiKey: token,
		maxRetries: 0,
		timeout: requestTimeoutMs,
		// Tells the proxy that our screen shows which calls it has repaired, and that we tell the
		// model.
		defaultHeaders: {[engineHeader]: '1'},
	});
	const stream = await client.responses.create(requestBody(request) as never, {
		signal: request.signal,
		...(request.trace !== undefined && {headers: {'x-agent-tui-trace': request.trace}}),
	});
	return stream as unknown as AsyncIterable<StreamEvent>;
}

const engineHeader = 'x-agent-tui-engine';
const requestTimeoutMs = 3_600_000;

async function* answer(stream: AsyncIterable<StreamEvent>): AsyncIterable<Part> {
	let called = false;
	for await (const event of stream) {
		for (const part of partsOf(event, called)) {
			called ||= part.type === 'call';
			yield part;
			if (part.type === 'end' || part.type === 'failure') {
				return;
			}
		}
	}
	yield {
		type: 'failure',
		failure: failed('incomplete', 'The answer stopped before its end was announced.'),
	};
}

function partsOf(event: StreamEvent, called: boolean): readonly Part[] {
	switch (event.type) {
		case 'response.output_text.delta':
		case 'response.refusal.delta':
			return event.delta ? [{type: 'text', text: event.delta}] : [];
		case 'response.reasoning_summary_text.delta':
		case 'response.reasoning_text.delta':
			return event.delta ? [{type: 'reasoning', text: event.delta}] : [];
		case 'response.output_item.done':
			return callOf(event);
		case 'response.completed':
			return [...usageOf(event), {type: 'end', finish: called ? 'calls' : 'stop'}];
		case 'response.incomplete':
			return [...usageOf(event), {type: 'end', finish: incompleteFinish(event)}];
		case 'response.failed':
			return [{type: 'failure', failure: toFailure(event.response?.error ?? event)}];
		case 'error':
			return [{type: 'failure', failure: toFailure(event)}];
		default:
			return [];
	}
}

function callOf({item}: StreamEvent): readonly Part[] {
	if (item?.type !== 'function_call' || !item.call_id || !item.name) {
		return [];
	}
	const {mended, broken} = item.agent_tui ?? {};
	return [
		{
			type: 'call',
			id: item.call_id,
			name: item.name,
			arguments: item.arguments ?? '',
			...(mended && {mended: mended.join('\n')}),
			...(broken !== undefined && {broken}),
		},
	];
}

function incompleteFinish(event: StreamEvent): Finish {
	return event.response?.incomplete_details?.reason === 'content_filter' ? 'refused' : 'length';
}

function usageOf({response}: StreamEvent): readonly Part[] {
	if (!response?.usage) {
		return [];
	}
	const {input_tokens, output_tokens, input_tokens_details, output_tokens_details} = response.usage;
	const cachedTokens = input_tokens_details?.cached_tokens;
	const reasoningTokens = output_tokens_details?.reasoning_tokens;
	const usage: Usage = {
		inputTokens: input_tokens,
		outputTokens: output_tokens,
		...(cachedTokens !== undefined && {cachedTokens}),
		...(reasoningTokens !== undefined && {reasoningTokens}),
	};
	return [{type: 'usage', usage}];
}
