import {statSync} from 'node:fs';
import {resolve} from 'node:path';
import {assertNever} from '../events/assert-never.ts';
import {flagText, type Parsed, parseArguments} from './arguments.ts';
import {type CliCall, type CliContext, systemCliContext} from './context.ts';
import type {CommandName} from './table.ts';

/**
 * Runs every command that needs no screen. Loads only the modules of the command that was asked
 * for. Resolves to the exit code.
 */
export async function runCommand(
	argv: readonly string[],
	cli: CliContext = systemCliContext(),
): Promise<number> {
	// If the reader stops early (`agent-tui sessions | head -1`), that is no error.
	for (const stream of [process.stdout, process.stderr]) {
		if (!stream.listeners('error').includes(ignore)) {
			stream.on('error', ignore);
		}
	}
	return dispatch(parseArguments(argv), cli);
}

async function dispatch(parsed: Parsed, cli: CliContext): Promise<number> {
	switch (parsed.status) {
		case 'refused':
			cli.complain(`agent-tui: ${parsed.message}\n`);
			return parsed.exitCode;
		case 'help': {
			const {helpText} = await import('./help.ts');
			cli.print(helpText(parsed.command));
			return 0;
		}
		case 'version': {
			const {version} = await import('./version.ts');
			cli.print(`${version}\n`);
			return 0;
		}
		case 'run': {
			const placed = atFolder(cli, flagText(parsed.flags, 'cwd'));
			return placed ? runNamed(parsed, placed) : 2;
		}
		default:
			return assertNever(parsed);
	}
}

async function runNamed(
	{command, ...call}: CliCall & {readonly command: CommandName},
	cli: CliContext,
): Promise<number> {
	switch (command) {
		case '':
		case 'resume':
			cli.complain(
				'agent-tui: the screen needs a terminal. Without one, use: agent-tui exec "prompt"\n',
			);
			return 2;
		case 'launch':
			cli.complain(
				'agent-tui: launch shows the other program in a terminal, and here is none. Without one, run agent-tui proxy and tell that program its address.\n',
			);
			return 2;
		case 'exec':
			return (await import('../front-ends/exec/exec.ts')).runExec(call, cli);
		case 'sessions':
			return (await import('./sessions.ts')).runSessions(call, cli);
		case 'proxy':
			return (await import('./proxy.ts')).runProxyCommand(call, cli);
		case 'doctor':
			return (await import('./doctor.ts')).runDoctor(call, cli);
		case 'logs':
			return (await import('./logs.ts')).runLogs(call, cli);
		case 'replay':
			return (await import('./replay.ts')).runReplay(call, cli);
		case 'config':
			return (await import('./config.ts')).runConfig(call, cli);
		case 'completion':
			return (await import('./completion.ts')).runCompletion(call, cli);
		case 'incidents':
			return (await import('./incidents.ts')).runIncidents(call, cli);
		case 'mcp':
			// The parser has already refused commands that this version doesn't have.
			return 1;
		default:
			return assertNever(command);
	}
}

function atFolder(cli: CliContext, folder: string | undefined): CliContext | null {
	if (folder === undefined) {
		return cli;
	}
	const cwd = resolve(cli.cwd, folder);
	if (statSync(cwd, {throwIfNoEntry: false})?.isDirectory() && cli.enter(cwd)) {
		return {...cli, cwd};
	}
	cli.complain(`agent-tui: there is no folder ${cwd} that can be entered\n`);
	return null;
}

function ignore(): void {}
