import {statSync} from 'node:fs';
import {resolve} from 'node:path';
import {assertNever} from '../events/assert-never.ts';
import {flagText, type Parsed, parseArguments} from './arguments.ts';
import {type Call, type Front, systemFront} from './context.ts';
import type {CommandName} from './table.ts';

/**
 * Runs every command that needs no screen. Loads only the modules of the command that was asked
 * for. Resolves to the exit code.
 */
export async function runCommand(
	argv: readonly string[],
	front: Front = systemFront(),
): Promise<number> {
	// If the reader stops early (`agent-tui sessions | head -1`), that is no error.
	for (const stream of [process.stdout, process.stderr]) {
		if (!stream.listeners('error').includes(ignore)) {
			stream.on('error', ignore);
		}
	}
	return dispatch(parseArguments(argv), front);
}

async function dispatch(parsed: Parsed, front: Front): Promise<number> {
	switch (parsed.status) {
		case 'refused':
			front.complain(`agent-tui: ${parsed.message}\n`);
			return parsed.exitCode;
		case 'help': {
			const {helpText} = await import('./help.ts');
			front.print(helpText(parsed.command));
			return 0;
		}
		case 'version': {
			const {version} = await import('./version.ts');
			front.print(`${version}\n`);
			return 0;
		}
		case 'run': {
			const placed = atFolder(front, flagText(parsed.flags, 'cwd'));
			return placed ? runNamed(parsed, placed) : 2;
		}
		default:
			return assertNever(parsed);
	}
}

async function runNamed(
	{command, ...call}: Call & {readonly command: CommandName},
	front: Front,
): Promise<number> {
	switch (command) {
		case '':
		case 'resume':
			front.complain(
				'agent-tui: the screen needs a terminal. Without one, use: agent-tui exec "prompt"\n',
			);
			return 2;
		case 'launch':
			front.complain(
				'agent-tui: launch shows the other program in a terminal, and here is none. Without one, run agent-tui proxy and tell that program its address.\n',
			);
			return 2;
		case 'exec':
			return (await import('../front-ends/exec/exec.ts')).runExec(call, front);
		case 'sessions':
			return (await import('./sessions.ts')).runSessions(call, front);
		case 'proxy':
			return (await import('./proxy.ts')).runProxyCommand(call, front);
		case 'doctor':
			return (await import('./doctor.ts')).runDoctor(call, front);
		case 'logs':
			return (await import('./logs.ts')).runLogs(call, front);
		case 'replay':
			return (await import('./replay.ts')).runReplay(call, front);
		case 'config':
			return (await import('./config.ts')).runConfig(call, front);
		case 'completion':
			return (await import('./completion.ts')).runCompletion(call, front);
		case 'incidents':
			return (await import('./incidents.ts')).runIncidents(call, front);
		case 'mcp':
			// The parser has already refused commands that this version doesn't have.
			return 1;
		default:
			return assertNever(command);
	}
}

function atFolder(front: Front, folder: string | undefined): Front | null {
	if (folder === undefined) {
		return front;
	}
	const cwd = resolve(front.cwd, folder);
	if (statSync(cwd, {throwIfNoEntry: false})?.isDirectory() && front.enter(cwd)) {
		return {...front, cwd};
	}
	front.complain(`agent-tui: there is no folder ${cwd} that can be entered\n`);
	return null;
}

function ignore(): void {}
