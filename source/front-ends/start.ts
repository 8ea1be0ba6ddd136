import {resolve} from 'node:path';
import {flagText, hasFlag, type Parsed} from '../cli/parsed.ts';
import type {SessionId} from '../events/ids.ts';
import {systemClock} from '../platform/clock.ts';
import {type Environment, foldersOf} from '../platform/folders.ts';
import {lastSession} from '../storage/sessions.ts';
import {type BegunEngine, runsInside} from './attach/begin-engine.ts';
import {runningAskedFor} from './attach/choose-engine.ts';
import {sessionOpener} from './attach/open-session.ts';
import type {Booted} from './screen/boot.ts';
import {restoreAfterDeath} from './screen/restore-after-death.ts';
import {runScreen} from './screen/run-screen.ts';

export type StartCommand = Extract<Parsed, {status: 'run'}>;

/**
 * Runs an interactive session, on the screen or line by line, from the command line to the exit.
 */
export async function start({
	command,
	booted,
	begun,
}: {
	command: StartCommand;
	/** The first frame on the screen; null when the session runs line by line. */
	booted: Booted | null;
	/** The engine that was started while this code was being loaded; null if none was. */
	begun: BegunEngine | null;
}): Promise<void> {
	const folder = flagText(command.flags, 'cwd');
	if (folder !== undefined && !enter(folder)) {
		booted?.modes.restore();
		process.stderr.write(`agent-tui: --cwd ${folder} is no folder that can be entered.\n`);
		process.exitCode = 2;
		await booted?.guard.end(2);
		return;
	}
	const {env} = process;
	const cwd = process.cwd();
	const first = sessionAskedFor(command, {env, cwd});
	const open = sessionOpener({
		flags: command.flags,
		env,
		cwd,
		folders: foldersOf(env, process.platform),
		clock: booted?.clock ?? systemClock(),
		size: booted && (() => ({columns: booted.output.columns, rows: booted.output.rows})),
		begun,
		isInside: runsInside(command.flags, env),
		isWatching: hasFlag(command.flags, 'watch'),
	});
	if (booted) {
		booted.clock.after(restorerDelayMs, () => restoreAfterDeath(booted.modes, env));
		await runScreen({command, booted, env, first, open});
	} else {
		const {runLinear} = await import('./linear/linear.ts');
		process.exitCode = await runLinear({command, first, open});
	}
}

/**
 * The helper process that restores the terminal starts after this delay, because the first keys are
 * more urgent.
 */
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
	| {
			readonly type: 'earlier';
			readonly session: SessionId;
			/** Other sessions would fit as well, so the front end lists the running ones. */
			readonly isOneOfSeveral?: boolean;
	  }
	/** No session fits; `words` says so to the person. */
	| {readonly type: 'none'; readonly words: string};

/**
 * Returns the session that `resume` or `attach` means: the one that is named, else the most likely
 * one. Sessions of this folder are preferred.
 */
export function sessionAskedFor(
	{command, words}: StartCommand,
	{env, cwd}: {env: Environment; cwd: string},
): AskedFor {
	const {state} = foldersOf(env, process.platform);
	switch (command) {
		case 'resume': {
			const id = words[0] ?? lastSession(state, cwd) ?? lastSession(state, null);
			return id === null
				? {type: 'none', words: 'There is no session to resume yet.'}
				: {type: 'earlier', session: id as SessionId};
		}
		case 'attach':
			return runningAskedFor(state, {cwd, word: words[0]});
		default:
			return {type: 'new'};
	}
}
