import type {CallToolRequest, Server, ServerContext} from '@modelcontextprotocol/server';
import type {CallId} from '../events/ids.ts';
import type {JsonObject} from '../events/json.ts';
import {type Waited, type Waiter, waitForCall} from './answer-call.ts';
import {openQuestion, takeAnswer} from './asking.ts';
import {failedAnswer} from './call-result.ts';
import {askingOf, clientOf, formAnswerOf, hasTasks} from './client-facts.ts';
import type {ClientLink} from './client-link.ts';
import type {HttpExchanges} from './http-exchanges.ts';
import {
	capabilities,
	envelopeCapabilities,
	instructions,
	listCache,
	serverInfo,
} from './identity.ts';
import {isTimeOut} from './patience.ts';
import {progressTo} from './progress.ts';
import {createQuestions, type FormQuestions} from './questions.ts';
import {addResources} from './resources.ts';
import {findCall, type Service, whyGone} from './service.ts';
import {addTasks, taskHandle} from './tasks.ts';
import {getResultName, toolList} from './tool-list.ts';
import {offeredTools} from './tool-words.ts';

export type ServerSdk = typeof import('@modelcontextprotocol/server');

type ServerFacts = {
	readonly sdk: ServerSdk;
	readonly link: ClientLink;
	readonly era: 'legacy' | 'modern';
	/**
	 * Null if client and server share a connection, on which we can send requests to the client.
	 * Otherwise the name of this HTTP exchange, since different clients may use equal ids.
	 */
	readonly exchange: string | null;
	readonly questions?: FormQuestions;
	readonly exchanges?: HttpExchanges;
};

/** How long a person may take to answer a form that the client shows. */
const formMsMax = 600_000;

/**
 * Serves the protocol on one connection. The session makes the calls, and its gate decides them.
 */
export function makeServer(service: Service, facts: ServerFacts): Server {
	const {sdk} = facts;
	const server = new sdk.Server(serverInfo, {
		capabilities: facts.era === 'modern' ? envelopeCapabilities : capabilities,
		instructions,
		cacheHints: {'tools/list': listCache, 'server/discover': listCache},
	});
	const hasWorkers = service.parts.workers.tools !== null;
	const questions = facts.questions ?? createQuestions();
	const live = new Set<string | number>();
	if (facts.exchanges) {
		hearCancellations(server, facts.exchanges);
	}
	server.setRequestHandler('tools/list', () => ({tools: toolList({hasWorkers}) as never}));
	server.setRequestHandler('tools/call', async (request, context) => {
		const {id} = context.mcpReq;
		if (live.has(id)) {
			throw new sdk.ProtocolError(
				sdk.ProtocolErrorCode.InvalidRequest,
				'A request with this id is still being answered.',
			);
		}
		live.add(id);
		const {exchange, exchanges} = facts;
		const open = exchange === null ? undefined : exchanges?.open(exchange, id);
		const cancelled = open?.cancelled ?? null;
		try {
			return (await answerRequest(
				service,
				{...facts, server, questions, cancelled},
				{request, context},
			)) as never;
		} finally {
			open?.close();
			live.delete(id);
		}
	});
	addResources(service, {server, sdk, era: facts.era});
	const {link, era, exchange} = facts;
	addTasks(service, {
		server,
		sdk,
		link,
		era,
		exchange,
		addressOf: context => addressOf(facts, context),
	});
	return server;
}

/** Longer arguments would block the session, its other clients and its screens for seconds. */
const argumentsLengthMax = 1_048_576;

type Made = ServerFacts & {
	readonly server: Server;
	readonly questions: FormQuestions;
	/** Aborts when the client cancels by another request; null where it can't do that. */
	readonly cancelled: AbortSignal | null;
};

function hearCancellations(server: Server, exchanges: HttpExchanges): void {
	server.setNotificationHandler('notifications/cancelled', ({params}) => {
		exchanges.cancel(params.requestId, params.reason);
	});
}

type Asked = {readonly request: CallToolRequest; readonly context: ServerContext};

async function answerRequest(service: Service, made: Made, asked: Asked): Promise<object> {
	const {sdk} = made;
	const {name, arguments: given = {}} = asked.request.params;
	if (name !== getResultName && !Object.hasOwn(offeredTools, name)) {
		throw new sdk.ProtocolError(
			sdk.ProtocolErrorCode.InvalidParams,
			`There is no tool "${name}". See tools/list.`,
		);
	}
	const args = given as JsonObject;
	try {
		if (JSON.stringify(args).length > argumentsLengthMax) {
			return failedAnswer('bad-input', 'The arguments are longer than 1 MB: give them in parts.');
		}
		return name === getResultName
			? await giveResult(service, made, {...asked, args})
			: await call(service, made, {...asked, args, name});
	} catch (error) {
		if (error instanceof sdk.ProtocolError) {
			throw error;
		}
		// The exception's text goes to the log only: it could contain anything.
		service.log(`${name}: ${error instanceof Error ? error.stack : String(error)}`);
		return failedAnswer('internal', 'This could not be answered. The log of the session says why.');
	}
}

