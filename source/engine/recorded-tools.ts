import {failed} from '../events/failure.ts';
import type {CallId} from '../events/ids.ts';
import type {Outcome} from '../events/outcome.ts';
import type {Preview} from '../events/preview.ts';
import {builtInTools} from '../tools/catalogue.ts';
import {fail, type Tool} from '../tools/tool.ts';

export type RecordedCalls = (
	call: CallId,
) => {readonly outcome: Outcome; readonly preview?: Preview} | null;

/** Makes copies of all tools that run nothing: each call ends as it did in the recording. */
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
