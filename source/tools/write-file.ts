import {failed} from '../events/failure.ts';
import type {JsonObject} from '../events/json.ts';
import {changing, openEdit, type Planner} from './change-files.ts';
import {restoreSecrets} from './restore-secrets.ts';
import {hostSchema} from './terminal-input.ts';
import type {Tool, ToolContext} from './tool.ts';

export const writeFileTool: Tool = {
	name: 'write_file',
	description:
		'Writes a whole text file: makes it, with missing folders, or replaces it. To change a part of a file use edit_file or apply_patch. The person sees the difference first.',
	parameters: {
		type: 'object',
		properties: {
			path: {type: 'string', description: 'The file, relative to the working folder or absolute.'},
			content: {type: 'string', description: 'The whole new text.'},
			host: hostSchema,
		},
		required: ['path', 'content'],
	},
	summary: ({path}) => `write ${path}`,
	...changing(plan, ({path}) => [path]),
};

async function plan(input: JsonObject, context: ToolContext): ReturnType<Planner> {
	const opened = await openEdit(input['path'], context);
	if (!opened.ok) {
		return opened;
	}
	const {text, ...file} = opened.value;
	const restored = restoreSecrets(String(input['content']), {
		onDisk: text,
		shown: file.shown,
		context,
	});
	if (!restored.ok) {
		return restored;
	}
	const after = restored.value;
	return text === after
		? {ok: false, failure: failed('bad-input', `${file.shown} has exactly this text already.`)}
		: {ok: true, value: [{...file, after}]};
}
