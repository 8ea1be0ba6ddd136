import type {Client} from 'ssh2';
import {type Failure, failed} from '../events/failure.ts';
import type {Clock} from '../platform/clock.ts';
import {type Contact, watchContact} from './contact.ts';
import {type EarlyCommands, sendCommandsEarly} from './early-command.ts';
import type {HostConnection} from './route.ts';
import type {SshSettings} from './settings.ts';

/** One authenticated ssh2 client, with its route and the watch that notices silence. */
export type Connection = {
	readonly client: Client;
	readonly early: EarlyCommands;
	readonly contact: Contact;
	readonly isGone: () => boolean;
	readonly onGone: (listener: (failure: Failure) => void) => void;
	readonly close: () => void;
};

export function holdConnection(
	client: Client,
	{settings, route, clock}: {settings: SshSettings; route: HostConnection; clock: Clock},
): Connection {
	const listeners = new Set<(failure: Failure) => void>();
	const {hostName, keepAliveMs, keepAliveCountMax} = settings;
	let reason = failed('unreachable', `The connection to ${hostName} was lost`);
	let isGone = false;
	const end = () => {
		if (isGone) {
			return;
		}
		isGone = true;
		contact.close();
		client.destroy();
		route.close();
		for (const listener of listeners) {
			listener(reason);
		}
	};
	const contact = watchContact({
		stream: route.stream,
		clock,
		silenceMaxMs: keepAliveMs * keepAliveCountMax,
		onSilent() {
			const seconds = Math.round(contact.silenceMs() / 1000);
			reason = failed('timeout', `${hostName} has not answered for ${seconds} s`);
			end();
		},
	});
	// Each open channel adds a listener for the end, so Node's warning about many listeners is off.
	client.setMaxListeners(0);
	client.on('error', error => {
		reason = failed('unreachable', `The connection to ${hostName} was lost: ${error.message}`);
	});
	client.on('end', end).on('close', end);
	return {
		client,
		early: sendCommandsEarly(client),
		contact,
		isGone: () => isGone,
		onGone: listener => {
			listeners.add(listener);
		},
		close() {
			listeners.clear();
			client.end();
			end();
		},
	};
}
