import {failed} from '../events/failure.ts';
import type {JsonObject} from '../events/json.ts';
import type {Outcome} from '../events/outcome.ts';
import {fail, type Tool, type ToolContext} from './tool.ts';
import {noWorkers} from './worker-status.ts';

export const workerRestart: Tool = {
	name: 'worker_restart',
	description:
		'Restarts a background worker after the person has agreed to the jobs that it interrupts: TERM, time to end by itself, KILL if it does not, then a detached start. It succeeds only if the new process lives and has told of itself in its queue; the result says what became of the interrupted jobs. A worker that does not run is started.',
	parameters: {
		type: 'object',
		properties: {worker: {type: 'string', description: 'Its name, as worker_status tells it.'}},
		required: ['worker'],
	},
	scope: () => 'arq_control',
	summary: ({worker}) => `restart ${worker}`,
	// Makes each restart ask: a grant of the same scope for reading jobs' arguments must not allow an
	// interruption.
	exposure: () => ({raises: 'a restart interrupts what the worker is at'}),
	needsWorkers: true,
	host: ({worker}, {workers}) => workers?.hostOf(String(worker)) ?? null,
	preview: async ({worker}, {workers, signal}) =>
		workers ? workers.plan(String(worker), signal) : {ok: false, failure: noWorkers},
	run,
};

async function run(
	{worker}: JsonObject,
	{workers, preview, signal, progress}: ToolContext,
): Promise<Outcome> {
	if (!workers) {
		return fail(noWorkers);
	}
	return preview
		? workers.restart({name: String(worker), preview, signal, progress})
		: fail(failed('internal', 'The restart was not planned, so nothing was done.'));
}
