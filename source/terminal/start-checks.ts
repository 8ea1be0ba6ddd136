import {constants} from 'node:fs';
import {access, stat} from 'node:fs/promises';
import {delimiter, isAbsolute, join, resolve} from 'node:path';
import {failed} from '../events/failure.ts';
import type {Opened, OpenRequest, Program} from './transport.ts';

export type StartPlan = {
	readonly ok: true;
	readonly file: string;
	readonly parameters: readonly string[];
};

type Refused = Extract<Opened, {ok: false}>;

/**
 * Checks the shell and the folder before the fork. If one is missing, the fork itself would
 * succeed, and the child would print its own error and exit with 1, which looks like the command's
 * failure.
 */
export async function planStart(
	{program, cwd}: Pick<OpenRequest, 'program' | 'cwd'>,
	environment: Readonly<Record<string, string>>,
): Promise<StartPlan | Refused> {
	if (!(await isFolder(cwd))) {
		return refuse('workdir', `The folder ${cwd} does not exist or can't be entered.`);
	}
	return program.type === 'argv'
		? planArgv(program.argv, {cwd, environment})
		: planShell(program, {cwd, environment});
}

type Place = {readonly cwd: string; readonly environment: Readonly<Record<string, string>>};

async function planArgv(
	[name, ...parameters]: readonly [string, ...string[]],
	reservation: Place,
): Promise<StartPlan | Refused> {
	const file = await findProgram(name, reservation);
	return file === null
		? refuse('spawn', `There is no program ${name} that can be run here.`)
		: {ok: true, file, parameters};
}

async function planShell(
	{command, shell, login}: Extract<Program, {type: 'shell'}>,
	reservation: Place,
): Promise<StartPlan | Refused> {
	const flags = login ? ['-l'] : [];
	const parameters = command === null ? flags : [...flags, '-c', command];
	if (shell !== undefined) {
		const file = await findProgram(shell, reservation);
		return file === null
			? refuse('shell', `There is no shell ${shell} that can be run here.`)
			: {ok: true, file, parameters};
	}
	for (const name of [reservation.environment['SHELL'], '/bin/bash', '/bin/sh']) {
		const file = name ? await findProgram(name, reservation) : null;
		if (file !== null) {
			return {ok: true, file, parameters};
		}
	}
	return refuse(
		'shell',
		'No shell was found: neither $SHELL nor /bin/bash nor /bin/sh can be run.',
	);
}

async function findProgram(name: string, {cwd, environment}: Place): Promise<string | null> {
	const candidates =
		isAbsolute(name) || name.includes('/')
			? [resolve(cwd, name)]
			: (environment['PATH'] ?? '')
					.split(delimiter)
					// A relative folder in PATH means a different folder for each working folder, perhaps one
					// in a repository.
					.filter(folder => isAbsolute(folder))
					.map(folder => join(folder, name));
	for (const candidate of candidates) {
		if (await isProgram(candidate)) {
			return candidate;
		}
	}
	return null;
}

async function isProgram(path: string): Promise<boolean> {
	try {
		await access(path, constants.X_OK);
		return (await stat(path)).isFile();
	} catch {
		return false;
	}
}

async function isFolder(path: string): Promise<boolean> {
	try {
		await access(path, constants.X_OK);
		return (await stat(path)).isDirectory();
	} catch {
		return false;
	}
}

function refuse(code: Refused['code'], message: string): Refused {
	return {ok: false, code, failure: failed('not-found', message)};
}
