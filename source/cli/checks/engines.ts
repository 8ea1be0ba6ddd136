import {lstatSync, readdirSync} from 'node:fs';
import {join} from 'node:path';
import {isDeadSocket} from '../../engine/registry/record-files.ts';
import {type FoundRecord, inspectRecords} from '../../engine/registry/registry.ts';
import {
	enginesFolder,
	privateFolderProblem,
	socketsFolder,
} from '../../engine/registry/run-folder.ts';
import type {DoctorCheck} from '../../events/query.ts';
import {logoutFate, readLogoutFacts} from '../../platform/logout.ts';
import type {CliContext} from '../context.ts';
import {placedName} from '../running-sessions.ts';
import {version} from '../version.ts';
import {fail, ok, warn} from './check.ts';

const name = 'sessions';
const sweeping = 'agent-tui sessions --running takes them away';

/**
 * Checks the running sessions, what dead ones have left behind, and whether running ones survive a
 * logout.
 */
export async function checkEngines(cli: CliContext): Promise<readonly DoctorCheck[]> {
	const folder = enginesFolder(cli.folders.state);
	const found = inspectRecords(folder);
	if (!found.ok) {
		return [fail(name, found.failure.message, 'look at who made it; nothing there is believed')];
	}
	const sockets = {own: socketsIn(folder), common: socketsIn(socketsFolder())};
	return [
		...checkRunning(found.value),
		...checkLeft(found.value),
		...checkSockets(found.value, sockets),
		await checkLogout(found.value, cli),
	];
}

function checkRunning(found: readonly FoundRecord[]): readonly DoctorCheck[] {
	const running = found.flatMap(one => (one.status === 'running' ? [one.record] : []));
	const waiting = running.filter(record => record.waiting.length > 0).length;
	const others = running.filter(record => record.version !== version);
	const count = running.length === 0 ? 'none runs' : `${running.length} running`;
	return [
		ok(name, waiting === 0 ? count : `${count}, ${waiting} waiting for you`),
		...others.map(record =>
			warn(
				name,
				`${placedName(record)} runs in version ${record.version}, and this is ${version}`,
				`once it is idle: agent-tui stop ${record.session}, agent-tui resume ${record.session}`,
			),
		),
	];
}

function checkLeft(found: readonly FoundRecord[]): readonly DoctorCheck[] {
	const count = (status: FoundRecord['status']) =>
		found.filter(one => one.status === status).length;
	const [gone, garbage] = [count('gone'), count('garbage')];
	const [newer, elsewhere] = [count('newer'), count('elsewhere')];
	return [
		...(gone > 0 ? [warn(name, `${gone} ended without a word, such as by a crash`, sweeping)] : []),
		...(garbage > 0 ? [warn(name, `${garbage} records can't be read`, sweeping)] : []),
		...(newer > 0
			? [warn(name, `${newer} run in a later version`, 'see them with that version')]
			: []),
		...(elsewhere > 0 ? [ok(name, `${elsewhere} on another machine or in a container`)] : []),
	];
}

/**
 * Finds sockets without a record: no screen can find these. The common folder also contains sockets
 * of other `AGENT_TUI_HOME` folders.
 */
function checkSockets(
	found: readonly FoundRecord[],
	{own, common}: {own: readonly string[]; common: readonly string[]},
): readonly DoctorCheck[] {
	const known = new Set(found.map(one => ('record' in one ? one.record.socket : '')));
	const unknown = own.filter(path => !known.has(path));
	return [
		...unknown
			.filter(isDeadSocket)
			.map(path => warn(name, `the session that listened on ${path} is gone`, sweeping)),
		...unknown
			.filter(path => !isDeadSocket(path))
			.map(path =>
				warn(
					name,
					`a session listens on ${path}, and its record is gone`,
					'it writes it again within 10 s; look again then',
				),
			),
		...common
			.filter(path => !known.has(path) && isDeadSocket(path))
			.map(path => warn(name, `the session that listened on ${path} is gone`, `rm ${path}`)),
	];
}

function socketsIn(folder: string): readonly string[] {
	if (privateFolderProblem(folder) !== null) {
		return [];
	}
	try {
		return readdirSync(folder)
			.filter(each => each.endsWith('.sock'))
			.map(each => join(folder, each))
			.filter(path => lstatSync(path, {throwIfNoEntry: false})?.isSocket());
	} catch {
		return [];
	}
}

/**
 * Checks whether a logout would end sessions: for a running session, which may belong to another
 * login, or else for this process.
 */
async function checkLogout(found: readonly FoundRecord[], cli: CliContext): Promise<DoctorCheck> {
	const running = found.find(one => one.status === 'running');
	const pid = running?.status === 'running' ? running.record.pid : process.pid;
	const {survives, words, remedy} = logoutFate(await readLogoutFacts(pid, cli.env));
	return survives === true || remedy === undefined
		? ok('logout', words)
		: warn('logout', words, remedy);
}
