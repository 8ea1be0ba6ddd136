import {randomBytes} from 'node:crypto';
import {lstatSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {failed, type Result} from '../../events/failure.ts';
import {codeOf, makePrivateFolder} from '../../platform/atomic-file.ts';

/**
 * Makes and checks the folder in which running sessions say how to reach them. A user who can write
 * there could pretend to be an engine, and one who can read there could answer an engine's cards.
 * So the folder must belong to this user alone; every use checks this again, without following
 * links. If the check fails, nothing is repaired: a person has to look at the folder.
 */
export function prepareRunFolder(state: string, owner: FolderOwner = {}): Result<string> {
	const folder = enginesFolder(state);
	for (const each of [dirname(folder), folder]) {
		const made = preparePrivateFolder(each, owner);
		if (!made.ok) {
			return made;
		}
	}
	return {ok: true, value: folder};
}

export function enginesFolder(state: string): string {
	return join(state, 'run', 'engines');
}

/** Tests name another user than the one that this process runs as. */
export type FolderOwner = {readonly uid?: number};

/**
 * Returns null if the folder is this user's alone or does not exist; otherwise what is wrong and
 * what to do.
 */
export function runFolderProblem(folder: string, owner: FolderOwner = {}): string | null {
	return privateFolderProblem(dirname(folder), owner) ?? privateFolderProblem(folder, owner);
}

/**
 * Returns a path that no other engine's socket has had. Systems limit the length of such a path,
 * and an old Node silently cuts a longer one. So if the path beside the record is too long, the
 * socket goes to a folder of this user inside the folder for temporary files.
 */
export function socketPath(
	folder: string,
	{
		platform = process.platform,
		temporary = temporaryFolderOf(platform),
		...owner
	}: FolderOwner & {readonly platform?: NodeJS.Platform; readonly temporary?: string} = {},
): Result<string> {
	const name = `${process.pid}-${randomBytes(4).toString('hex')}.sock`;
	const bytesMax = platform === 'darwin' ? macBytesMax : linuxBytesMax;
	const isShort = (path: string) => Buffer.byteLength(path) <= bytesMax;
	const beside = join(folder, name);
	if (isShort(beside)) {
		return {ok: true, value: beside};
	}
	const short = socketsFolder({temporary, ...owner});
	const path = join(short, name);
	if (!isShort(path)) {
		const words = `No socket can be made for this session: ${beside} and ${path} are longer than the ${bytesMax} bytes that this system takes. Choose a shorter folder with AGENT_TUI_HOME.`;
		return {ok: false, failure: failed('storage', words)};
	}
	const made = preparePrivateFolder(short, owner);
	return made.ok ? {ok: true, value: path} : made;
}

/** The folder for sockets whose path beside their record would be too long. */
export function socketsFolder({
	temporary = temporaryFolderOf(process.platform),
	uid = process.getuid?.() ?? 0,
}: FolderOwner & {readonly temporary?: string} = {}): string {
	return join(temporary, `agent-tui-sockets-${uid}`);
}

// The system's own limits (104, 108) count the zero at the end.
const macBytesMax = 103;
const linuxBytesMax = 107;

/**
 * Linux uses /tmp, since TMPDIR may be removed when a login or a build ends. macOS uses TMPDIR,
 * which is the user's own folder, since /tmp is cleaned up there.
 */
function temporaryFolderOf(platform: NodeJS.Platform): string {
	return platform === 'linux' ? '/tmp' : tmpdir();
}

function preparePrivateFolder(path: string, owner: FolderOwner): Result<string> {
	try {
		makePrivateFolder(path);
	} catch (error) {
		const words = `${path} could not be made (${codeOf(error) || error}), so this session can't be reached from other screens.`;
		return {ok: false, failure: failed('storage', words)};
	}
	const problem = privateFolderProblem(path, owner);
	return problem === null
		? {ok: true, value: path}
		: {ok: false, failure: failed('denied', problem)};
}

const whoMayEnter = 0o077;

/**
 * Returns null if the folder is this user's alone or does not exist; otherwise what is wrong and
 * what to do.
 */
export function privateFolderProblem(
	path: string,
	{uid = process.getuid?.()}: FolderOwner = {},
): string | null {
	const found = lstatSync(path, {throwIfNoEntry: false});
	if (found === undefined) {
		return null;
	}
	if (found.isSymbolicLink()) {
		return `${path} is a link. It leads to what opens your running sessions, so it has to be a folder: remove the link.`;
	}
	if (!found.isDirectory()) {
		return `${path} is no folder, and agent-tui needs one there for its running sessions: move it away.`;
	}
	if (uid !== undefined && found.uid !== uid) {
		return `${path} belongs to user ${found.uid}, and this is user ${uid}. Running sessions open to their own user only.`;
	}
	const mode = found.mode & 0o777;
	return uid !== undefined && (mode & whoMayEnter) !== 0
		? `Others can enter ${path} (its mode is ${mode.toString(8)}), and it opens your running sessions. Close it: chmod 700 ${path}`
		: null;
}
