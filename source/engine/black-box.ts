import {dirname, join} from 'node:path';
import type {Stamped} from '../events/event.ts';
import type {JsonObject} from '../events/json.ts';
import {createEmitter, type Emitter, type Live} from '../events/live.ts';
import type {DebugStatus} from '../events/query.ts';
import type {Model, ProxyAddress} from '../model/model.ts';
import {type Exchange, recordedModel} from '../model/record.ts';
import {atMost} from '../platform/at-most.ts';
import {getBytes} from '../platform/http-get.ts';
import type {State, ToolCall} from '../state/state.ts';
import {describeRecord} from '../storage/describe-record.ts';
import {redactChunks} from '../storage/redact-chunks.ts';
import {openSidecar, type Sidecar, type SidecarType} from '../storage/sidecar.ts';
import {writeReport} from '../storage/write-report.ts';
import type {EnginePorts} from './engine-ports.ts';

/**
 * Records what happened, for later analysis. The last requests are always kept in memory, and are
 * written to a file after a crash or on request. With debug on, all traffic goes to a file.
 */
export type BlackBox = {
	readonly model: (model: Model) => Model;
	readonly take: (event: Stamped) => void;
	/** Whether debug recording is on, and the newest records. */
	readonly live: Live<DebugStatus>;
	readonly set: (isOn: boolean) => void;
	/** Writes a report of the last requests. Returns its path, or null if writing failed. */
	readonly report: (why: string, error?: unknown) => string | null;
	readonly close: () => Promise<void>;
};

type BlackBoxOptions = {
	readonly ports: EnginePorts;
	readonly state: () => State;
	readonly proxy: () => ProxyAddress | null;
	readonly onProblem: (text: string) => void;
};

const requestsKept = 10;
const linesKept = 200;
const traceMsMax = 3000;
const traceLengthMax = 33_554_432;
const closeMsMax = 2000;

export function createBlackBox(options: BlackBoxOptions): BlackBox {
	const {ports, state} = options;
	const folder = dirname(ports.journal.path);
	const held: Held = {
		options,
		folder,
		sidecar: null,
		lines: [],
		exchanges: [],
		pending: new Set(),
		crashed: null,
		emitter: createEmitter(),
		status: null,
	};
	const report = (why: string, error?: unknown) => saveReport(held, why, error);
	const onCrash = (error: unknown) => {
		record(held, 'error', {where: 'crash', ...errorFields(error)});
		report('crash', error);
	};
	const onExit = () => held.sidecar?.flush();
	process.on('uncaughtExceptionMonitor', onCrash);
	process.on('exit', onExit);
	if (isDebugWanted(ports)) {
		open(held);
	}
	return {
		model: model => recordedModel(model, recorderOf(held)),
		take: event => takeEvent(held, state(), event),
		live: {
			subscribe: held.emitter.subscribe,
			snapshot: () => statusOf(held),
		},
		set(isOn) {
			if (isOn !== (held.sidecar !== null)) {
				(isOn ? open : shut)(held);
				held.emitter.emit();
			}
		},
		report,
		async close() {
			await atMost(ports.clock, closeMsMax, Promise.all(held.pending));
			shut(held);
			process.off('uncaughtExceptionMonitor', onCrash);
			process.off('exit', onExit);
		},
	};
}

type Held = {
	readonly options: BlackBoxOptions;
	readonly folder: string;
	sidecar: Sidecar | null;
	lines: readonly string[];
	exchanges: readonly Exchange[];
	/** Unanswered requests to our proxy that ask what it exchanged with the provider. */
	readonly pending: Set<Promise<void>>;
	/** The path of the crash report, once a crash handler has written one. */
	crashed: string | null;
	readonly emitter: Emitter;
	status: DebugStatus | null;
};

/** Returns the same object until a record is added or recording is switched on or off. */
function statusOf(held: Held): DebugStatus {
	const isOn = held.sidecar !== null;
	const bytes = held.sidecar?.bytes() ?? 0;
	const {status, lines, folder} = held;
	if (status?.isOn === isOn && status.bytes === bytes && status.lines === lines) {
		return status;
	}
	const next = {isOn, path: join(folder, 'debug.jsonl'), bytes, lines};
	held.status = next;
	return next;
}

function isDebugWanted({settings, env}: EnginePorts): boolean {
	return settings.debug || /^(?:1|true|yes)$/i.test(env['AGENT_TUI_DEBUG'] ?? '');
}

function open(held: Held): void {
	const {ports, onProblem} = held.options;
	held.sidecar = openSidecar({
		folder: held.folder,
		clock: ports.clock,
		redactor: ports.redactor,
		onProblem: ({message}) => onProblem(message),
		onWritten(records) {
			const lines = records.map(one => ports.redactor.text(describeRecord(one)));
			held.lines = [...lines.toReversed(), ...held.lines].slice(0, linesKept);
			held.emitter.emit();
		},
	});
	const {pid, platform, version: node} = process;
	record(held, 'debug.started', {
		session: ports.session,
		version: ports.version,
		pid,
		platform,
		node,
	});
}

