import {type Failure, failed} from '../../events/failure.ts';
import {localHost} from '../../events/ids.ts';
import type {JsonObject} from '../../events/json.ts';
import type {Outcome} from '../../events/outcome.ts';
import type {Preview} from '../../events/preview.ts';
import {judgeWorker} from '../look.ts';
import type {Judged} from '../process/judge.ts';
import {reportLooseLocks} from '../report.ts';
import {resultOf} from '../worker-error.ts';
import {endProcess} from './end-process.ts';
import {fatesOf} from './fates.ts';
import {basesOf, whyNot} from './plan.ts';
import {startProcess} from './start-process.ts';
import {type Restart, stopHere} from './steps.ts';
import {lookNow, verify} from './verify.ts';

type Request = Omit<Restart, 'tell'> & {
	readonly preview: Preview;
	readonly progress: (note: string) => void;
};

/**
 * Restarts a worker as the card has shown. Reports each step, even if the restart fails halfway.
 */
export async function restartWorker({preview, progress, ...ports}: Request): Promise<Outcome> {
	const steps: string[] = [];
	const restart: Restart = {
		...ports,
		tell(step) {
			steps.push(step);
			progress(step);
		},
	};
	const done = await resultOf(carryOut(restart, preview));
	const {worker, machine} = ports;
	const told = {worker: worker.name, host: machine.host, steps};
	return done.ok
		? {status: 'ok', result: {success: true, ...told, ...done.value}}
		: brokenOff(done.failure, {told, isHere: machine.host === localHost});
}

async function carryOut(restart: Restart, preview: Preview): Promise<JsonObject> {
	const {worker} = restart;
	const {judged} = await judgeWorker(worker, restart);
	const failure = whyNot(worker, judged) ?? whyChanged(restart, judged, preview);
	if (failure !== null) {
		stopHere(failure);
	}
	const before = await lookNow(restart);
	const interrupted =
		before?.ok && judged.process !== null
			? before.value.jobs.filter(({state}) => state === 'running')
			: [];
	const {process} = judged;
	const wasKilled = process !== null && (await endProcess(restart, process));
	const between = await lookNow(restart);
	await startProcess(restart, judged.filePid);
	const verified = await verify(restart, {
		old: process,
		healthBefore: between?.ok ? between.value.healthMark : undefined,
	});
	const {queue: after} = verified;
	return {
		process: {pid: verified.process.pid, was: process?.pid ?? null},
		killed: wasKilled,
		...(after && {health: after.health?.text ?? null}),
		...(before && {
			interrupted: before.ok
				? fatesOf(interrupted, {between: between?.ok ? between.value : null, after})
				: `not known: ${before.failure.message}`,
		}),
		...(after && reportLooseLocks(after)),
	};
}

function whyChanged({worker, hide}: Restart, judged: Judged, preview: Preview): Failure | null {
	const shown = new Map(preview.bases.map(({path, digest}) => [path, digest]));
	const changed = basesOf(worker, {judged, hide}).find(
		({path, digest}) => shown.get(path) !== digest,
	);
	return changed === undefined
		? null
		: failed(
				'conflict',
				`${changed.path} is not as the card showed it. ${judged.reason} Nothing was done. Look at the worker again.`,
			);
}

/**
 * Returns the failure of a restart that has failed halfway. Its message names the steps that were
 * taken, since they can't be undone.
 */
function brokenOff(
	failure: Failure,
	{told, isHere}: {told: {steps: readonly string[]} & JsonObject; isHere: boolean},
): Outcome {
	const {steps} = told;
	const hasBegun = steps.length > 0;
	const isLost = !isHere && hasBegun && lostKinds.has(failure.kind);
	const so = hasBegun ? ` Done so far: ${steps.join('; ')}.` : '';
	const lost = isLost
		? ' The connection went in the middle of the restart, and nothing is repeated by itself. Once it is back, worker_status tells what is there.'
		: '';
	const message = `${failure.message}${so}${lost}`;
	return refused(
		{...failure, message},
		{
			...told,
			...(isLost && {reason: 'lost', hint: message}),
			// Without this field, the result of an interrupted call would be dropped.
			...(failure.kind === 'cancelled' && hasBegun && {unconfirmed: message}),
		},
	);
}

export function refused(failure: Failure, told: JsonObject = {}): Outcome {
	const error = {kind: failure.kind, message: failure.message};
	return {status: 'failed', failure, result: {success: false, ...told, error}};
}

const lostKinds: ReadonlySet<Failure['kind']> = new Set(['unreachable', 'timeout']);
