import {failed} from '../events/failure.ts';
import type {JsonObject} from '../events/json.ts';
import {changing, openEdit, type Planner} from './change-files.ts';
import {restoreBoth} from './restore-secrets.ts';
import {hostSchema} from './terminal-input.ts';
import {replaceText} from './text-edit.ts';
import type {Tool, ToolContext} from './tool.ts';

export const editFile: Tool = {
	name: 'edit_file',
	description:
		'Replaces a piece of a text file. old_string must be copied exactly from the file and stand there once; give enough lines around it. The person sees the difference first.',
	parameters: {
		type: 'object',
		properties: {
			path: {type: 'string', description: 'The file, relative to the working folder or absolute.'},
			old_string: {type: 'string', description: 'What stands there now, exactly.'},
			new_string: {type: 'string', description: 'What is to stand there instead.'},
			replace_all: {type: 'boolean', description: 'Replace it wherever it stands. Default false.'},
			host: hostSchema,
		},
		required: ['path', 'old_string', 'new_string'],
	},
	summary: ({path}) => `edit ${path}`,
	...changing(plan, ({path}) => [path]),
};

async function plan(input: JsonObject, context: ToolContext): ReturnType<Planner> {
	const opened = await openEdit(input['path'], context);
	if (!opened.ok) {
		return opened;
	}
	const {text, ...file} = opened.value;
	if (text === null) {
		const message = `There is no ${file.shown}. To make it use write_file.`;
		return {ok: false, failure: failed('not-found', message)};
	}
	const place = {onDisk: text, shown: file.shown, context};
	const wanted = restoreBoth(
		{before: String(input['old_string']), after: String(input['new_string'])},
		place,
	);
	if (!wanted.ok) {
		return wanted;
	}
	const replaced = replaceText(text, {
		...wanted.value,
		all: input['replace_all'] === true,
	});
	if (!replaced.ok) {
		return replaced;
	}
	const {text: after, notice} = replaced.value;
	return {ok: true, value: [{...file, after, ...(notice !== null && {notice})}]};
}
