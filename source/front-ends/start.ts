import {resolve} from 'node:path';
import {flagText, type Parsed} from '../cli/arguments.ts';
import type {SessionId} from '../events/ids.ts';
import {foldersOf} from '../platform/folders.ts';
import {lastSession} from '../storage/sessions.ts';
import type {Booted} from './screen/boot.ts';
import {runScreen} from './screen/run-screen.ts';

export type Command = Extract<Parsed, {status: 'run'}>;

/** A session with a person, on the screen or line by line, from the command line to its end. */
export async function start({
	command,
	booted,
}: {
	command: Command;
	/** Null: line by line. */
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
		await runScreen({command, booted, first: sessionAskedFor(command)});
	} else {
		const {runLinear} = await import('./linear/linear.ts');
		process.exitCode = await runLinear({command, first: sessionAskedFor(command)});
	}
}

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
	/** `resume`, and nothing was ever said. */
	| {readonly type: 'none'};

function sessionAskedFor({command, words}: Command): AskedFor {
	if (command !== 'resume') {
		return {type: 'new'};
	}
	const {state} = foldersOf(process.env, process.platform);
	const id = words[0] ?? lastSession(state, process.cwd()) ?? lastSession(state, null);
	return id === null ? {type: 'none'} : {type: 'earlier', session: id as SessionId};
}
