import type {IncomingMessage, ServerResponse} from 'node:http';
import type {Json, JsonObject} from '../../events/json.ts';
import type {CallFailure, Checked} from '../failure.ts';
import type {CallEnd} from '../route/call.ts';
import type {ClientCall, Passed} from '../route/prepare.ts';
import type {ClientReply} from '../route/reply.ts';
import type {Inbound} from '../translate/protocol.ts';
import {createRequestReading, listOf, optionalText} from '../translate/request-reading.ts';
import {readInput} from '../translate/responses/client-request.ts';
import {costOf} from './call-counts.ts';
import {countTokens} from './count-tokens.ts';
import {type GeminiAddress, withAddress} from './gemini-address.ts';
import {type Spent, tailOf} from './loop-guard.ts';
import {passedOn} from './passed-on.ts';
import type {ProxyContext} from './proxy-context.ts';
import {createReply, sendFailure, sendJson} from './reply.ts';
import {readBody} from './request-body.ts';
import {previousNotFound} from './response-store.ts';
import {withStandIn} from './stand-in.ts';

export const callsMax = 512;

/** Answers one model call of a client, from reading the request to the last byte of the answer. */
export async function answerCall({
	proxyContext,
	inbound,
	wants,
	request,
	response,
	address,
}: {
	proxyContext: ProxyContext;
	inbound: Inbound;
	/** Whether the client wants an answer, or only the number of tokens of its request. */
	wants: 'answer' | 'count';
	request: IncomingMessage;
	response: ServerResponse;
	/**
	 * What the address says about the call, if the client speaks Gemini's protocol; otherwise null.
	 */
	address: GeminiAddress | null;
}): Promise<void> {
	proxyContext.requestsTotal += 1;
	if (proxyContext.closing || proxyContext.open.count() >= callsMax) {
		sendFailure(response, proxyContext.closing ? goingDown : tooMany, inbound);
		return;
	}
	const reply = createReply(response, address?.form);
	const forget = proxyContext.open.add(reply);
	try {
		const body = await readBody(request);
		if (!body.ok) {
			sendFailure(response, body.failure, inbound);
			return;
		}
		const written = address ? withAddress(body.value, address) : body.value;
		const given = withStandIn(written, proxyContext, inbound);
		const {counting} = inbound;
		const counted =
			wants === 'count' && counting ? countTokens(given, {proxyContext, inbound, counting}) : null;
		if (counted?.type === 'estimate') {
			sendCount(response, counted.answer, inbound);
			return;
		}
		const asked = withPrevious(counted?.body ?? given, proxyContext, inbound);
		const passed = passedOn(request, {inbound, wants});
		const trace = proxyContext.traces.open(request.headers['x-agent-tui-trace']);
		const isEngine = request.headers['x-agent-tui-engine'] === '1';
		const call = {...callOf({proxyContext, inbound, asked, body: given, passed}), trace, isEngine};
		const round = proxyContext.loops.begin(() =>
			wants === 'answer' ? tailOf(asked.body, inbound) : null,
		);
		if (round.refusal) {
			sendFailure(response, round.refusal, inbound);
			return;
		}
		const end = await askInTime({proxyContext, call, reply, delayMs: round.delayMs});
		round.end(spentOn(end, proxyContext));
		settle({end, call, response});
		if (asked.keep) {
			keep({proxyContext, call, end, previous: asked.previous});
		}
	} finally {
		forget();
		if (proxyContext.open.count() === 0) {
			proxyContext.memory.idle();
		}
	}
}

async function askInTime({
	proxyContext,
	call,
	reply,
	delayMs,
}: {
	proxyContext: ProxyContext;
	call: ClientCall;
	reply: ClientReply;
	delayMs: number;
}): Promise<CallEnd> {
	if (delayMs > 0) {
		await proxyContext.clock.sleep(delayMs, reply.left);
	}
	return await proxyContext.caller(call, reply);
}

/** Returns what an answer has cost, as far as that is known; null if there was no answer. */
function spentOn(end: CallEnd, {settings}: ProxyContext): Spent | null {
	if (end.status !== 'answered') {
		return null;
	}
	const {prepared, target} = end;
	const {usage, estimate} = prepared.pipe.state();
	const counted = usage ?? estimate;
	const prices = settings.providers.find(({name}) => name === target.provider.name)?.prices;
	const price = prices?.[prepared.model];
	return {
		tokens: counted ? counted.inputTokens + counted.outputTokens : 0,
		costUsd: counted && price ? costOf(counted, price) : null,
	};
}