function shut(held: Held): void {
	record(held, 'debug.stopped', {});
	held.sidecar?.close();
	held.sidecar = null;
}

function record(held: Held, type: SidecarType, fields: object): void {
	held.sidecar?.record(type, fields);
}

function recorderOf(held: Held): Parameters<typeof recordedModel>[1] {
	const {ports, state} = held.options;
	return {
		clock: ports.clock,
		context: () => ports.redactor.value(contextOf(ports, state())),
		trace: number => (held.sidecar ? `${process.pid}-${number}` : null),
		onRequest(exchange) {
			held.exchanges = [...held.exchanges, exchange].slice(-requestsKept);
			const {number: request, context, body} = exchange;
			if (held.sidecar) {
				// The model was sent this text after redaction, so it holds no secret.
				held.sidecar.record('model.request', {request, context, body: body()}, {isClean: true});
			}
		},
		onResponse({number: request, chunks, finish, usage, failure, firstPartMs, totalMs}) {
			if (held.sidecar) {
				const hidden = redactChunks(chunks, ports.redactor);
				const told = ports.redactor.value({
					request,
					finish,
					firstPartMs,
					totalMs,
					usage,
					failure,
				});
				held.sidecar.record('model.response', {...told, chunks: hidden.chunks}, {isClean: true});
				askProxy(held, {request, isClean: hidden.isClean});
			}
		},
	};
}

/** The session's state when the request was made; at the time of writing it may differ. */
function contextOf({cwd}: EnginePorts, {session, chat, terminals}: State): JsonObject {
	return {
		session: session.id,
		provider: session.provider,
		model: session.model,
		turn: chat.turn?.id ?? null,
		cwd,
		workspace: session.cwd,
		host: 'local',
		terminals: terminals
			.filter(({ended}) => !ended)
			.map(({id, host, title}) => ({id, host, title})),
	};
}

/** Asks the proxy what it sent to the provider for this request and what came back. */
function askProxy(held: Held, {request, isClean}: {request: number; isClean: boolean}): void {
	const address = held.options.proxy();
	if (!address) {
		return;
	}
	const asking = getBytes({
		url: `${address.url}/trace/${process.pid}-${request}`,
		token: address.token,
		timeoutMs: traceMsMax,
		lengthMax: traceLengthMax,
	}).then(answer => {
		held.pending.delete(asking);
		if (!answer.ok) {
			record(held, 'proxy.exchange', {request, failure: answer.failure});
		} else if (isClean) {
			// Request and answer were redacted already, so no second search is needed.
			held.sidecar?.record('proxy.exchange', {request}, {isClean, json: answer.value});
		} else {
			record(held, 'proxy.exchange', {request, ...withoutPieces(answer.value.toString())});
		}
	});
	held.pending.add(asking);
}

/** A secret may be split over two stream pieces. If the whole text holds one, drop the pieces. */
function withoutPieces(json: string): object {
	const {attempts = []}: {attempts?: readonly object[]} = JSON.parse(json);
	return {attempts: attempts.map(attempt => ({...attempt, received: null, events: null}))};
}

function takeEvent(held: Held, state: State, event: Stamped): void {
	if (!held.sidecar) {
		return;
	}
	if (event.type === 'tool.ended') {
		const call = state.calls.get(event.call);
		record(held, 'tool.run', {
			...(call && callFields(call)),
			call: event.call,
			outcome: event.outcome,
			durationMs: event.durationMs,
		});
	} else if (event.type === 'tool.proposed' && event.mended !== undefined) {
		const {call, tool, raw, mended} = event;
		record(held, 'call.repaired', {call, tool, raw, mended});
	} else if ((event.type === 'turn.ended' || event.type === 'turn.retried') && event.failure) {
		record(held, 'error', {where: event.type, turn: event.turn, failure: event.failure});
	}
}

function callFields({tool, raw, edited, input, host, cwd, turn, scope}: ToolCall): object {
	return {
		tool,
		turn,
		scope,
		host,
		cwd,
		arguments: input ?? raw,
		...(edited && {edited: edited.raw}),
	};
}

function saveReport(held: Held, why: string, error: unknown): string | null {
	if (why === 'crash' && held.crashed !== null) {
		return held.crashed;
	}
	const {ports, state} = held.options;
	held.sidecar?.flush();
	const path = writeReport(held.folder, {
		at: ports.clock.now(),
		redactor: ports.redactor,
		report: {
			why,
			version: ports.version,
			node: process.version,
			platform: process.platform,
			context: contextOf(ports, state()),
			...(error !== undefined && {error: errorFields(error)}),
			requests: held.exchanges.map(({body, chunks, ...exchange}) => ({
				...exchange,
				body: body(),
				chunks: redactChunks(chunks, ports.redactor).chunks,
			})),
		},
	});
	held.crashed = why === 'crash' ? path : null;
	return path;
}

function errorFields(error: unknown): JsonObject {
	return error instanceof Error
		? {message: error.message, stack: error.stack ?? ''}
		: {message: String(error)};
}
