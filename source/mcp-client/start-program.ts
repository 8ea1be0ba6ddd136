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

/** Starts the program of an entry whose references are resolved, here or on its host. */
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

/** What has left the group is ended after it. */
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
 * A server of the settings or of an editor does not start in the folder that the session works in:
 * `npx` there would run what lies in the folder instead of what was asked for.
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

/** Keys and tokens of this program's own environment reach a server only if its entry names them. */
function environmentOf(env: McpPorts['env']): Readonly<Record<string, string>> {
	return Object.fromEntries(
		inherited.flatMap(name => {
			const value = env[name];
			// Old shells keep functions in variables.
			return value === undefined || value.startsWith('()') ? [] : [[name, value]];
		}),
	);
}
