import {existsSync} from 'node:fs';
import {hostname, userInfo} from 'node:os';
import {join} from 'node:path';
import {failed, type Result} from '../events/failure.ts';
import {runBriefly} from '../platform/exec.ts';
import type {Environment} from '../platform/folders.ts';
import type {Expansions} from './expand.ts';
import type {HostName} from './names.ts';
import {type RawSettings, type SshSettings, settingsOf} from './settings.ts';
import {readConfigFile} from './ssh-config-file.ts';
import {parseDump} from './ssh-dump.ts';

/** The locations of the user's ssh config and of the ssh program. */
export type SshSources = {
	readonly env: Environment;
	/** A config file as for `ssh -F`; null means ssh's default files. */
	readonly configFile: string | null;
	/** Null acts as if ssh weren't installed. */
	readonly sshCommand: string | null;
};

/**
 * Asks ssh itself for the settings, since ssh handles Include, Match and tokens. Without ssh, reads
 * the file.
 */
export async function readSettings(
	target: HostName,
	place: SshSources,
): Promise<Result<SshSettings>> {
	const raw = await readRaw(target, place);
	return raw.ok ? settingsOf(raw.value, {target, place: placeOf(place.env)}) : raw;
}

/** Returns `-F file` if ssh would not find the config by itself. */
export function configOption({env, configFile}: SshSources): readonly string[] {
	const file = configFile ?? ownConfigFile(env);
	return file === null ? [] : ['-F', file];
}

const deadlineMs = 5_000;

async function readRaw(target: HostName, place: SshSources): Promise<Result<RawSettings>> {
	const home = homeOf(place.env);
	if (place.sshCommand !== null) {
		const ran = await runBriefly(place.sshCommand, dumpOptions(target, place), {
			timeoutMs: deadlineMs,
			env: place.env,
		});
		if (ran.status === 'ended' && ran.exitCode === 0) {
			return {ok: true, value: moveHome(parseDump(ran.output), home)};
		}
		if (ran.status !== 'missing') {
			const said = ran.status === 'ended' ? complaintOf(ran.errors) : ran.status;
			return {
				ok: false,
				failure: failed('bad-input', `ssh can't read its config for ${target.name}: ${said}`),
			};
		}
	}
	const file = place.configFile ?? join(home, '.ssh', 'config');
	return {ok: true, value: readConfigFile(target, {file, home})};
}

function dumpOptions(target: HostName, place: SshSources): readonly string[] {
	const user = target.user === null ? [] : ['-l', target.user];
	const port = target.port === null ? [] : ['-p', String(target.port)];
	return ['-G', '-T', ...configOption(place), ...user, ...port, '--', target.name];
}

function complaintOf(errors: string): string {
	return errors.trim().split('\n').at(-1) ?? '';
}

function placeOf(env: Environment): Expansions {
	return {env, home: homeOf(env), localUser: userInfo().username, localName: hostname()};
}

function homeOf(env: Environment): string {
	return env['HOME'] || userInfo().homedir;
}

/**
 * Returns the config of the user's HOME. ssh takes the home folder from the account and ignores
 * HOME, so this file is passed to it.
 */
function ownConfigFile(env: Environment): string | null {
	const home = homeOf(env);
	if (home === userInfo().homedir) {
		return null;
	}
	const file = join(home, '.ssh', 'config');
	return existsSync(file) ? file : 'none';
}

/**
 * Replaces the account's home in these paths by the user's HOME: ssh has expanded `~` with the
 * account's home.
 */
function moveHome(raw: RawSettings, home: string): RawSettings {
	const own = `${userInfo().homedir}/`;
	const files = raw.get('userknownhostsfile') ?? [];
	const moved = files.map(file =>
		file.startsWith(own) ? join(home, file.slice(own.length)) : file,
	);
	return home === userInfo().homedir ? raw : new Map([...raw, ['userknownhostsfile', moved]]);
}
