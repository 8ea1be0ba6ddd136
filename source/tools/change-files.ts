import type {RiskFacts} from '../events/authorization.ts';
import {type Failure, failed, type Result} from '../events/failure.ts';
import type {JsonObject} from '../events/json.ts';
import type {Outcome} from '../events/outcome.ts';
import type {Preview} from '../events/preview.ts';
import {beginningOf} from '../events/shorten.ts';
import type {Files} from '../platform/files.ts';
import {runsLater} from '../platform/files-that-run.ts';
import {noContactWords} from '../text/no-contact.ts';
import {patchOf} from '../text/patch.ts';
import {withDeadline} from './deadline.ts';
import {digestOf} from './digest.ts';
import {looksBinary} from './file-content.ts';
import {absent, fileFailure} from './file-failure.ts';
import {filesOf} from './files.ts';
import {pathRisks, resolvePath} from './resolved-path.ts';
import {fail, succeed, type Tool, type ToolContext} from './tool.ts';

/** The content of one file before and after; null means that the file does not exist. */
export type FileEdit = {
	readonly path: string;
	readonly shown: string;
	readonly before: Buffer | null;
	readonly after: string | null;
	readonly notice?: string;
};

/** Reads the current files and plans the new content of each. */
export type Planner = (
	input: JsonObject,
	context: ToolContext,
) => Promise<Result<readonly FileEdit[]>>;

/**
 * Makes the tool functions that all tools for changing files share: the change is shown first, then
 * applied exactly as shown.
 */
export function changing(
	plan: Planner,
	pathsOf: (input: JsonObject) => readonly unknown[],
): Pick<Tool, 'scope' | 'restoresSecrets' | 'exposure' | 'preview' | 'run'> {
	return {
		scope: () => 'write',
		restoresSecrets: true,
		exposure: (input, context) => writeExposure(pathsOf(input), context),
		preview: (input, context) => previewEdits(plan, input, context),
		run: (input, context) => applyEdits(plan, input, context),
	};
}

const fileBytesMax = 16_777_216;
const changeMsMax = 30_000;

/** Opens a file that is to be changed; fails if it can't be changed as text. */
export async function openEdit(
	path: unknown,
	context: ToolContext,
): Promise<Result<Omit<FileEdit, 'after'> & {readonly text: string | null}>> {
	const found = await resolvePath(path, context);
	if (!found.ok) {
		return found;
	}
	const {files, path: real, shown} = found.value;
	try {
		const answer = await files
			.read(real, {bytesMax: fileBytesMax, signal: context.signal})
			.catch(absent);
		if (answer !== null && answer.type !== 'bytes') {
			return unfit(`${shown} ${wordsFor[answer.type]}.`);
		}
		const before = answer?.bytes ?? null;
		if (before !== null && looksBinary(before)) {
			return unfit(`${shown} is no text.`);
		}
		const text = before?.toString('utf8') ?? null;
		if (before !== null && !Buffer.from(text ?? '').equals(before)) {
			return unfit(`${shown} is not UTF-8 text.`);
		}
		return {ok: true, value: {path: real, shown, before, text}};
	} catch (error) {
		return {ok: false, failure: fileFailure(error, shown)};
	}
}

const wordsFor = {
	folder: 'is a folder',
	device: 'is a device or a pipe, not a file',
	'too-large': 'is too large',
} as const;

function unfit(message: string): Result<never> {
	return {ok: false, failure: failed('bad-input', message)};
}

/**
 * Returns the risks of writing these paths. Files that other programs run or obey automatically
 * need a question each time.
 */
function writeExposure(paths: readonly unknown[], context: ToolContext): RiskFacts {
	const exposure = pathRisks(paths, context);
	const why = exposure.targets?.map(runsLater).find(reason => reason !== null);
	return {...(why && {raises: why}), ...exposure};
}

async function previewEdits(
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
			patch: edits.map(patchOfEdit).join(''),
			bases: edits.map(({path, before}) => ({path, digest: digestOf(before)})),
		},
	};
}

/** Plans again from the current files, and fails if the result is not what the user was shown. */
async function applyEdits(
	plan: Planner,
	input: JsonObject,
	context: ToolContext,
): Promise<Outcome> {
	return withDeadline(context, changeMsMax, async signal => {
		const planned = await plan(input, {...context, signal});
		if (!planned.ok && unasked.has(planned.failure.kind)) {
			const {failure} = planned;
			return stopped({...failure, message: `${failure.message} Nothing was written.`}, []);
		}
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

/** Kinds of failure after which it is unknown whether the file has changed. */
const unasked: ReadonlySet<Failure['kind']> = new Set(['unreachable', 'timeout', 'cancelled']);

function changedFile(edits: readonly FileEdit[], {preview}: ToolContext): string | null {
	const known = new Map(preview?.bases.map(({path, digest}) => [path, digest]));
	const changed = edits.find(({path, before}) => preview && known.get(path) !== digestOf(before));
	return changed?.shown ?? null;
}

/**
 * Returns the path to blame if the change can no longer be planned. It was planned before, for the
 * card, so the file must have changed since then.
 */
function anyChanged({preview}: ToolContext): string | null {
	return preview?.bases[0]?.path ?? null;
}

async function write(edits: readonly FileEdit[], context: ToolContext): Promise<Outcome> {
	const files = filesOf(context);
	if (!files.ok) {
		return fail(files.failure);
	}
	const done: string[] = [];
	for (const edit of edits) {
		try {
			await writeOne(edit, {files: files.value, context});
			done.push(edit.shown);
		} catch (error) {
			return notWritten(error, {edit, done, context});
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
		diff: beginningOf(edits.map(patchOfEdit).join(''), diffCharactersMax),
	});
}

const diffCharactersMax = 20_000;

function notWritten(
	error: unknown,
	{edit, done, context}: {edit: FileEdit; done: readonly string[]; context: ToolContext},
): Outcome {
	const failure = fileFailure(error, edit.shown);
	const {silentMs} = error as {silentMs?: number};
	const doubt =
		silentMs === undefined
			? ''
			: ` Whether ${edit.shown} was written is not known: it is looked at when ${context.host} answers.`;
	const rest = done.length === 0 ? '' : ` Written before that: ${done.join(', ')}.`;
	const told = {...failure, message: failure.message + doubt + rest};
	if (silentMs === undefined) {
		return stopped(told, done);
	}
	const isLost = !context.signal.aborted;
	const unconfirmed = noContactWords(silentMs);
	const facts = {unconfirmed, file: edit.shown, ...(isLost && {reason: 'lost'})};
	return stopped(told, done, facts);
}

/** The failure of a call that was stopped. It names the files that were already written. */
function stopped(failure: Failure, written: readonly string[], facts: JsonObject = {}): Outcome {
	const error = {kind: failure.kind, message: failure.message};
	return {status: 'failed', failure, result: {success: false, written, ...facts, error}};
}

function patchOfEdit({shown, before, after}: FileEdit): string {
	return patchOf({shown, before: before?.toString('utf8') ?? null, after});
}

async function writeOne(
	{path, before, after}: FileEdit,
	{files, context}: {files: Files; context: ToolContext},
): Promise<void> {
	const {host, signal, keep} = context;
	const bytes = after === null ? null : Buffer.from(after);
	const kept = keep?.({host, path, before, after: bytes});
	try {
		await (bytes === null ? files.remove(path, {signal}) : files.replace(path, bytes, {signal}));
	} catch (error) {
		const {silentMs} = error as {silentMs?: number};
		if (silentMs !== undefined) {
			kept?.inDoubt(silentMs);
		}
		throw error;
	}
	kept?.written();
}
