import {renameSync, rmSync, symlinkSync} from 'node:fs';
import {join} from 'node:path';
import {makePrivateFolder} from '../platform/atomic-file.ts';
import {sessionFolder} from '../storage/session-names.ts';

/**
 * Environment variables that belong to the login of a screen. They may differ from those of the
 * login in which the session was started.
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
 * Gives new programs the login variables of the screen that joined last. Programs that already run
 * know the socket of the ssh agent only by a link, so the link is changed to that screen's agent.
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
 * Changes the link. If that fails, new programs get the path of the agent's socket itself, and
 * programs that already run keep the old one.
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
