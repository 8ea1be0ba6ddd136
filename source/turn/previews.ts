import {type Failure, failed} from '../events/failure.ts';
import type {Preview} from '../events/preview.ts';
import type {ToolCall} from '../state/state.ts';
import type {TurnPorts} from './ports.ts';
import {boundTo, contextOf, type Read, readCall} from './read-call.ts';

type Asking = {
	readonly call: ToolCall;
	readonly read: Extract<Read, {ok: true}>;
	readonly signal: AbortSignal;
};

/**
 * Computes what the call would change before the person is asked. If that fails, nobody is asked.
 */
export async function showChange(
	ports: TurnPorts,
	{call, read, signal}: Asking,
): Promise<Failure | null> {
	if (call.preview || !read.tool.preview) {
		return null;
	}
	const context = contextOf(ports, boundTo(call, signal));
	const preview = await read.tool.preview(read.input, context);
	if (!preview.ok) {
		return preview.failure;
	}
	if (preview.value !== null) {
		ports.store.append({type: 'tool.previewed', call: call.id, preview: preview.value});
	}
	return null;
}

/**
 * A restored card describes the old file. If the record or the file has changed since, returns the
 * failure that refuses the call.
 */
export async function refuseReturned(
	ports: TurnPorts,
	{call, read, signal}: Asking,
): Promise<Failure | null> {
	if (!ports.gate.isUnchanged(call.id)) {
		return failed(
			'conflict',
			'What was asked about is not what is written down of this call, so it was refused and nothing was run. Make the call anew if it is still needed.',
		);
	}
	if (!call.preview || !read.tool.preview) {
		return null;
	}
	const edited = readCall(ports, call.tool, call.edited?.raw ?? call.raw);
	const context = contextOf(ports, boundTo(call, signal));
	const now = await read.tool.preview(edited.ok ? edited.input : read.input, context);
	if (now.ok && now.value === null) {
		// There is nothing to show any more: the person has meanwhile allowed exactly this elsewhere.
		return null;
	}
	const changed =
		now.ok && now.value ? changedBase(call.preview, now.value) : call.preview.bases[0]?.path;
	return changed === undefined
		? null
		: failed(
				'conflict',
				`${changed} changed while the question waited, so the call was refused and nothing was done. Look at it again and make the call anew.`,
			);
}

function changedBase(before: Preview, now: Preview): string | undefined {
	const digests = new Map(now.bases.map(({path, digest}) => [path, digest]));
	return before.bases.find(({path, digest}) => digests.get(path) !== digest)?.path;
}
