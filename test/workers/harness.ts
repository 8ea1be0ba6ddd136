import type {JsonObject} from '../../source/events/json.ts';
import type {WorkerSettings} from '../../source/events/settings.ts';
import {type Clock, systemClock} from '../../source/platform/clock.ts';
import {createRedactor} from '../../source/storage/redact.ts';
import type {WorkerMachine} from '../../source/workers/machine.ts';
import {thisMachine} from '../../source/workers/this-machine.ts';
import {createWorkers, type Workers} from '../../source/workers/workers.ts';

/** The workers of a configuration, on this machine. */
export function workersOf(...settings: readonly WorkerSettings[]): Workers {
	return workersWith(systemClock(), settings);
}

/** `changed` stands between: what it breaks is broken for the real machine. */
export function workersWith(
	clock: Clock,
	settings: readonly WorkerSettings[],
	changed: (machine: WorkerMachine) => WorkerMachine = machine => machine,
): Workers {
	const {PATH = '', HOME = ''} = process.env;
	const machine = changed(thisMachine({PATH, HOME}));
	return createWorkers({
		settings,
		clock,
		redact: createRedactor().text,
		machineOf: host =>
			host === machine.host
				? {ok: true, value: machine}
				: {ok: false, failure: {kind: 'unreachable', message: `${host} is not connected`}},
	});
}

export const {signal: never} = new AbortController();

// biome-ignore lint/suspicious/noExplicitAny: tests look into reports of every shape
type Report = Record<string, any>;

export async function statusOf(...settings: readonly WorkerSettings[]): Promise<Report> {
	return reported(await workersOf(...settings).status(null, never))['workers'][0];
}

export async function jobsOf(
	settings: WorkerSettings,
	{showsArguments = false}: {showsArguments?: boolean} = {},
): Promise<Report> {
	return reported(
		await workersOf(settings).jobs({name: settings.name, showsArguments, signal: never}),
	);
}

function reported(done: Awaited<ReturnType<Workers['status']>>): JsonObject & Report {
	return done.ok ? done.value : {failure: done.failure};
}
