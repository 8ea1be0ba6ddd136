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

/** Runs an interactive session from command line to exit, on the screen or line by line. */
export async function start({
	command,
	booted,
	begun,
}: {
	command: StartCommand;
	/** The first frame on the screen; null when the session runs line by line. */
	booted: Booted | null;
	/** The engine that was started while this code was loading; null if none was. */
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
 * The helper that restores the terminal is started with this delay, since the first keys need the
 * time more.
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
			/** Others were meant as well: the front end shows a list of those that run. */
			readonly isOneOfSeveral?: boolean;
	  }
	/** There is no such session; `words` tells it to the person. */
	| {readonly type: 'none'; readonly words: string};

/**
 * Returns the session that `resume` or `attach` means: the one that was named, else the likeliest,
 * where those of this folder come first.
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
