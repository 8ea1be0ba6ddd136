import {failed} from '../events/failure.ts';
import type {HostId} from '../events/ids.ts';
import type {JsonObject} from '../events/json.ts';
import type {Outcome} from '../events/outcome.ts';
import {noHops} from './hop-status.ts';
import {fail, succeed, type Tool, type ToolContext} from './tool.ts';

export const hopConnect: Tool = {
	name: 'hop_connect',
	description:
		'Connects to another machine over SSH, by an alias of the person\'s ssh config or user@host[:port]; "web:/srv/app" starts in that folder. Calls go there from then on, unless switch is false. Nothing is installed there. The person answers for an unknown host key and for passwords.',
	parameters: {
		type: 'object',
		properties: {
			target: {type: 'string', description: 'Such as web, root@10.0.0.5:2222 or web:/srv/app.'},
			switch: {
				type: 'boolean',
				description: 'Whether calls that name no host go there from now on. Default true.',
			},
		},
		required: ['target'],
	},
	scope: () => 'hop',
	summary: input =>
		input['switch'] === false
			? `connect to ${input['target']}`
			: `connect to ${input['target']} and work there`,
	exposure: input => ({targets: [`//${hostIn(input)}`]}),
	host: hostIn,
	isDoneHere: true,
	run,
};

/**
 * Returns the name that the connection will have, so that different spellings of a host share one
 * permission.
 */
function hostIn({target}: JsonObject): HostId {
	return String(target)
		.trim()
		.replace(/^ssh:\/\//, '')
		.replace(/:[/~].*$/, '')
		.replace(/\/$/, '') as HostId;
}

async function run(input: JsonObject, {hops, signal}: ToolContext): Promise<Outcome> {
	const target = String(input['target']).trim();
	if (!hops) {
		return fail(noHops);
	}
	if (target === 'local') {
		const message = 'This machine is always there: name it with host "local" in a call.';
		return fail(failed('bad-input', message));
	}
	const done = await hops.connect({target, isChosen: input['switch'] !== false, signal});
	return done.ok
		? succeed(done.value)
		: fail({...done.failure, message: `Not connected to ${target}. ${done.failure.message}`});
}
