import {accessSync, constants, existsSync, readFileSync} from 'node:fs';
import {userInfo} from 'node:os';
import {runBriefly} from './exec.ts';
import type {Environment} from './folders.ts';

/** What happens to a background process when its user logs out. */
export type LogoutFate = {
	/** Whether the process keeps running; null if unknown. */
	readonly survives: boolean | null;
	readonly words: string;
	/** What a person can do to keep the process running. */
	readonly remedy?: string;
};

/**
 * The facts that decide what happens: where systemd has put the process, and two settings of
 * systemd.
 */
export type LogoutFacts = {
	readonly platform: NodeJS.Platform;
	/** The text of `/proc/PID/cgroup`; null where there is no systemd. */
	readonly cgroup: string | null;
	/** Whether the user's programs may run without a login. */
	readonly isLingering: boolean;
	/** Whether logging out ends the remaining programs of the login; null if unknown. */
	readonly endsLogins: boolean | null;
};

const lingering = 'loginctl enable-linger';
const scoped = 'systemd-run --user --scope agent-tui';

export function logoutFate({platform, cgroup, isLingering, endsLogins}: LogoutFacts): LogoutFate {
	if (platform === 'darwin') {
		return {
			survives: false,
			words:
				'sessions go on when the terminal or the SSH link closes, and end at the logout: macOS has no way around that',
		};
	}
	if (platform !== 'linux') {
		return {survives: null, words: 'nothing is known of this system'};
	}
	// A desktop starts its programs below the user's own manager, which ends with the last login.
	if (/\/user@\d+\.service(?:\/|$)/m.test(cgroup ?? '')) {
		return isLingering
			? {survives: true, words: 'sessions go on after a logout (linger is on)'}
			: {
					survives: false,
					words: 'sessions end at the last logout: systemd then ends what runs below this login',
					remedy: lingering,
				};
	}
	if (!/\/session-[^/\n]+\.scope(?:\/|$)/m.test(cgroup ?? '') || endsLogins === false) {
		return {survives: true, words: 'sessions go on after a logout'};
	}
	return endsLogins === null
		? {survives: null, words: 'systemd does not say whether it ends programs at a logout'}
		: {
				survives: false,
				words:
					'sessions end at the logout: systemd ends all programs of a login (KillUserProcesses)',
				remedy: isLingering ? `start with ${scoped}` : `${lingering}; then start with ${scoped}`,
			};
}

/** Asks this machine about one of its processes, without changing anything. */
export async function readLogoutFacts(pid: number, env: Environment): Promise<LogoutFacts> {
	const {platform} = process;
	const isSystemd = platform === 'linux' && existsSync('/run/systemd/system');
	return {
		platform,
		cgroup: isSystemd ? cgroupOf(pid) : null,
		isLingering: isSystemd && existsSync(`/var/lib/systemd/linger/${userInfo().username}`),
		endsLogins: isSystemd ? await askEndsLogins(env) : false,
	};
}

const askMs = 2000;
const managers = ['/usr/bin/loginctl', '/bin/loginctl'];

async function askEndsLogins(env: Environment): Promise<boolean | null> {
	const program = managers.find(isProgram);
	if (program === undefined) {
		return null;
	}
	const names = ['KillUserProcesses', 'KillOnlyUsers', 'KillExcludeUsers'];
	const parameters = ['show-session', ...names.map(name => `--property=${name}`)];
	const ran = await runBriefly(program, parameters, {timeoutMs: askMs, env});
	return ran.status === 'ended' && ran.exitCode === 0
		? readEndsLogins(ran.output, userInfo().username)
		: null;
}

/** Reads systemd's setting. Some users are excluded from it by name, as root is by default. */
export function readEndsLogins(output: string, user: string): boolean | null {
	const said = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(output)?.[1];
	const namesIn = (name: string) => (said(name) ?? '').split(/\s+/).filter(Boolean);
	const only = namesIn('KillOnlyUsers');
	switch (said('KillUserProcesses')) {
		case 'no':
			return false;
		case 'yes':
			return (
				!namesIn('KillExcludeUsers').includes(user) && (only.length === 0 || only.includes(user))
			);
		default:
			return null;
	}
}

function cgroupOf(pid: number): string {
	try {
		return readFileSync(`/proc/${pid}/cgroup`, 'utf8');
	} catch {
		return '';
	}
}

function isProgram(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}
