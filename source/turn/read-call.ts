import {join, resolve} from 'node:path';
import type {RiskFacts, Scope} from '../events/authorization.ts';
import type {Result} from '../events/failure.ts';
import {type CallId, type HostId, localHost} from '../events/ids.ts';
import {isJsonObject, type JsonObject, parseJson} from '../events/json.ts';
import {scriptsOf} from '../gate/shell/scripts.ts';
import {fileDigest} from '../platform/file-digest.ts';
import type {ToolCall} from '../state/state.ts';
import {checkInput} from '../tools/check-input.ts';
import {summaryOf} from '../tools/summary.ts';
import {namedHost} from '../tools/terminal-input.ts';
import type {Tool, ToolContext} from '../tools/tool.ts';
import type {CallContext, TurnPorts} from './ports.ts';

export type Read =
	| {readonly ok: true; readonly tool: Tool; readonly input: JsonObject}
	| {
			readonly ok: false;
			readonly tool: Tool | undefined;
			readonly kind: 'not-found' | 'bad-input';
			readonly message: string;
	  };

/** Finds the tool and checks the input. Bad input becomes a result that the model can act on. */
export function readCall(ports: TurnPorts, name: string, raw: string): Read {
	const tool = ports.tools.find(name);
	if (!tool) {
		return {
			ok: false,
			tool,
			kind: 'not-found',
			message: `There is no tool "${name}". The tools are: ${ports.tools.names.join(', ')}.`,
		};
	}
	const bad = (message: string): Read => ({ok: false, tool, kind: 'bad-input', message});
	const value = raw.trim() === '' ? {} : parseJson(raw);
	if (!isJsonObject(value)) {
		return bad(`The arguments of ${name} must be one JSON object.`);
	}
	const checked: Result<JsonObject> = tool.isCheckedElsewhere
		? {ok: true, value}
		: checkInput(tool.parameters, value);
	if (!checked.ok) {
		return bad(checked.failure.message);
	}
	const problem = tool.problem?.(checked.value) ?? null;
	return problem === null ? {ok: true, tool, input: checked.value} : bad(problem);
}

/**
 * Returns the call's host, which the card names first, and to which grants are bound. The tool
 * decides it if it can, because a call may act on a terminal of another host.
 */
export function hostOf(
	ports: TurnPorts,
	{call, read, current}: {call: CallId; read: Read; current: HostId},
): HostId {
	const host = read.ok ? namedHost(read.input, current) : current;
	if (!read.ok || !read.tool.host) {
		return host;
	}
	const {signal} = new AbortController();
	return read.tool.host(read.input, contextOf(ports, {call, host, signal})) ?? host;
}

/**
 * Collects the facts that the gate compares with its rules: what the tool states, and which
 * workspace scripts it runs.
 */
export function exposureOf(
	{tool, input}: Pick<Extract<Read, {ok: true}>, 'tool' | 'input'>,
	context: ToolContext,
): RiskFacts | undefined {
	const exposure = tool.exposure?.(input, context);
	const {command, terminal, folder = '.'} = exposure ?? {};
	if (command === undefined || terminal !== undefined || context.host !== localHost) {
		return exposure;
	}
	const {workspace, cwd} = context;
	const files = scriptsOf(command, {cwd: resolve(cwd, folder), workspace}).flatMap(path => {
		const digest = fileDigest(join(workspace, path));
		return digest === null ? [] : [[path, digest] as const];
	});
	return files.length === 0 ? exposure : {...exposure, files: Object.fromEntries(files)};
}

/** Returns the scope that the tool names for the call, or that a rule assigns to it. */
export function scopeOf(
	{gate}: TurnPorts,
	{tool, input}: Extract<Read, {ok: true}>,
	context: ToolContext,
): Scope | null {
	const exposure = exposureOf({tool, input}, context);
	return (
		tool.scope(input, context) ??
		gate.ruledScope({
			host: context.host,
			tool: tool.name,
			summary: summaryOf(tool, input),
			...(exposure && {exposure}),
		})
	);
}

export function contextOf(ports: TurnPorts, call: CallContext): ToolContext {
	return ports.context({
		...call,
		progress: note => {
			ports.store.append({type: 'tool.progressed', call: call.call, note});
		},
	});
}

/** Returns the host and folder to which the call was bound when its card appeared. */
export function boundTo(
	{id: call, host, cwd, preview}: ToolCall,
	signal: AbortSignal,
): CallContext {
	return {call, host, cwd, signal, ...(preview && {preview})};
}
