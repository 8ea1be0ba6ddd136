import {connect} from 'node:net';
import {failed, type Result} from '../events/failure.ts';
import {localHost} from '../events/ids.ts';
import {runBriefly} from '../platform/exec.ts';
import {
	type MachineAnswer,
	type MachineScript,
	scriptMsMax,
	type WorkerMachine,
} from './machine.ts';
import type {SocketPlace} from './redis/address.ts';

/** Runs workers' commands on this machine. A worker that is started here inherits `environment`. */
export function thisMachine(environment: Readonly<Record<string, string>>): WorkerMachine {
	return {
		host: localHost,
		script: request => runHere(request, environment),
		connect: connectHere,
	};
}

async function runHere(
	{script, parameters, input = ''}: MachineScript,
	env: Readonly<Record<string, string>>,
): Promise<Result<MachineAnswer>> {
	const ran = await runBriefly('sh', ['-c', script, 'sh', ...parameters], {
		timeoutMs: scriptMsMax,
		env,
		input,
	});
	switch (ran.status) {
		case 'ended':
			return {ok: true, value: ran};
		case 'missing':
			return {ok: false, failure: failed('not-found', 'There is no `sh` on this machine.')};
		case 'timeout':
			return {ok: false, failure: failed('timeout', 'This machine took too long to answer.')};
		case 'failed':
			return {ok: false, failure: failed('internal', `The look failed: ${ran.message}`)};
	}
}

function connectHere(
	place: SocketPlace,
	signal: AbortSignal,
): ReturnType<WorkerMachine['connect']> {
	const {promise, resolve} = Promise.withResolvers<Awaited<ReturnType<WorkerMachine['connect']>>>();
	const socket = connect(
		place.type === 'port' ? {host: place.host, port: place.port} : {path: place.path},
	);
	const stop = () => socket.destroy();
	signal.addEventListener('abort', stop, {once: true});
	if (signal.aborted) {
		stop();
	}
	const fail = (error: Error & {code?: string}) => {
		resolve({ok: false, failure: failed('unreachable', error.code ?? error.message)});
	};
	socket.once('error', fail);
	socket.once('close', () => fail(new Error('the connection was closed')));
	socket.once('connect', () => resolve({ok: true, value: socket}));
	return promise;
}
