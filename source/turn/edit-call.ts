import {isJsonObject, type JsonObject} from '../events/json.ts';
import {callOf} from '../state/select.ts';
import type {ToolCall} from '../state/state.ts';
import {summaryOf} from '../tools/summary.ts';
import type {Tool} from '../tools/tool.ts';
import type {TurnPorts} from './ports.ts';
import {boundTo, contextOf, exposureOf, hostOf, readCall, scopeOf} from './read-call.ts';

type Edit = {readonly call: ToolCall['id']; readonly text: string};

/**
 * Changes a waiting call: its command line, or its arguments as JSON. The call keeps waiting, and
 * the answer then applies to the changed call.
 */
export async function editCall(ports: TurnPorts, {call: id, text}: Edit): Promise<void> {
	const call = callOf(ports.store.state(), id);
	const tool = call && ports.tools.find(call.tool);
	if (call?.status.type !== 'waiting' || !tool) {
		return;
	}
	const raw = rawOf(tool, {call, text});
	const read = readCall(ports, call.tool, raw);
	if (!read.ok) {
		return complain(ports, read.message);
	}
	const host = hostOf(ports, {call: id, read, current: call.host});
	if (host !== call.host) {
		return complain(ports, `it would act on ${host}, and the question is about ${call.host}.`);
	}
	const {signal} = new AbortController();
	const context = contextOf(ports, boundTo(call, signal));
	const preview = await tool.preview?.(read.input, context);
	if (preview && !preview.ok) {
		return complain(ports, preview.failure.message);
	}
	const exposure = exposureOf(read, context);
	ports.gate.edit({
		call: id,
		raw,
		input: read.input,
		scope: scopeOf(ports, read, context),
		summary: summaryOf(tool, read.input),
		...(exposure && {exposure}),
		...(preview?.value && {preview: preview.value}),
	});
}

function complain({store}: TurnPorts, text: string): void {
	store.append({type: 'notice.shown', level: 'warn', text: `Not changed: ${text}`});
}

function rawOf({commandKey}: Tool, {call, text}: {call: ToolCall; text: string}): string {
	if (commandKey === undefined) {
		return text;
	}
	const input: JsonObject = isJsonObject(call.input) ? call.input : {};
	return JSON.stringify({...input, [commandKey]: text});
}
