import {runProxy} from '../proxy/main.ts';
import type {CliCall, CliContext} from './context.ts';
import {flagText, hasFlag} from './parsed.ts';
import {refusedToStart, whyNotStart} from './unread-settings.ts';

/** `agent-tui proxy [--port N] [--host ADDRESS] [--json]`: runs until SIGTERM or Ctrl+C. */
export async function runProxyCommand({flags}: CliCall, cli: CliContext): Promise<number> {
	const why = whyNotStart(cli.folders.config, 'the proxy');
	if (why !== null) {
		cli.complain(why);
		return refusedToStart;
	}
	const values = ['port', 'host'].flatMap(name => {
		const value = flagText(flags, name);
		return value === undefined ? [] : [`--${name}`, value];
	});
	return runProxy([...values, ...(hasFlag(flags, 'json') ? ['--json'] : [])], cli.env);
}
