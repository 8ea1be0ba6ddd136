import {failed} from '../events/failure.ts';
import {applyEdits, openEdit, type Planner, previewEdits, writeExposure} from './change-files.ts';
import {replaceText} from './text-edit.ts';
import type {Tool} from './tool.ts';

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
		},
		required: ['path', 'old_string', 'new_string'],
	},
	scope: () => 'write',
	summary: ({path}) => `edit ${path}`,
	exposure: ({path}, context) => writeExposure([path], context),
	preview: (input, context) => previewEdits(plan, input, context),
	run: (input, context) => applyEdits(plan, input, context),
};

const plan: Planner = async (input, context) => {
	const opened = await openEdit(input['path'], context);
	if (!opened.ok) {
		return opened;
	}
	const {text, ...file} = opened.value;
	if (text === null) {
		const message = `There is no ${file.shown}. To make it use write_file.`;
		return {ok: false, failure: failed('not-found', message)};
	}
	const replaced = replaceText(text, {
		before: String(input['old_string']),
		after: String(input['new_string']),
		all: input['replace_all'] === true,
	});
	if (!replaced.ok) {
		return replaced;
	}
	const {text: after, notice} = replaced.value;
	return {ok: true, value: [{...file, after, ...(notice !== null && {notice})}]};
};
