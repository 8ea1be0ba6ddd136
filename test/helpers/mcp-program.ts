/**
 * The built program as another agent starts it: `agent-tui mcp`, with next to no environment, in a
 * home and a folder of its own.
 */
import {type ChildProcessWithoutNullStreams, spawn} from 'node:child_process';
import {onTestFinished} from 'vitest';
import {endEngines, openPlace, type Place} from './agent.ts';
import {builtProgram} from './built-program.ts';
import {lineClient} from './mcp-client.ts';

/** What clients pass on to the servers that they start. */
export function clientEnvironment({home}: Place): Record<string, string> {
	return {
		HOME: home,
		PATH: process.env['PATH'] ?? '',
		SHELL: '/bin/sh',
		TERM: 'xterm',
		USER: 'somebody',
		LOGNAME: 'somebody',
		AGENT_TUI_HOME: home,
	};
}

export type McpProgram = ReturnType<typeof startMcp>;

export function startMcp({
	place = openPlace(),
	words = [],
}: {
	place?: Place;
	words?: readonly string[];
} = {}) {
	onTestFinished(() => endEngines(place));
	const child: ChildProcessWithoutNullStreams = spawn(
		process.execPath,
		[builtProgram, 'mcp', ...words],
		{cwd: place.cwd, env: clientEnvironment(place)},
	);
	onTestFinished(() => void child.kill('SIGKILL'));
	let errors = '';
	child.stderr.on('data', (bytes: Buffer) => {
		errors += bytes.toString('utf8');
	});
	child.stdin.on('error', () => {});
	const ended = new Promise<number | null>(done => {
		child.on('close', done);
	});
	return {
		...lineClient(child.stdout, line => void child.stdin.write(`${line}\n`)),
		place,
		child,
		ended,
		errors: () => errors,
	};
}
