import {connect} from 'node:net';
import {Duplex} from 'node:stream';
import {failed, type Result} from '../events/failure.ts';
import type {Clock} from '../platform/clock.ts';
import type {Environment} from '../platform/folders.ts';
import {cleanPath} from '../platform/programs.ts';
import {spawnChild} from '../platform/spawn.ts';
import type {Deadline} from './deadline.ts';
import {failureOf} from './failures.ts';

/** A byte stream to a host, over which ssh will be spoken. */
export type HostConnection = {
	readonly stream: Duplex;
	/** Returns what the ProxyCommand has written to its stderr. */
	readonly complaint?: () => Promise<string>;
	readonly close: () => void;
};

export function connectTcp(
	{hostName, port}: {hostName: string; port: number},
	deadline: Deadline,
): Promise<Result<HostConnection>> {
	const where = `${hostName}:${port}`;
	return new Promise(resolve => {
		const socket = connect({host: hostName, port});
		const finish = (result: Result<HostConnection>) => {
			deadline.signal.removeEventListener('abort', onAbort);
			socket.off('error', onError).off('connect', onConnect);
			resolve(result);
		};
		const onError = (error: Error) => {
			// The socket's next user adds an `error` listener of its own.
			socket.on('error', () => {});
			finish({ok: false, failure: failureOf(error, where)});
		};
		const onAbort = () => {
			socket.destroy();
			finish({ok: false, failure: endOf(deadline, where)});
		};
		const onConnect = () => {
			// Nagle's algorithm is switched off, which makes small operations twenty times faster.
			socket.setNoDelay(true);
			finish({ok: true, value: {stream: socket, close: () => socket.destroy()}});
		};
		socket.once('error', onError).once('connect', onConnect);
		deadline.signal.addEventListener('abort', onAbort, {once: true});
		if (deadline.signal.aborted) {
			onAbort();
		}
	});
}

/** Runs the user's ProxyCommand as ssh does: in the user's shell, in its own process group. */
export function runProxyCommand(
	command: string,
	{env, clock}: {env: Environment; clock: Clock},
): HostConnection {
	const child = spawnChild(env['SHELL'] || '/bin/sh', ['-c', `exec ${command}`], {
		stdio: ['pipe', 'pipe', 'pipe'],
		detached: true,
		env: {...env, PATH: cleanPath(env)},
	});
	const stream = Duplex.from({readable: child.stdout, writable: child.stdin});
	child.on('error', error => stream.destroy(error));
	child.stdin.on('error', () => {});
	const ended = new Promise<void>(resolve => child.on('close', () => resolve()));
	let lastWords = '';
	child.stderr.setEncoding('utf8').on('data', (text: string) => {
		lastWords = (lastWords + text).slice(-lastWordsLengthMax);
	});
	child.on('exit', () => stream.end());
	return {
		stream,
		async complaint() {
			// Text on stderr may arrive shortly after the last bytes of the stream.
			await Promise.race([ended, clock.sleep(complaintDeadlineMs)]);
			return lastWords.trim().split('\n').at(-1) ?? '';
		},
		close() {
			stream.destroy();
			if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
				endGroup(child.pid);
			}
		},
	};
}

export function endOf(deadline: Deadline, where: string) {
	return deadline.isOver()
		? failed('timeout', `${where}: no answer in time`)
		: failed('cancelled', `${where}: called off`);
}

const lastWordsLengthMax = 4096;
const complaintDeadlineMs = 300;

function endGroup(pid: number): void {
	try {
		process.kill(-pid, 'SIGTERM');
	} catch {
		// The process has already ended, so there is nothing to kill.
	}
}
