import type {Event} from '../events/event.ts';
import {isJsonObject, type Json, type JsonObject} from '../events/json.ts';
import type {InputItem, Usage} from '../events/part.ts';
import type {McpServerAnswer, McpServerRequest} from '../mcp-client/server-request.ts';
import {cleanText} from '../mcp-tools/clean-text.ts';
import type {Model} from '../model/model.ts';
import {tokensOf, tokensOfText} from '../state/compaction.ts';
import {effortAsked, modelAsked} from '../state/select.ts';
import type {Store} from '../state/store.ts';
import type {AskLine} from './server-requests.ts';

type SamplingPorts = {
	readonly store: Store;
	readonly append: (event: Event) => void;
	readonly model: Model;
	readonly askLine: AskLine;
	readonly costUsd: (usage: Usage) => number | null;
};

/**
 * How often and how much one server may use the person's model in a session. Each use needs the
 * person's yes.
 */
const questionsMax = 10;
const tokensMax = 50_000;
const answerTokensMax = 4000;
/** How many characters of a server's message its card shows. */
export const saidLengthMax = 2000;

/**
 * Lets a server ask the model, within a budget and after the person's yes each time. The model gets
 * only the server's text: nothing of the conversation, and no tools.
 */
export function createSampling(ports: SamplingPorts) {
	const used = new Map<string, Spent>();
	return async (
		{server, request}: Extract<McpServerRequest, {kind: 'sampling'}>,
		signal: AbortSignal,
	): Promise<McpServerAnswer> => {
		const spent = used.get(server) ?? {questions: 0, tokens: 0, isTold: false};
		used.set(server, spent);
		const asked = readRequest(request);
		const tokens = tokensOf(asked.input) + tokensOfText(asked.instructions) + asked.tokensMax;
		if (spent.questions >= questionsMax || spent.tokens + tokens > tokensMax) {
			if (spent.isTold) {
				return {status: 'declined'};
			}
			spent.isTold = true;
			const text = `${server} has used up what it may ask the model in this session.`;
			ports.append({type: 'notice.shown', level: 'warn', text});
			return {status: 'declined'};
		}
		spent.questions += 1;
		// Counts the tokens before the person is asked, since several questions may be open at once.
		spent.tokens += tokens;
		const said = [asked.instructions, ...asked.input.map(wordsOf)].join('\n');
		const isCut = cleanText(said).length > saidLengthMax;
		const size = isCut ? `Only the beginning of ${said.length} characters is shown. ` : '';
		const typed = await ports.askLine({
			server,
			title: `${cleanText(server)} wants to ask the model`,
			said,
			prompt: `${size}About ${tokens} tokens on your account, question ${spent.questions} of ${questionsMax}. Type yes to send it.`,
			signal,
		});
		if (typed?.trim().toLowerCase() !== 'yes') {
			spent.tokens -= tokens;
			return {status: 'declined'};
		}
		const {result, usage} = await answerOf(ports, asked, signal);
		const costUsd = usage ? ports.costUsd(usage) : null;
		ports.append({
			type: 'server.sampled',
			server,
			...(usage && {usage}),
			...(costUsd !== null && {costUsd}),
		});
		return {status: 'sampled', result};
	};
}

/** `isTold`: a notice has said that the server's budget is used up. */
type Spent = {questions: number; tokens: number; isTold: boolean};

type Asked = {
	readonly instructions: string;
	readonly input: readonly InputItem[];
	readonly tokensMax: number;
};

function readRequest({messages, systemPrompt, maxTokens}: JsonObject): Asked {
	const list = Array.isArray(messages) ? messages.filter(isJsonObject) : [];
	return {
		instructions: typeof systemPrompt === 'string' ? systemPrompt : '',
		input: list.map(({role, content}) => ({
			type: role === 'assistant' ? 'assistant' : 'user',
			text: contentText(content),
		})),
		tokensMax: Math.max(
			1,
			Math.min(typeof maxTokens === 'number' ? maxTokens : answerTokensMax, answerTokensMax),
		),
	};
}

function contentText(content: Json | undefined): string {
	if (Array.isArray(content)) {
		return content.map(contentText).join('\n');
	}
	const {type, text} = isJsonObject(content) ? content : {};
	return typeof text === 'string' ? text : `[${typeof type === 'string' ? type : 'nothing'}]`;
}

function wordsOf(item: InputItem): string {
	return 'text' in item ? item.text : '';
}

async function answerOf(
	{model, store}: SamplingPorts,
	{instructions, input, tokensMax: limit}: Asked,
	signal: AbortSignal,
): Promise<{readonly result: JsonObject; readonly usage: Usage | undefined}> {
	const end = new AbortController();
	let usage: Usage | undefined;
	let text = '';
	let stopReason = 'endTurn';
	for await (const part of model.stream({
		model: modelAsked(store.state()),
		effort: effortAsked(store.state()),
		instructions,
		input,
		tools: [],
		signal: AbortSignal.any([signal, end.signal]),
	})) {
		if (part.type === 'text') {
			text += part.text;
		} else if (part.type === 'usage') {
			usage = part.usage;
		} else if (part.type === 'failure') {
			// The provider's error message must not reach the server.
			throw new Error('The model gave no answer.');
		}
		if (tokensOfText(text) >= limit && !end.signal.aborted) {
			stopReason = 'maxTokens';
			end.abort();
		}
	}
	const content = {type: 'text', text};
	const result = {role: 'assistant', content, model: modelAsked(store.state()), stopReason};
	return {result, usage};
}
