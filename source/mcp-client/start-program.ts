import {isAbsolute, resolve} from 'node:path';
import {failed, type Result} from '../events/failure.ts';
import {type ProcessGroup, startGroup} from '../platform/process-group.ts';
import {helper} from '../platform/programs.ts';
import type {McpPorts, OtherMachines} from './ports.ts';
import type {ServerEntry, ServerPlace} from './server-entry.ts';

type StdioPlace = Extract<ServerPlace, {type: 'stdio'}>;

type Starting = {
	readonly entry: ServerEntry;
	readonly ports: McpPorts;
	readonly machines: OtherMachines | null;
	readonly signal: AbortSignal;
};

/** Starts the server's program, on this machine or on its host. All references must be resolved. */
export async function startProgram(
	place: StdioPlace,
	{entry, ports, machines, signal}: Starting,
): Promise<Result<ProcessGroup>> {
	const {host} = entry;
	if (host !== null) {
		const {command, args, env, cwd} = place;
		return machines === null
			? refused(entry, `it belongs to ${host}, which can't be reached from here`)
			: machines.start({host, argv: [command, ...args], env, cwd, signal});
	}
	const own = environmentOf(ports.env);
	const cwd = folderOf(entry, place, ports);
	const isPath = /[/\\]/.test(place.command);
	if (isPath && !isAbsolute(place.command) && place.cwd === null && entry.origin !== 'folder') {
		return refused(entry, `write the whole path of ${place.command}, or set cwd`);
	}
	const command = isPath ? resolve(cwd, place.command) : place.command;
	const program = helper(command, {...own, ...place.env});
	if (program === null) {
		const where = isPath ? 'there is no such program' : 'it is not found in PATH';
		return refused(entry, `${place.command} can't be started: ${where}`);
	}
	const {path, env} = program;
	const mark = ports.mark();
	const group = startGroup({
		path,
		parameters: place.args,
		env: {...env, ...mark.env},
		cwd,
		clock: ports.clock,
	});
	return {ok: true, value: group.pid === null ? group : endingAll(group, mark.started(group.pid))};
}

/** Ends the process group, and then the marked programs that have left the group. */
function endingAll(group: ProcessGroup, endMarked: () => Promise<void>): ProcessGroup {
	let ending: Promise<void> | null = null;
	return {
		...group,
		end() {
			ending ??= group.end().then(endMarked);
			return ending;
		},
	};
}

/**
 * Returns the folder in which the program starts. For a server of the settings or of an editor it
 * is not the session's folder: `npx` would run a program of that folder instead of the intended
 * one.
 */
function folderOf({origin}: ServerEntry, {cwd}: StdioPlace, ports: McpPorts): string {
	const base = origin === 'folder' ? ports.cwd : (ports.env['HOME'] ?? ports.cwd);
	return cwd === null ? base : resolve(base, cwd);
}

function refused({name}: ServerEntry, why: string): Result<never> {
	return {ok: false, failure: failed('bad-input', `mcpServers.${name}: ${why}.`)};
}

// biome-ignore format: a list reads better in rows
const inherited = [
	'HOME', 'LOGNAME', 'USER', 'SHELL', 'PATH', 'TERM', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR',
	'APPDATA', 'COMSPEC', 'HOMEDRIVE', 'HOMEPATH', 'LOCALAPPDATA', 'PATHEXT', 'PROGRAMDATA',
	'PROGRAMFILES', 'SYSTEMDRIVE', 'SYSTEMROOT', 'TEMP', 'USERNAME', 'USERPROFILE', 'WINDIR',
];

/**
 * Passes on only general variables. A server gets keys and tokens of this program's environment
 * only if its entry names them.
 */
function environmentOf(env: McpPorts['env']): Readonly<Record<string, string>> {
	return Object.fromEntries(
		inherited.flatMap(name => {
			const value = env[name];
			// Old versions of bash export functions as variables.
			return value === undefined || value.startsWith('()') ? [] : [[name, value]];
		}),
	);
}
