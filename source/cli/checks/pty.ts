import {homedir} from 'node:os';
import type {DoctorCheck} from '../../events/query.ts';
import {localTransport} from '../../terminal/local-pty.ts';
import type {CliContext} from '../context.ts';
import {fail, ok} from './check.ts';

const timeoutMs = 5000;
const word = 'agent-tui-pty';
const hint =
	'install again with npm install; on Linux without a prebuilt binary a compiler and Python are needed';

/** Opens a real terminal as the tools do, runs a program in it and reads the program's output. */
export async function checkPty(cli: CliContext): Promise<DoctorCheck> {
	const deadline = new AbortController();
	const result = await Promise.race([
		sayWord(cli).catch((error: unknown) => String(error)),
		cli.clock.sleep(timeoutMs, deadline.signal).then(() => 'no answer in 5 s'),
	]);
	deadline.abort();
	return result === null
		? ok('terminals', 'node-pty loads, and a program runs in a PTY')
		: fail('terminals', `a PTY does not work: ${result}`, hint);
}

/** Returns null if the program's output arrived, else the error. */
async function sayWord(cli: CliContext): Promise<string | null> {
	let heard = '';
	let end = () => {};
	const ended = new Promise<void>(resolve => {
		end = resolve;
	});
	const opened = await localTransport({clock: cli.clock, environment: cli.env}).open(
		{
			program: {type: 'argv', argv: ['/bin/sh', '-c', `printf ${word}`]},
			cwd: homedir(),
			size: {columns: 80, rows: 24},
			owner: 'user',
			marker: `doctor-${process.pid}`,
		},
		{
			onBytes: bytes => {
				heard += Buffer.from(bytes).toString();
			},
			onExit: () => end(),
		},
	);
	if (!opened.ok) {
		return opened.failure.message;
	}
	await ended;
	await opened.channel.end({force: true});
	return heard.includes(word) ? null : 'its output was lost';
}
