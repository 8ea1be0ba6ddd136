import {failed, type Result} from '../events/failure.ts';
import type {JsonObject} from '../events/json.ts';
import {applyHunks} from './apply-hunks.ts';
import {changing, type FileEdit, openEdit, type Planner} from './change-files.ts';
import {type FilePatch, type Hunk, readPatch} from './read-patch.ts';
import {restoreBoth} from './restore-secrets.ts';
import {hostSchema} from './terminal-input.ts';
import type {Tool, ToolContext} from './tool.ts';

export const applyPatch: Tool = {
	name: 'apply_patch',
	description:
		'Changes several files at once. The patch begins with "*** Begin Patch" and has "*** Update File: path" (then "@@" and lines with " ", "-" or "+" before them), "*** Add File: path" (lines with "+"), "*** Delete File: path", and "*** End Patch"; a unified diff works too. The person sees the difference first.',
	parameters: {
		type: 'object',
		properties: {
			patch: {type: 'string', description: 'The patch.'},
			input: {type: 'string', description: 'The same as patch.'},
			host: hostSchema,
		},
	},
	summary: input => {
		const paths = pathsOf(patchText(input));
		return `patch ${paths.length === 0 ? 'nothing' : paths.join(', ')}`;
	},
	...changing(plan, input => pathsOf(patchText(input))),
};

function patchText({patch, input}: {patch?: unknown; input?: unknown}): string {
	return String(patch ?? input ?? '');
}

function pathsOf(text: string): readonly string[] {
	const read = readPatch(text);
	return read.ok
		? [...new Set(read.value.flatMap(({path, moveTo}) => (moveTo ? [path, moveTo] : [path])))]
		: [];
}

async function plan(input: JsonObject, context: ToolContext): ReturnType<Planner> {
	const read = readPatch(patchText(input));
	if (!read.ok) {
		return read;
	}
	const edits = new Map<string, FileEdit>();
	for (const file of read.value) {
		const planned = await planFile(file, {context, edits});
		if (!planned.ok) {
			return planned;
		}
		for (const edit of planned.value) {
			edits.set(edit.path, edit);
		}
	}
	return {ok: true, value: [...edits.values()]};
}

/** If an earlier part of the patch changes the same file, this part is applied to that result. */
async function planFile(
	file: FilePatch,
	{context, edits}: {context: ToolContext; edits: ReadonlyMap<string, FileEdit>},
): Promise<Result<readonly FileEdit[]>> {
	const opened = await openEdit(file.path, context);
	if (!opened.ok) {
		return opened;
	}
	const {text: onDisk, ...base} = opened.value;
	const earlier = edits.get(base.path);
	const text = earlier ? earlier.after : onDisk;
	if (file.type === 'add') {
		return text === null
			? {ok: true, value: [{...base, after: newText(file)}]}
			: wrong(`${base.shown} is there already; use "*** Update File".`);
	}
	if (text === null) {
		return wrong(`There is no ${base.shown}.`);
	}
	if (file.type === 'delete') {
		return {ok: true, value: [{...base, after: null}]};
	}
	const hunks = restoreHunks(file.hunks, {onDisk: onDisk ?? text, shown: base.shown, context});
	if (!hunks.ok) {
		return hunks;
	}
	const patched = applyHunks(text, {hunks: hunks.value, shown: base.shown});
	if (!patched.ok) {
		return patched;
	}
	const notice = patched.value.notice === null ? {} : {notice: patched.value.notice};
	const edit = {...base, after: patched.value.text, ...notice};
	return file.moveTo === null ? {ok: true, value: [edit]} : move(edit, file.moveTo, context);
}

/**
 * Replaces marks by secrets line by line, since hunks are compared by lines. So a secret of several
 * lines can't be restored.
 */
function restoreHunks(
	hunks: readonly Hunk[],
	place: Parameters<typeof restoreBoth>[1],
): Result<readonly Hunk[]> {
	const restored: Hunk[] = [];
	for (const hunk of hunks) {
		const both = restoreBoth({before: hunk.before.join('\n'), after: hunk.after.join('\n')}, place);
		if (!both.ok) {
			return both;
		}
		const {before, after} = both.value;
		restored.push({
			...hunk,
			before: hunk.before.length === 0 ? [] : before.split('\n'),
			after: hunk.after.length === 0 ? [] : after.split('\n'),
		});
	}
	return {ok: true, value: restored};
}

async function move(
	edit: FileEdit,
	to: string,
	context: ToolContext,
): Promise<Result<readonly FileEdit[]>> {
	const target = await openEdit(to, context);
	if (!target.ok) {
		return target;
	}
	const {text, ...base} = target.value;
	return text === null
		? {
				ok: true,
				value: [
					{...edit, after: null},
					{...base, after: edit.after},
				],
			}
		: wrong(`${base.shown} is there already; nothing is moved over it.`);
}

function newText({hunks}: FilePatch): string {
	const lines = hunks.flatMap(hunk => hunk.after);
	return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

function wrong(message: string): Result<never> {
	return {ok: false, failure: failed('bad-input', message)};
}
