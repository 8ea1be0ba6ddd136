import {type Failure, failed} from '../../events/failure.ts';
import {beginningOf} from '../../events/shorten.ts';
import type {Hops} from '../../hop/hops.ts';
import type {openRemoteWorkspace} from '../../hop/remote-workspace.ts';
import {neutralise} from '../../text/neutralise.ts';
import type {ConnectionQuestions} from './connection-questions.ts';
import type {RemoteHostsSetup} from './setup.ts';

export type SshModule = {readonly hops: Hops; readonly openPlace: typeof openRemoteWorkspace};

/** The ssh code is loaded with the first connection, since most sessions have none. */
export async function loadSsh(
	{ports, append}: RemoteHostsSetup,
	questions: ConnectionQuestions,
): Promise<SshModule> {
	const [{createHops}, place] = await Promise.all([
		import('../../hop/hops.ts'),
		import('../../hop/remote-workspace.ts'),
	]);
	const {clock, env, ssh, settings} = ports;
	const hops = createHops({
		ports: {
			clock,
			env,
			...ssh,
			askHostKey: questions.askHostKey,
			askSecret: questions.askSecret,
			onKeyRefused: (host, refusal) => append({type: 'hop.refused', host, refusal}),
			onBanner(host, text) {
				const words = beginningOf(neutralise(text).trim(), bannerLengthMax);
				append({type: 'notice.shown', level: 'info', text: `${host} says: ${words}`});
			},
		},
		optionsFor: () => ({
			transport: settings.hops.transport,
			allowsAgentForwarding: settings.hops.allowAgentForwarding,
			connectTimeoutMs: settings.hops.connectTimeoutMs,
		}),
		random: Math.random,
	});
	return {hops, openPlace: place.openRemoteWorkspace};
}

const bannerLengthMax = 400;

/** Reads the user's ssh config; a config that can't be read names no hosts. */
export async function configuredHosts({
	env,
	ssh,
}: RemoteHostsSetup['ports']): Promise<readonly string[]> {
	try {
		const {hostsOf} = await import('../../hop/ssh-config-file.ts');
		return hostsOf({env, ...ssh});
	} catch {
		return [];
	}
}

/** The code can't be loaded if the program was reinstalled while it ran. */
export function notLoaded(error: string): Failure {
	const message = 'SSH could not be loaded. Was agent-tui updated? Leave and start it again.';
	return failed('internal', message, error);
}
