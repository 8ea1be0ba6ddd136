import {existsSync, statSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import type {CliCall, CliContext} from '../../cli/context.ts';
import {flagText, hasFlag} from '../../cli/parsed.ts';
import {inputFormats} from '../../cli/table.ts';
import {failed, type Result} from '../../events/failure.ts';
import type {SessionId} from '../../events/ids.ts';
import {isSessionId} from '../../storage/session-names.ts';
import {lastSession} from '../../storage/sessions.ts';
import {type AnswerSchema, readAnswerSchema} from './answer-schema.ts';
import {whyNotDetached} from './detached-flags.ts';

export type ExecOptions = {
	/** The id of an earlier session or its first characters; null for a new session. */
	readonly wanted: string | null;
	/** The id to give to a new session; null to make one up. */
	readonly newId: SessionId | null;
	/** The path of a file that also gets the final answer. */
	readonly answerFile: string | null;
	readonly schema: AnswerSchema | null;
	readonly budgetUsd: number | null;
	readonly isInputStream: boolean;
	readonly isJson: boolean;
};

/** Checks all flags before anything runs. A failure names everything that is wrong with them. */
export async function readExecOptions(
	{flags}: CliCall,
	{cwd, folders}: Pick<CliContext, 'cwd' | 'folders'>,
): Promise<Result<ExecOptions>> {
	const session = sessionOf({flags}, {cwd, state: folders.state});
	if (!session.ok) {
		return session;
	}
	const printed = hasFlag(flags, 'detach') ? whyNotDetached({flags}) : null;
	if (printed !== null) {
		return wrong(printed);
	}
	const format = flagText(flags, 'input-format') ?? 'text';
	if (!inputFormats.some(known => known === format)) {
		return wrong(`--input-format is ${inputFormats.join(' or ')}, not "${format}".`);
	}
	const answerFile = fileOf(flagText(flags, 'output'), cwd);
	const problem = answerFile === null ? null : whyNotWritable(answerFile);
	if (problem !== null) {
		return wrong(`--output: ${problem}`);
	}
	const schemaFile = fileOf(flagText(flags, 'output-schema'), cwd);
	const schema = schemaFile === null ? null : await readAnswerSchema(schemaFile);
	if (schema && !schema.ok) {
		return wrong(`--output-schema: ${schema.failure.message}`);
	}
	const budget = flagText(flags, 'max-budget-usd');
	return {
		ok: true,
		value: {
			...session.value,
			answerFile,
			schema: schema?.value ?? null,
			budgetUsd: budget === undefined ? null : Number(budget),
			isInputStream: format === 'stream-json',
			isJson: hasFlag(flags, 'json'),
		},
	};
}

function sessionOf(
	{flags}: Pick<CliCall, 'flags'>,
	{cwd, state}: {cwd: string; state: string},
): Result<Pick<ExecOptions, 'wanted' | 'newId'>> {
	const named = flagText(flags, 'session') ?? null;
	const newId = flagText(flags, 'session-id') ?? null;
	const goesOn = hasFlag(flags, 'continue');
	if ([named !== null, newId !== null, goesOn].filter(Boolean).length > 1) {
		return wrong('--session, --session-id and --continue say three different things: give one.');
	}
	if (newId !== null) {
		return newIdOf(newId, state);
	}
	const last = goesOn ? lastSession(state, cwd) : null;
	return goesOn && last === null
		? wrong('--continue: there is no session of this folder yet. See all with: agent-tui sessions')
		: {ok: true, value: {wanted: named ?? last, newId: null}};
}

function newIdOf(id: string, state: string): Result<Pick<ExecOptions, 'wanted' | 'newId'>> {
	if (!isSessionId(id)) {
		return wrong(`--session-id takes 1 to 81 letters, digits, - and _, not "${id}".`);
	}
	return existsSync(join(state, 'sessions', id))
		? wrong(`There is a session "${id}" already. To go on with it: --session ${id}`)
		: {ok: true, value: {wanted: null, newId: id}};
}

function fileOf(path: string | undefined, cwd: string): string | null {
	return path === undefined ? null : resolve(cwd, path);
}

function whyNotWritable(path: string): string | null {
	if (!statSync(dirname(path), {throwIfNoEntry: false})?.isDirectory()) {
		return `There is no folder ${dirname(path)}.`;
	}
	return statSync(path, {throwIfNoEntry: false})?.isDirectory() ? `${path} is a folder.` : null;
}

function wrong(message: string): Result<never> {
	return {ok: false, failure: failed('bad-input', message)};
}
