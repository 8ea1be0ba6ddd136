import {rm} from 'node:fs/promises';
import type {Exposure} from '../events/authorization.ts';
import {failed, type Result} from '../events/failure.ts';
import type {JsonObject} from '../events/json.ts';
import type {Outcome} from '../events/outcome.ts';
import type {Preview} from '../events/preview.ts';
import {withDeadline} from './deadline.ts';
import {digestOf} from './digest.ts';
import {looksBinary} from './file-content.ts';
import {fileFailure} from './file-failure.ts';
import {otherHost, placeOf} from './file-place.ts';
import {patchOf} from './patch-text.ts';
import {readBytes, replaceFile} from './replace-file.ts';
import {fail, succeed, type ToolContext} from './tool.ts';

/** One file as it is and as it is to be; null where there is none. */
export type FileEdit = {
	readonly path: string;
	readonly shown: string;
	readonly before: Buffer | null;
	readonly after: string | null;
	readonly notice?: string;
};

/** Looks at the files as they are now and says what each is to become. */
export type Planner = (
	input: JsonObject,
	context: ToolContext,
) => Promise<Result<readonly FileEdit[]>>;

const fileBytesMax = 16_777_216;
const changeMsMax = 30_000;

/** A file that is to be changed; what can't be changed as text is refused here. */
export async function openEdit(
	path: unknown,
	context: ToolContext,
): Promise<Result<Omit<FileEdit, 'after'> & {readonly text: string | null}>> {
	const elsewhere = otherHost(context);
	if (elsewhere) {
		return {ok: false, failure: elsewhere};
	}
	const place = placeOf(path, context);
	try {
		const before = await readBytes(place.path);
		if (before !== null && (before.length > fileBytesMax || looksBinary(before))) {
			const why = before.length > fileBytesMax ? 'is too large' : 'is no text';
			return {ok: false, failure: failed('bad-input', `${place.shown} ${why}.`)};
		}
		const text = before?.toString('utf8') ?? null;
		if (before !== null && !Buffer.from(text ?? '').equals(before)) {
			return {ok: false, failure: failed('bad-input', `${place.shown} is not UTF-8 text.`)};
		}
		return {ok: true, value: {path: place.path, shown: place.shown, before, text}};
	} catch (error) {
		return {ok: false, failure: fileFailure(error, place.shown)};
	}
}

/** Where it leads, so that a rule for a folder can speak of it. */
export function writeExposure(paths: readonly unknown[], context: ToolContext): Exposure {
	return {
		targets: paths.map(path => {
			const {isInside, path: real} = placeOf(path, context);
			return isInside ? placeOf(path, {...context, cwd: context.workspace}).shown : real;
		}),
	};
}

export async function previewEdits(
	plan: Planner,
	input: JsonObject,
	context: ToolContext,
): Promise<Result<Preview>> {
	const planned = await plan(input, context);
	if (!planned.ok) {
		return planned;
	}
	const edits = planned.value;
	return {
		ok: true,
		value: {
			patch: edits.map(patchOf).join(''),
			bases: edits.map(({path, before}) => ({path, digest: digestOf(before)})),
		},
	};
}

/** Plans again from the files as they are at this moment, and refuses what was not shown. */
export async function applyEdits(
	plan: Planner,
	input: JsonObject,
	context: ToolContext,
): Promise<Outcome> {
	return withDeadline(context, changeMsMax, async signal => {
		const planned = await plan(input, {...context, signal});
		const changed = planned.ok ? changedFile(planned.value, context) : anyChanged(context);
		if (changed !== null) {
			return fail(
				failed(
					'conflict',
					`${changed} changed after the person was shown the difference, so nothing was written. Read it again and make the change anew.`,
				),
			);
		}
		return planned.ok ? write(planned.value, context) : fail(planned.failure);
	});
}

function changedFile(edits: readonly FileEdit[], {preview}: ToolContext): string | null {
	const known = new Map(preview?.bases.map(({path, digest}) => [path, digest]));
	const changed = edits.find(({path, before}) => preview && known.get(path) !== digestOf(before));
	return changed?.shown ?? null;
}

/** It can't even be planned any more, though it could when it was shown. */
function anyChanged({preview}: ToolContext): string | null {
	return preview?.bases[0]?.path ?? null;
}

async function write(edits: readonly FileEdit[], context: ToolContext): Promise<Outcome> {
	const done: string[] = [];
	for (const edit of edits) {
		try {
			await writeOne(edit, context);
			done.push(edit.shown);
		} catch (error) {
			const failure = fileFailure(error, edit.shown);
			const rest = done.length === 0 ? '' : ` Written before that: ${done.join(', ')}.`;
			return fail({...failure, message: failure.message + rest});
		}
	}
	const notices = edits.flatMap(edit => (edit.notice === undefined ? [] : [edit.notice]));
	return succeed({
		files: edits.map(edit => ({
			path: edit.shown,
			change: edit.before === null ? 'made' : edit.after === null ? 'deleted' : 'changed',
			bytes: edit.after === null ? 0 : Buffer.byteLength(edit.after),
		})),
		notice: notices.length === 0 ? null : notices.join(' '),
		diff: edits.map(patchOf).join('').slice(0, diffCharactersMax),
	});
}

const diffCharactersMax = 20_000;

async function writeOne({path, before, after}: FileEdit, context: ToolContext): Promise<void> {
	const bytes = after === null ? null : Buffer.from(after);
	if (bytes === null) {
		await rm(path);
	} else {
		await replaceFile(path, bytes);
	}
	context.keep?.({path, before, after: bytes});
}
