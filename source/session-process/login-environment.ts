import {renameSync, rmSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {makePrivateFolder} from '../platform/atomic-file.ts';
import {sessionFolder} from '../storage/session-names.ts';

/**
 * Variables that describe the login of the screen, and not the login in which the session was
 * started.
 */
export const loginNames = [
	'DISPLAY',
	'WAYLAND_DISPLAY',
	'XAUTHORITY',
	'SSH_AUTH_SOCK',
	'SSH_CONNECTION',
	'SSH_TTY',
	'KRB5CCNAME',
	'TERM',
	'COLORTERM',
	'LANG',
	'LC_ALL',
	'LC_CTYPE',
] as const;

export function loginEnvironment(
	env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
	return Object.fromEntries(
		loginNames.flatMap(name => {
			const value = env[name];
			return value === undefined ? [] : [[name, value]];
		}),
	);
}

/**
 * Gives new programs the environment of the screen that came last. Programs that run already know
 * the ssh agent's socket by a link, which from now on leads to that screen's agent.
 */
export function followLogin(
	env: Record<string, string | undefined>,
	{state, session}: {state: string; session: string},
): {
	readonly take: (fresh: Readonly<Record<string, string>>) => void;
	readonly close: () => void;
} {
	const link = join(sessionFolder(state, session), 'agent.sock');
	return {
		take(fresh) {
			for (const name of loginNames) {
				const value = fresh[name];
				if (typeof value === 'string') {
					env[name] = name === 'SSH_AUTH_SOCK' ? linkTo(link, value) : value;
				}
			}
		},
		close: () => rmSync(link, {force: true}),
	};
}

/**
 * If the link can't be made, new programs get the path of the agent's socket itself; older programs
 * don't follow.
 */
function linkTo(link: string, target: string): string {
	if (target === link) {
		return link;
	}
	const next = `${link}.${process.pid}`;
	try {
		makePrivateFolder(join(link, '..'));
		rmSync(next, {force: true});
		symlinkSync(target, next);
		renameSync(next, link);
		return link;
	} catch {
		return target;
	}
}
