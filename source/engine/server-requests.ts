import {basename} from 'node:path';
import {pathToFileURL} from 'node:url';
import type {Event} from '../events/event.ts';
import type {HopAnswer} from '../events/hop.ts';
import {localHost, type QuestionId} from '../events/ids.ts';
import type {Json, JsonObject} from '../events/json.ts';
import type {Usage} from '../events/part.ts';
import type {
	McpServerAnswer,
	McpServerRequest,
	ServerRequestAnswerer,
} from '../mcp-client/server-request.ts';
import {cleanText, cutText} from '../mcp-tools/clean-text.ts';
import {type FormField, formFields} from '../mcp-tools/form-fields.ts';
import type {Model} from '../model/model.ts';
import {costUsd} from '../model/window.ts';
import type {Store} from '../state/store.ts';
import type {EnginePorts} from './engine-ports.ts';
import {createQuestionTurns} from './question-turns.ts';
import {createConnectionQuestions} from './remote-hosts/connection-questions.ts';
import {createSampling, saidLengthMax} from './server-sampling.ts';

/** Asks a person for one line of text. Resolves to null if the person gives none. */
export type AskLine = (question: {
	readonly server: string;
	readonly title: string;
	/** The server's own message. */
	readonly said: string;
	readonly prompt: string;
	readonly attempt?: number;
	readonly signal: AbortSignal;
}) => Promise<string | null>;

/** Passes a person's answers to the questions that MCP servers have asked. */
export type ServerRequests = {
	readonly answer: (question: QuestionId, answer: HopAnswer) => void;
	readonly close: () => void;
};

type RequestPorts = {
	readonly ports: EnginePorts;
	readonly store: Store;
	readonly append: (event: Event) => void;
	readonly model: Model;
};

/**
 * Answers the requests of MCP servers. A server may question the person or the model only while a
 * call runs on it; at any other time it only learns the workspace's address. Call this before any
 * server starts.
 */
export function answerServerRequests(given: RequestPorts): ServerRequests {
	const {ports, append} = given;
	const questions = createConnectionQuestions({ports, append});
	const askLine: AskLine = ({server, title, said, prompt, attempt = 1, signal}) =>
		questions.askSecret(
			{
				host: localHost,
				purpose: 'interactive',
				where: `the MCP server ${cleanText(server)}`,
				title,
				instruction: cutText(cleanText(said), saidLengthMax),
				prompt,
				isEchoed: true,
				attempt,
				attemptsMax,
			},
			signal,
		);
	const price = (usage: Usage) => costUsd(ports.settings, given.store.state().session, usage);
	const sampling = createSampling({...given, askLine, costUsd: price});
	const inTurn = createQuestionTurns(given);
	const answerer: ServerRequestAnswerer = {
		// If no person can answer, servers are told that they may ask for the workspace only.
		kinds: ports.headless === null ? ['form', 'url', 'sampling', 'roots'] : ['roots'],
		async answer(request, signal) {
			if (request.kind === 'roots') {
				return rootsOf(ports.cwd);
			}
			return inTurn(request.server, signal, own =>
				request.kind === 'sampling'
					? sampling(request, own)
					: askPerson(request, {askLine, signal: own}),
			);
		},
	};
	const stop = ports.mcpServers?.answerRequests(answerer);
	return {
		answer: questions.answer,
		close() {
			stop?.();
			questions.close();
		},
	};
}

const attemptsMax = 3;

function rootsOf(folder: string): McpServerAnswer {
	const root = {uri: pathToFileURL(folder).href, name: basename(folder)};
	return {status: 'roots', roots: [root]};
}

type Asking = {readonly askLine: AskLine; readonly signal: AbortSignal};

function askPerson(
	request: Extract<McpServerRequest, {kind: 'form' | 'url'}>,
	asking: Asking,
): Promise<McpServerAnswer> {
	return request.kind === 'url' ? askToVisit(request, asking) : fillForm(request, asking);
}

/** Shows the address to the person. The program itself never opens it. */
async function askToVisit(
	{server, message, url}: Extract<McpServerRequest, {kind: 'url'}>,
	{askLine, signal}: Asking,
): Promise<McpServerAnswer> {
	const address = URL.parse(url);
	if (address === null || !/^https?:$/.test(address.protocol)) {
		return {status: 'declined'};
	}
	const typed = await askLine({
		server,
		title: `${cleanText(server)} asks you to visit ${cleanText(address.host)}`,
		// The address comes first: a long message must not push it off the card.
		said: `${url}\n${message}`,
		prompt: 'Open it in a browser if you trust it, and type done when you are back.',
		signal,
	});
	return answerOf(typed, ['done', 'yes']);
}

function answerOf(typed: string | null, words: readonly string[]): McpServerAnswer {
	return {status: words.includes(typed?.trim().toLowerCase() ?? '') ? 'accepted' : 'declined'};
}

/**
 * If a form asks for one of these, its title warns the person: the protocol forbids servers to ask
 * for secrets by a form.
 */
const secretWords = /passw|passphrase|secret|token|api.?key|private.?key|credential/i;

async function fillForm(
	{server, message, schema}: Extract<McpServerRequest, {kind: 'form'}>,
	asking: Asking,
): Promise<McpServerAnswer> {
	const fields = formFields(schema);
	if (fields === null) {
		return {status: 'declined'};
	}
	const isSecret = [message, ...fields.map(({prompt}) => prompt)].some(said =>
		secretWords.test(said),
	);
	const title = `${cleanText(server)} asks${isSecret ? ' for what sounds like a secret' : ''}`;
	if (fields.length === 0) {
		const prompt = 'Type yes if you agree.';
		const typed = await asking.askLine({...asking, server, title, said: message, prompt});
		const answer = answerOf(typed, ['yes', 'y']);
		return answer.status === 'accepted' ? {...answer, content: {}} : answer;
	}
	const content: Record<string, Json | undefined> = {};
	for (const [index, field] of fields.entries()) {
		const step = fields.length === 1 ? '' : ` (${index + 1} of ${fields.length})`;
		const question = {server, title: `${title}${step}`, said: message};
		const filled = await fillField(field, question, asking);
		if (filled === null) {
			return {status: 'declined'};
		}
		content[field.name] = filled.value;
	}
	return {status: 'accepted', content: withoutGaps(content)};
}

async function fillField(
	field: FormField,
	question: Pick<Parameters<AskLine>[0], 'server' | 'title' | 'said'>,
	{askLine, signal}: Asking,
): Promise<{readonly value: Json | undefined} | null> {
	let prompt = field.prompt;
	for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
		const typed = await askLine({...question, prompt, attempt, signal});
		if (typed === null) {
			return null;
		}
		const read = field.read(typed);
		if (read.ok) {
			return {value: read.value};
		}
		prompt = `${read.failure.message} ${field.prompt}`;
	}
	return null;
}

function withoutGaps(content: JsonObject): JsonObject {
	return Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined));
}
