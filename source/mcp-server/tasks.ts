import {createHash} from 'node:crypto';
import type {ServerContext} from '@modelcontextprotocol/server';
import type {CallId} from '../events/ids.ts';
import {isJsonObject, type JsonObject} from '../events/json.ts';
import type {ToolCall} from '../state/state.ts';
import {formFor, openQuestion, takeAnswer} from './asking.ts';
import {endedAnswer} from './call-result.ts';
import {callWords} from './call-words.ts';
import {type ClientSide, formAnswerOf, hasForms, hasTasks} from './client-facts.ts';
import type {ClientLink} from './client-link.ts';
import type {ServerSdk} from './make-server.ts';
import {findCall, type Service, whyGone} from './service.ts';

type TaskServer = ClientSide & {
	readonly sdk: ServerSdk;
	readonly link: ClientLink;
	/** Returns the key by which the link knows a request. */
	readonly addressOf: (context: ServerContext) => string | number;
};

/** How often a client should ask for a task's state. */
const pollMs = 5000;

/**
 * Returns the answer to a running call as an MCP task. A client that knows tasks follows and
 * cancels it by the methods below. For other clients, the model has the tool `get_result`.
 */
export function taskHandle(service: Service, call: ToolCall): JsonObject {
	return {...taskOf(service, call, 'working'), resultType: 'task'};
}

function taskOf(service: Service, call: ToolCall, status: string): JsonObject {
	const {parts, limits} = service;
	const {clock, redactor} = parts.ports;
	const updatedAt = call.endedAt ?? clock.now();
	return {
		taskId: call.id,
		status,
		statusMessage: redactor.text(callWords(service, call)),
		createdAt: new Date(call.proposedAt).toISOString(),
		lastUpdatedAt: new Date(updatedAt).toISOString(),
		ttlMs: updatedAt - call.proposedAt + limits.keptMs,
		...(call.status.type !== 'ended' && {pollIntervalMs: pollMs}),
	};
}

/** Handles the methods of the tasks extension, for clients that declare it. */
export function addTasks(service: Service, tasks: TaskServer): void {
	if (tasks.era !== 'modern') {
		return;
	}
	const {server, sdk, link} = tasks;
	const handle = (
		method: string,
		answer: (call: ToolCall, context: ServerContext) => JsonObject,
	): void =>
		server.setRequestHandler(method, {params: anyParams}, (params, context) => {
			if (!hasTasks(tasks, context)) {
				const words = 'This method is for clients that declare the tasks extension.';
				throw new sdk.ProtocolError(sdk.ProtocolErrorCode.MissingRequiredClientCapability, words);
			}
			service.parts.latePast.readAll();
			const call = findCall(service, String(params['taskId']) as CallId);
			if (!call?.caller) {
				const words = 'There is no task with this taskId in this session.';
				throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, words);
			}
			const gone = whyGone(service, call.id);
			if (gone !== null) {
				throw new sdk.ProtocolError(sdk.ProtocolErrorCode.InvalidParams, gone);
			}
			return {...answer(call, context)};
		});
	handle('tasks/get', (call, context) => {
		if (call.status.type === 'ended') {
			link.answers(tasks.addressOf(context), call.id);
			return endedTask(service, call);
		}
		const input = hasForms(tasks, context) && link.owns(call.id) ? inputOf(service, call) : null;
		return input === null
			? taskOf(service, call, 'working')
			: {...taskOf(service, call, 'input_required'), inputRequests: input};
	});
	handle('tasks/update', (call, context) => {
		const question = openQuestion(service, call.id);
		const given = context.mcpReq.inputResponses ?? {};
		const answer = question === null ? undefined : given[keyOf(question)];
		if (answer !== undefined && link.owns(call.id)) {
			takeAnswer(service, {call: call.id, question}, formAnswerOf(answer));
		}
		return {};
	});
	handle('tasks/cancel', call => {
		service.parts.turns.outside.cancel(call.id, 'asked');
		return {};
	});
}

/**
 * Returns a task that has ended. A cancelled task has no result. A failed task has one, which says
 * that it failed.
 */
function endedTask(service: Service, call: ToolCall): JsonObject {
	const isCancelled = call.status.type === 'ended' && call.status.outcome.status === 'cancelled';
	return isCancelled
		? taskOf(service, call, 'cancelled')
		: {
				...taskOf(service, call, 'completed'),
				result: endedAnswer(call, service.parts.ports.redactor.document) as unknown as JsonObject,
			};
}

/**
 * Returns the form that waits for a person; null if there is none, or if it is too long for a form.
 */
function inputOf(service: Service, call: ToolCall): JsonObject | null {
	const question = openQuestion(service, call.id);
	const form = question === null ? null : formFor(service, call.id);
	return question === null || form === null
		? null
		: {
				[keyOf(question)]: {
					method: 'elicitation/create',
					params: {mode: 'form', ...form} as unknown as JsonObject,
				},
			};
}

/**
 * Returns a key for the question. A changed question has another key, so that an answer to the
 * earlier one does not count for it.
 */
function keyOf(question: string): string {
	return `allow-${createHash('sha256').update(question).digest('hex').slice(0, 16)}`;
}

const anyParams = {
	'~standard': {
		version: 1 as const,
		vendor: 'agent-tui',
		validate: (value: unknown): {value: JsonObject} => ({value: isJsonObject(value) ? value : {}}),
		types: {} as {input: JsonObject; output: JsonObject},
	},
};
