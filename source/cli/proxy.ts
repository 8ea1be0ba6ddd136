import {runProxy} from '../proxy/main.ts';
import {flagText, hasFlag} from './arguments.ts';
import type {Call, Front} from './front.ts';

/** `agent-tui proxy [--port N] [--host ADDRESS] [--json]`, until SIGTERM or Ctrl+C. */
export function runProxyCommand({flags}: Call, front: Front): Promise<number> {
	const values = ['port', 'host'].flatMap(name => {
		const value = flagText(flags, name);
		return value === undefined ? [] : [`--${name}`, value];
	});
	return runProxy([...values, ...(hasFlag(flags, 'json') ? ['--json'] : [])], front.env);
}
