import {failed} from '../events/failure.ts';
import type {JsonObject} from '../events/json.ts';
import type {Outcome} from '../events/outcome.ts';
import {fail, succeed, type Tool, type ToolContext} from './tool.ts';

export const workerStatus: Tool = {
	name: 'worker_status',
	description:
		'Tells of the background workers that the person configured: running, stopped, stale (a pid file that names an ended process or another one) or unknown; CPU, memory, age, owner, and what their queue tells of itself. Changes nothing.',
	parameters: {
		type: 'object',
		properties: {worker: {type: 'string', description: 'Its name. Without one: all workers.'}},
	},
	scope: () => null,
	summary: ({worker}) => (worker === undefined ? 'look at all workers' : `look at ${worker}`),
	needsWorkers: true,
	isDoneHere: true,
	run,
};

export const noWorkers = failed(
	'not-found',
	'config.json names no background workers. The person adds them under `workers`.',
);

async function run({worker}: JsonObject, {workers, signal}: ToolContext): Promise<Outcome> {
	if (!workers) {
		return fail(noWorkers);
	}
	const done = await workers.status(worker === undefined ? null : String(worker), signal);
	return done.ok ? succeed(done.value) : fail(done.failure);
}
