import type {DoctorCheck} from '../../events/query.ts';
import {runBriefly} from '../../platform/exec.ts';
import type {CliContext} from '../context.ts';
import {ok, warn} from './check.ts';

const timeoutMs = 3000;

/** Checks the tmux settings that decide which escape sequences reach the terminal. */
export async function checkTmux(cli: CliContext): Promise<readonly DoctorCheck[]> {
	const ran = await runBriefly('tmux', ['-V'], {timeoutMs, env: cli.env});
	const isInside = Boolean(cli.env['TMUX']);
	if (ran.status !== 'ended' || ran.exitCode !== 0) {
		return isInside
			? [warn('tmux', 'this is inside tmux, but tmux can not be asked', 'put tmux on the PATH')]
			: [ok('tmux', 'not installed, not needed')];
	}
	const version = ran.output.trim();
	const checks = [checkVersion(version, isInside)];
	return isInside ? [...checks, ...(await checkOptions(cli))] : checks;
}

function checkVersion(version: string, isInside: boolean): DoctorCheck {
	const [, major = '0', minor = '0'] = /(\d+)\.(\d+)/.exec(version) ?? [];
	const isOld = Number(major) < 3 || (Number(major) === 3 && Number(minor) < 2);
	return isOld
		? warn('tmux', `${version} is old`, 'use tmux 3.2 or later: keys and colours arrive whole')
		: ok('tmux', isInside ? `inside ${version}` : `${version} is installed; not inside it now`);
}

type Option = {
	readonly name: string;
	readonly isFine: (value: string) => boolean;
	readonly trouble: string;
	readonly line: string;
};

const escapeTimeMsMax = 50;

const options: readonly Option[] = [
	{
		name: 'escape-time',
		isFine: value => Number(value) <= escapeTimeMsMax,
		trouble: 'Esc arrives late',
		line: 'set -s escape-time 10',
	},
	{
		name: 'extended-keys',
		isFine: value => value !== 'off',
		trouble: 'Shift+Enter looks like Enter',
		line: 'set -s extended-keys on',
	},
	{
		name: 'focus-events',
		isFine: value => value === 'on',
		trouble: 'the program can not tell when you look away',
		line: 'set -g focus-events on',
	},
	{
		name: 'allow-passthrough',
		isFine: value => value !== 'off',
		trouble: 'copying and links may not reach the terminal',
		line: 'set -g allow-passthrough on',
	},
];

function checkOptions(cli: CliContext): Promise<readonly DoctorCheck[]> {
	return Promise.all(options.map(option => checkOption(option, cli)));
}

async function checkOption(option: Option, cli: CliContext): Promise<DoctorCheck> {
	const name = `tmux ${option.name}`;
	const ran = await runBriefly('tmux', ['show-options', '-gv', option.name], {
		timeoutMs,
		env: cli.env,
	});
	if (ran.status !== 'ended' || ran.exitCode !== 0) {
		return ok(name, 'this tmux does not have it');
	}
	const value = ran.output.trim();
	return option.isFine(value)
		? ok(name, value)
		: warn(name, `${value}: ${option.trouble}`, `in ~/.tmux.conf: ${option.line}`);
}