async function giveResult(
	service: Service,
	made: Made,
	{args, ...asked}: Asked & {readonly args: JsonObject},
): Promise<object> {
	// A resumed session has not read all of its past yet, and the call may be in it.
	service.parts.latePast.readAll();
	const id = args['call_id'] as CallId;
	if (typeof id !== 'string' || !findCall(service, id)?.caller) {
		return failedAnswer('not-found', 'There is no call with this call_id in this session.');
	}
	const gone = whyGone(service, id);
	if (gone !== null) {
		return failedAnswer('gone', gone);
	}
	const waiter = {
		...waiterOf(service, made, asked),
		asking: 'elsewhere',
		lastsMs: made.link.patience.within(service.limits.getResultMs),
	} as const;
	made.link.watch(waiter.signal, null);
	return tellClient(service, made, asked, {id, waited: await waitForCall(service, id, waiter)});
}

async function call(
	service: Service,
	made: Made,
	{args, name, ...asked}: Asked & {readonly args: JsonObject; readonly name: string},
): Promise<object> {
	const {link, questions, sdk} = made;
	const {mcpReq} = asked.context;
	const state = mcpReq.requestState();
	const waiter = waiterOf(service, made, asked);
	if (state !== undefined) {
		const about = questions.take(String(state), {name, args});
		if (about === null) {
			throw new sdk.ProtocolError(
				sdk.ProtocolErrorCode.InvalidParams,
				'This answer belongs to no question that is open, or to another call.',
			);
		}
		const {call: id} = about;
		takeAnswer(service, about, formAnswerOf(mcpReq.inputResponses?.[questionKey]));
		const told = {...waiter, asking: 'elsewhere'} as const;
		const waited = await waitForOwn(service, made, {id, waiter: told});
		return tellClient(service, made, asked, {id, waited});
	}
	const request = addressOf(made, asked.context);
	const begun = link.begin(clientOf(made, asked.context), {name, args, request});
	const id = begun.call;
	const waited = await waitForOwn(service, made, {id, waiter: {...waiter, note: begun.note}});
	if (waited.type === 'question') {
		return {
			resultType: 'input_required',
			inputRequests: {
				[questionKey]: {
					method: 'elicitation/create',
					params: {mode: 'form', ...waited.form},
				},
			},
			requestState: questions.open({call: id, question: openQuestion(service, id)}, {name, args}),
		};
	}
	return tellClient(service, made, asked, {id, waited});
}

const questionKey = 'allow';

/**
 * Waits for a call. If the client cancels the request, stops the call. If the client only waits no
 * longer, or if only the HTTP connection of an older-era client breaks, the call continues, as the
 * client may come back for the result.
 */
async function waitForOwn(
	service: Service,
	{link, era, exchange, cancelled}: Made,
	{id, waiter}: {readonly id: CallId; readonly waiter: Waiter},
): Promise<Waited> {
	link.watch(waiter.signal, id);
	const waited = await waitForCall(service, id, waiter);
	if (waited.type !== 'cancelled' || link.isGone()) {
		return waited;
	}
	if (exchange !== null && era === 'legacy' && !cancelled?.aborted) {
		link.abandon(id);
	} else if (!isTimeOut(waiter.signal.reason)) {
		service.parts.turns.outside.cancel(id, 'asked');
	}
	return waited;
}

function tellClient(
	service: Service,
	made: Made,
	{
		context,
		request: {
			params: {name},
		},
	}: Asked,
	{id, waited}: {readonly id: CallId; readonly waited: Waited},
): object {
	const {link} = made;
	if (waited.type !== 'answer') {
		return failedAnswer('cancelled', 'The request was cancelled.');
	}
	if (waited.isWhole) {
		link.answers(addressOf(made, context), id);
	}
	const open = waited.isWhole || name === getResultName ? undefined : findCall(service, id);
	if (open && hasTasks(made, context)) {
		return {content: [], ...taskHandle(service, open)};
	}
	return waited.answer;
}

function addressOf(
	{exchange}: Pick<ServerFacts, 'exchange'>,
	{mcpReq: {id}}: ServerContext,
): string | number {
	return exchange === null ? id : `${exchange} ${id}`;
}

function waiterOf(service: Service, made: Made, {context}: Asked): Waiter {
	const {withTokenMs, withoutTokenMs} = service.limits;
	const {cancelled, link} = made;
	const signal = cancelled
		? AbortSignal.any([context.mcpReq.signal, cancelled])
		: context.mcpReq.signal;
	const tell = progressTo(context.mcpReq, service.log);
	return {
		signal,
		lastsMs: link.patience.within(tell ? withTokenMs : withoutTokenMs),
		tell,
		asking: askingOf(made, context),
		ask: async (form, answered) =>
			formAnswerOf(
				await context.mcpReq.send(
					{method: 'elicitation/create', params: {mode: 'form', ...form}},
					{signal: answered, timeout: formMsMax},
				),
			),
	};
}
