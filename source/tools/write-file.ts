import {failed} from '../events/failure.ts';
import {applyEdits, openEdit, type Planner, previewEdits, writeExposure} from './change-files.ts';
import type {Tool} from './tool.ts';

export const writeFileTool: Tool = {
	name: 'write_file',
	description:
		'Writes a whole text file: makes it, with missing folders, or replaces it. To change a part of a file use edit_file or apply_patch. The person sees the difference first.',
	parameters: {
		type: 'object',
		properties: {
			path: {type: 'string', description: 'The file, relative to the working folder or absolute.'},
			content: {type: 'string', description: 'The whole new text.'},
		},
		required: ['path', 'content'],
	},
	scope: () => 'write',
	summary: ({path}) => `write ${path}`,
	exposure: ({path}, context) => writeExposure([path], context),
	preview: (input, context) => previewEdits(plan, input, context),
	run: (input, context) => applyEdits(plan, input, context),
};

const plan: Planner = async (input, context) => {
	const opened = await openEdit(input['path'], context);
	if (!opened.ok) {
		return opened;
	}
	const after = String(input['content']);
	const {text, ...file} = opened.value;
	return text === after
		? {ok: false, failure: failed('bad-input', `${file.shown} has exactly this text already.`)}
		: {ok: true, value: [{...file, after}]};
};
