import {accessSync, constants, existsSync, readFileSync, statfsSync} from 'node:fs';
import {homedir} from 'node:os';
import {dirname, join} from 'node:path';
import type {DoctorCheck} from '../../events/query.ts';
import {runBriefly} from '../../platform/exec.ts';
import {listSessions} from '../../storage/sessions.ts';
import type {CliContext} from '../context.ts';
import {fail, ok, warn} from './check.ts';

const timeoutMs = 3000;

export function checkNode(): DoctorCheck {
	const [major = 0] = process.versions.node.split('.').map(Number);
	return major >= nodeMajorMin
		? ok('Node.js', process.versions.node)
		: fail(
				'Node.js',
				`${process.versions.node} is too old`,
				`use Node.js ${nodeMajorMin} or later: https://nodejs.org`,
			);
}

const nodeMajorMin = 22;

/**
 * Checks the state folder, or its nearest existing parent, because the first start creates the
 * folder.
 */
export function checkDisk(cli: CliContext): DoctorCheck {
	const folder = nearestExisting(cli.folders.state);
	try {
		accessSync(folder, constants.W_OK | constants.X_OK);
		const {bavail, bsize} = statfsSync(folder);
		return describeSpace(bavail * bsize, cli.folders.state);
	} catch (error) {
		return fail(
			'disk',
			`${cli.folders.state} can not be written (${(error as {code?: string}).code ?? error})`,
			'make it yours, or set AGENT_TUI_HOME to a folder that is',
		);
	}
}

const megabyte = 1_048_576;
const freeMbLow = 500;
const freeMbMin = 20;

function describeSpace(freeBytes: number, folder: string): DoctorCheck {
	const freeMb = Math.floor(freeBytes / megabyte);
	const text = freeMb < 10_000 ? `${freeMb} MB free` : `${Math.floor(freeMb / 1024)} GB free`;
	if (freeMb < freeMbMin) {
		return fail('disk', `${text} at ${folder}`, 'free some space: sessions can not be kept');
	}
	return freeMb < freeMbLow
		? warn('disk', `${text} at ${folder}`, 'free some space soon')
		: ok('disk', `${text} at ${folder}`);
}

function nearestExisting(folder: string): string {
	const above = dirname(folder);
	return existsSync(folder) || above === folder ? folder : nearestExisting(above);
}

export async function checkSsh(cli: CliContext): Promise<readonly DoctorCheck[]> {
	const ran = await runBriefly('ssh', ['-V'], {timeoutMs, env: cli.env});
	if (ran.status !== 'ended') {
		return [warn('ssh', 'no ssh client', 'install OpenSSH to work on remote machines')];
	}
	const version = `${ran.errors}${ran.output}`.trim().split(/[,\n]/)[0] ?? '';
	return [ok('ssh', version), await checkAgent(cli), checkKnownHosts(cli)];
}

async function checkAgent(cli: CliContext): Promise<DoctorCheck> {
	if (!cli.env['SSH_AUTH_SOCK']) {
		return ok('ssh agent', 'none; keys are asked for when they are needed');
	}
	const ran = await runBriefly('ssh-add', ['-l'], {timeoutMs, env: cli.env});
	if (ran.status === 'ended' && ran.exitCode === 0) {
		const count = ran.output.trim().split('\n').length;
		return ok('ssh agent', `${count} ${count === 1 ? 'key' : 'keys'}`);
	}
	return ran.status === 'ended' && ran.exitCode === 1
		? ok('ssh agent', 'it holds no key')
		: warn(
				'ssh agent',
				'SSH_AUTH_SOCK names an agent that does not answer',
				'start one: eval "$(ssh-agent)"',
			);
}

/** Checks known_hosts. It may be missing: then each new host's key is shown and asked about. */
function checkKnownHosts({env}: CliContext): DoctorCheck {
	const path = join(env['HOME'] ?? homedir(), '.ssh', 'known_hosts');
	try {
		const lines = readFileSync(path, 'utf8').split('\n');
		const count = lines.filter(line => /^[^#\s]/.test(line)).length;
		return ok('known_hosts', `${count} ${count === 1 ? 'entry' : 'entries'} in ${path}`);
	} catch (error) {
		const code = (error as {code?: string}).code;
		return code === 'ENOENT'
			? ok('known_hosts', 'none yet; the key of each new host is shown and asked about')
			: warn('known_hosts', `${path} can not be read (${code ?? error})`, `chmod 600 ${path}`);
	}
}

/**
 * A clock before this date is wrong, because this program is newer. A wrong clock breaks TLS and
 * the order of sessions.
 */
const earliest = Date.UTC(2026, 0, 1);
const futureToleranceMs = 3_600_000;

export function checkClock(cli: CliContext): DoctorCheck {
	const now = cli.clock.now();
	const last = listSessions(cli.folders.state)[0]?.updatedAt ?? 0;
	if (now < earliest || last > now + futureToleranceMs) {
		return warn(
			'clock',
			`${new Date(now).toISOString()} is before ${new Date(Math.max(earliest, last)).toISOString()}`,
			'set the clock: certificates are refused and sessions get out of order',
		);
	}
	return ok('clock', new Date(now).toISOString());
}
