import type {HostId} from '../events/ids.ts';
import type {JsonObject} from '../events/json.ts';
import type {Outcome} from '../events/outcome.ts';
import {noHops} from './hop-status.ts';
import {fail, succeed, type Tool, type ToolContext} from './tool.ts';

export const hopDisconnect: Tool = {
	name: 'hop_disconnect',
	description:
		'Ends the connection to another machine, with every program that runs in a terminal there. Where it was the current host, that is this machine again.',
	parameters: {
		type: 'object',
		properties: {host: {type: 'string', description: 'As hop_list names it.'}},
		required: ['host'],
	},
	scope: () => 'hop',
	summary: ({host}) => `disconnect from ${host}, and end what runs there`,
	isDoneHere: true,
	run,
};

async function run({host}: JsonObject, {hops}: ToolContext): Promise<Outcome> {
	if (!hops) {
		return fail(noHops);
	}
	const done = await hops.disconnect(String(host) as HostId);
	return done.ok ? succeed(done.value) : fail(done.failure);
}
