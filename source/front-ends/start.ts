import {resolve} from 'node:path';
import {flagText, type Parsed} from '../cli/parsed.ts';
import type {SessionId} from '../events/ids.ts';
import {type Environment, foldersOf} from '../platform/folders.ts';
import {lastSession} from '../storage/sessions.ts';
import type {Booted} from './screen/boot.ts';
import {restoreAfterDeath} from './screen/restore-after-death.ts';
import {runScreen} from './screen/run-screen.ts';

export type StartCommand = Extract<Parsed, {status: 'run'}>;

/** Runs an interactive session from command line to exit, on the screen or line by line. */
export async function start({
	command,
	booted,
}: {
	command: StartCommand;
	/** The first frame on the screen; null when the session runs line by line. */
	booted: Booted | null;
}): Promise<void> {
	const folder = flagText(command.flags, 'cwd');
	if (folder !== undefined && !enter(folder)) {
		booted?.modes.restore();
		process.stderr.write(`agent-tui: --cwd ${folder} is no folder that can be entered.\n`);
		process.exitCode = 2;
		await booted?.guard.end(2);
		return;
	}
	if (booted) {
		const {env} = process;
		const cwd = process.cwd();
		booted.clock.after(restorerDelayMs, () => restoreAfterDeath(booted.modes, env));
		await runScreen({command, booted, env, cwd, first: sessionAskedFor(command, {env, cwd})});
	} else {
		const {runLinear} = await import('./linear/linear.ts');
		const first = sessionAskedFor(command, {env: process.env, cwd: process.cwd()});
		process.exitCode = await runLinear({command, first});
	}
}

/** Starting a process costs time that the first keys need more. */
const restorerDelayMs = 300;

function enter(folder: string): boolean {
	try {
		process.chdir(resolve(folder));
		return true;
	} catch {
		return false;
	}
}

export type AskedFor =
	| {readonly type: 'new'}
	| {readonly type: 'earlier'; readonly session: SessionId}
	/** `resume` was asked for, but no earlier session holds a message. */
	| {readonly type: 'none'};

/** The session that `resume` means: the named one, else the latest of this folder. */
export function sessionAskedFor(
	{command, words}: StartCommand,
	{env, cwd}: {env: Environment; cwd: string},
): AskedFor {
	if (command !== 'resume') {
		return {type: 'new'};
	}
	const {state} = foldersOf(env, process.platform);
	const id = words[0] ?? lastSession(state, cwd) ?? lastSession(state, null);
	return id === null ? {type: 'none'} : {type: 'earlier', session: id as SessionId};
}
