import type {SessionUpdate} from '@agentclientprotocol/sdk';
import {type Script, scriptedModel} from '../../cli/scripted-model.ts';
import {openPlace} from '../../helpers/agent.ts';

/** A folder with a file, and a provider that says what the scripts say. */
export async function acpWorld(...scripts: readonly Script[]) {
	const model = await scriptedModel(...scripts);
	const provider = {
		name: 'scripted',
		kind: 'openai-chat',
		baseUrl: model.baseUrl,
		models: ['scripted', 'second'],
		images: true,
	};
	const place = openPlace({
		settings: {providers: [provider]},
		files: {'notes.txt': 'one\ntwo\nthree\n', '.env': 'TOKEN=saved\n'},
	});
	return {model, place};
}

/** The newest of everything that was told of each call. */
export function callsIn(updates: readonly SessionUpdate[]) {
	const calls = new Map<string, Record<string, unknown>>();
	for (const update of updates) {
		if (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update') {
			calls.set(update.toolCallId, {...calls.get(update.toolCallId), ...update});
		}
	}
	return [...calls.values()];
}

export const bye: Script = {type: 'text', text: 'That is all.'};
export const turnMs = {timeout: 60_000};
