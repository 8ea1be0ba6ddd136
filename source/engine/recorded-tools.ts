import {failed} from '../events/failure.ts';
import type {CallId} from '../events/ids.ts';
import type {Outcome} from '../events/outcome.ts';
import type {Preview} from '../events/preview.ts';
import {builtInTools} from '../tools/catalogue.ts';
import {fail, type Tool} from '../tools/tool.ts';

export type RecordedCalls = (
	call: CallId,
) => {readonly outcome: Outcome; readonly preview?: Preview} | null;

/**
 * Copies all tools for a replay: they run nothing, and each call ends as it did in the recording.
 */
export function recordedTools(find: RecordedCalls): readonly Tool[] {
	const missing = failed('not-found', 'The recording has no such call.');
	return builtInTools.map(({preview, ...tool}) => ({
		...tool,
		...(preview && {
			async preview(_, {call}) {
				const shown = find(call)?.preview;
				return shown ? {ok: true, value: shown} : {ok: false, failure: missing};
			},
		}),
		run: async (_, {call}) => find(call)?.outcome ?? fail(missing),
	}));
}

/**
 * Copies an MCP server's tool for a replay. The recording does not say what the person had allowed
 * of the tool by then, so a missing permission alone does not make a call ask.
 */
export function recordedServerTool(tool: Tool, find: RecordedCalls): Tool {
	const missing = failed('not-found', 'The recording has no such call.');
	return {
		...tool,
		exposure(input, context) {
			const {ungranted: _, raises: __, ...facts} = tool.exposure?.(input, context) ?? {};
			return facts;
		},
		preview: async (_, {call}) => ({ok: true, value: find(call)?.preview ?? null}),
		run: async (_, {call}) => find(call)?.outcome ?? fail(missing),
	};
}
