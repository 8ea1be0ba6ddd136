import {statSync} from 'node:fs';
import {resolve} from 'node:path';
import {assertNever} from '../events/assert-never.ts';
import {codeOf} from '../platform/atomic-file.ts';
import {outOfFiles} from '../platform/out-of-files.ts';
import {parseArguments} from './arguments.ts';
import {type CliCall, type CliContext, systemCliContext} from './context.ts';
import {flagText, hasFlag, type Parsed} from './parsed.ts';
import type {CommandName} from './table.ts';

/**
 * Runs a command that needs no screen, and loads only the modules of that command. Resolves to the
 * exit code.
 */
export async function runCommand(
	argv: readonly string[],
	cli: CliContext = systemCliContext(),
): Promise<number> {
	const output = followOutput();
	try {
		const exitCode = await dispatch(parseArguments(argv), cli);
		const refused = await output.refused();
		if (refused === null) {
			return exitCode;
		}
		cli.complain(`agent-tui: the output could not be written: ${refused}.\n`);
		return exitCode || 1;
	} catch (error) {
		// Print the stack ourselves: Node would also print the line of the bundle, which is unreadable.
		const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
		cli.complain(`agent-tui: ${outOfFiles(error) ?? `stopped by an error of its own: ${stack}`}\n`);
		return 1;
	} finally {
		output.close();
	}
}

/** Collects errors of stdout and ignores those of stderr. */
function followOutput() {
	let refused: string | null = null;
	const note = (error: unknown) => {
		// A reader that stops early (`agent-tui sessions | head -1`) is no error.
		refused ??= readerIsGone.has(codeOf(error)) ? null : writeWords(error);
	};
	process.stdout.on('error', note);
	ignoreErrors(process.stderr);
	return {
		/** Waits until everything was written. Returns what could not be written, or null. */
		async refused(): Promise<string | null> {
			await new Promise(resolve => process.stdout.write('', resolve));
			return refused;
		},
		close() {
			process.stdout.off('error', note);
			// From here on ignore errors: the reader may stop while the last output is written.
			ignoreErrors(process.stdout);
		},
	};
}

const readerIsGone: ReadonlySet<string> = new Set(['EPIPE', 'EIO', 'ERR_STREAM_DESTROYED']);

function writeWords(error: unknown): string {
	const code = codeOf(error);
	return code === 'ENOSPC' || code === 'EDQUOT' ? 'the disk is full' : code || String(error);
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
		case 'attach':
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
		case 'acp':
			return (await import('../front-ends/acp/acp.ts')).runAcp(call, cli);
		case 'sessions':
			// Status bars run this every few seconds, so it must load nothing else.
			return hasFlag(call.flags, 'running') || hasFlag(call.flags, 'waiting')
				? (await import('./running-sessions.ts')).listRunning(call, cli)
				: (await import('./sessions.ts')).runSessions(call, cli);
		case 'stop':
			return (await import('./stop.ts')).runStop(call, cli);
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
		case 'use':
			return (await import('./use/use.ts')).runUse(call, cli);
		case 'mcp':
			return (await import('./mcp.ts')).runMcp(call, cli);
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

function ignoreErrors(stream: NodeJS.WriteStream): void {
	if (!stream.listeners('error').includes(ignore)) {
		stream.on('error', ignore);
	}
}

function ignore(): void {}