function sendCount(response: ServerResponse, answer: Checked<JsonObject>, inbound: Inbound): void {
	if (answer.ok) {
		sendJson(response, {body: answer.value});
	} else {
		sendFailure(response, answer.failure, inbound);
	}
}

export const goingDown: CallFailure = {
	kind: 'cancelled',
	message: 'This proxy is being stopped. Ask its next start.',
	status: 503,
	code: 'shutting_down',
	retry: 'never',
};

const tooMany: CallFailure = {
	kind: 'limit',
	message: `This proxy answers ${callsMax} calls at once, and all of them are busy.`,
	status: 503,
	code: 'too_many_calls',
	retry: 'never',
	retryAfterMs: 1000,
};

type Asked = {
	readonly body: JsonObject;
	/** The id of the previous answer, if the proxy has stored it. */
	readonly previous: string | null;
	/** The id of the answer that the client continues from, if the proxy has not stored it. */
	readonly unknown: string | null;
	readonly keep: boolean;
};

/** If the client continues from a stored answer, puts the earlier turns before its input. */
function withPrevious(body: JsonObject, {store}: ProxyContext, inbound: Inbound): Asked {
	const keepsAnswers = inbound.kind === 'responses' && body['store'] !== false;
	const given = body['previous_response_id'] ?? '';
	// A value of any other type can't be an answer's id. It counts as an unknown one, so that no
	// model answers without the conversation that belongs to it.
	const previous = typeof given === 'string' ? optionalText(given) : JSON.stringify(given);
	if (inbound.kind !== 'responses' || previous === undefined) {
		return {body, previous: null, unknown: null, keep: keepsAnswers};
	}
	const items = store.items(previous);
	if (!items) {
		return {body, previous: null, unknown: previous, keep: keepsAnswers};
	}
	const input = [...items, ...inputOf(body)];
	const whole = {...body, input, previous_response_id: undefined};
	return {body: whole, previous, unknown: null, keep: keepsAnswers};
}

function callOf({
	proxyContext,
	inbound,
	asked,
	body,
	passed,
}: {
	proxyContext: ProxyContext;
	inbound: Inbound;
	asked: Asked;
	body: JsonObject;
	passed: Passed;
}): ClientCall {
	let read: ReturnType<ClientCall['request']> | null = null;
	return {
		id: proxyContext.newId(),
		inbound,
		body: asked.body,
		asked: body,
		stream: body['stream'] === true,
		passed,
		// The previous answer may be stored at the provider itself, so it is no problem that it is
		// unknown here, unless the call has to be translated.
		request() {
			read ??=
				asked.unknown === null
					? inbound.parse(asked.body)
					: {ok: false, failure: previousNotFound(asked.unknown)};
			return read;
		},
	};
}

function settle({
	end,
	call,
	response,
}: {
	end: CallEnd;
	call: ClientCall;
	response: ServerResponse;
}): void {
	if (end.status === 'left') {
		response.destroy();
	} else if (end.status === 'failed') {
		if (!end.sent) {
			sendFailure(response, end.failure, call.inbound);
		}
	} else if (!call.stream) {
		sendJson(response, {body: end.prepared.pipe.whole()});
	}
}

function keep({
	proxyContext,
	call,
	end,
	previous,
}: {
	proxyContext: ProxyContext;
	call: ClientCall;
	end: CallEnd;
	previous: string | null;
}): void {
	if (end.status !== 'answered' || !end.prepared.translated) {
		return;
	}
	const whole = end.prepared.pipe.whole();
	if (typeof whole === 'string') {
		return;
	}
	const items = [...inputOf(call.asked), ...(listOf(whole['output']) as readonly Json[])];
	// The parts that repeat the client's request are left out. `output` takes no memory of its own:
	// it is shared with `items`.
	const response = {...whole, instructions: null, tools: []};
	const bytes = JSON.stringify(items).length;
	proxyContext.store.put(String(whole['id']), {previous, items, response, bytes});
}

function inputOf(body: JsonObject): readonly Json[] {
	return readInput(body['input'], createRequestReading()) as readonly Json[];
}
