import {execFile} from 'node:child_process';
import type {Ran} from './exec.ts';

/** Runs a command that reads one text from its stdin and ends. */
export function pipeInto(
	command: string,
	parameters: readonly string[],
	{text, timeoutMs}: {text: string; timeoutMs: number},
): Promise<Ran> {
	return new Promise(resolve => {
		const child = execFile(command, parameters, {timeout: timeoutMs}, error =>
			resolve(
				error
					? {status: 'failed', message: error.message}
					: {status: 'ended', exitCode: 0, output: '', errors: ''},
			),
		);
		child.stdin?.on('error', () => {});
		child.stdin?.end(text);
	});
}
