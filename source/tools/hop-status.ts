import {failed} from '../events/failure.ts';
import {localHost} from '../events/ids.ts';
import type {JsonObject} from '../events/json.ts';
import type {Outcome} from '../events/outcome.ts';
import {fail, succeed, type Tool, type ToolContext} from './tool.ts';

export const noHops = failed('not-found', 'Other machines can not be reached from here.');

export const hopStatus: Tool = {
	name: 'hop_status',
	description:
		'How the connection to a machine stands: ready, stale (silent), reconnecting, failed or closed, with the reason, and where one is there. Default: the current host.',
	parameters: {
		type: 'object',
		properties: {host: {type: 'string', description: 'As hop_list names it.'}},
	},
	scope: () => null,
	summary: ({host}) => `look at the connection${typeof host === 'string' ? ` to ${host}` : ''}`,
	host: () => localHost,
	isDoneHere: true,
	async run({host}, context) {
		const {hops} = context;
		if (!hops) {
			return fail(noHops);
		}
		const wanted = typeof host === 'string' && host !== '' ? host : hops.current();
		const found = hops.list().find(hop => hop['host'] === wanted);
		if (wanted === localHost) {
			return succeed(here(context));
		}
		return found
			? succeed(found)
			: fail(failed('not-found', `There is no connection to ${wanted}. hop_connect makes one.`));
	},
};

export const hopList: Tool = {
	name: 'hop_list',
	description: 'Lists the machines that are connected, or were, this one first.',
	parameters: {type: 'object', properties: {}},
	scope: () => null,
	summary: () => 'list the machines',
	host: () => localHost,
	isDoneHere: true,
	run: list,
};

async function list(_: JsonObject, context: ToolContext): Promise<Outcome> {
	const {hops} = context;
	return hops ? succeed({hosts: [here(context), ...hops.list()]}) : fail(noHops);
}

function here({hops, cwd}: ToolContext): JsonObject {
	return {host: localHost, status: 'ready', current: hops?.current() === localHost, cwd};
}
