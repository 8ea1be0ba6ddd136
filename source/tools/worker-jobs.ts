import type {JsonObject} from '../events/json.ts';
import type {Outcome} from '../events/outcome.ts';
import {fail, succeed, type Tool, type ToolContext} from './tool.ts';
import {noWorkers} from './worker-status.ts';

export const workerJobs: Tool = {
	name: 'worker_jobs',
	description:
		'Lists the jobs in the queue of a background worker: counts, and the first 50 that are running, queued, deferred or recently ended, with their function, tries and locks. Their arguments are left out, because they may hold secrets; show_arguments asks the person for them. Changes nothing.',
	parameters: {
		type: 'object',
		properties: {
			worker: {type: 'string', description: 'Its name, as worker_status tells it.'},
			show_arguments: {type: 'boolean', description: 'Whether to show the arguments too. It asks.'},
		},
		required: ['worker'],
	},
	scope: input => (input['show_arguments'] === true ? 'arq_control' : null),
	summary: ({worker, show_arguments: shown}) =>
		`jobs of ${worker}${shown === true ? ', with their arguments' : ''}`,
	needsWorkers: true,
	isDoneHere: true,
	host: ({worker}, {workers}) => workers?.hostOf(String(worker)) ?? null,
	run,
};

async function run(input: JsonObject, {workers, signal}: ToolContext): Promise<Outcome> {
	if (!workers) {
		return fail(noWorkers);
	}
	const done = await workers.jobs({
		name: String(input['worker']),
		showsArguments: input['show_arguments'] === true,
		signal,
	});
	return done.ok ? succeed(done.value) : fail(done.failure);
}
