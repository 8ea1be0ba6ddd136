import {homedir} from 'node:os';
import {posix, win32} from 'node:path';

export type Folders = {
	/** Settings, and the user's commands and themes. */
	readonly config: string;
	/** Sessions, the running proxy, history, grants. */
	readonly state: string;
	/** Files that may be deleted at any time. */
	readonly cache: string;
};

export type Environment = Readonly<Record<string, string | undefined>>;

const name = 'agent-tui';

/** AGENT_TUI_HOME puts everything in one folder; otherwise each system's conventions apply. */
export function foldersOf(env: Environment, platform: NodeJS.Platform): Folders {
	const {resolve} = platform === 'win32' ? win32 : posix;
	const home = env['AGENT_TUI_HOME'];
	if (home) {
		const folder = resolve(home);
		return {config: folder, state: folder, cache: folder};
	}
	switch (platform) {
		case 'darwin':
			return macFolders(userHome(env['HOME']));
		case 'win32':
			return windowsFolders(env, userHome(env['USERPROFILE']));
		default:
			return xdgFolders(env, userHome(env['HOME']));
	}
}

function userHome(fromEnvironment: string | undefined): string {
	return fromEnvironment || homedir();
}

function macFolders(home: string): Folders {
	const library = posix.join(home, 'Library');
	return {
		config: posix.join(library, 'Preferences', name),
		state: posix.join(library, 'Application Support', name),
		cache: posix.join(library, 'Caches', name),
	};
}

function windowsFolders(env: Environment, home: string): Folders {
	const roaming = env['APPDATA'] || win32.join(home, 'AppData', 'Roaming');
	const local = env['LOCALAPPDATA'] || win32.join(home, 'AppData', 'Local');
	return {
		config: win32.join(roaming, name, 'Config'),
		state: win32.join(local, name, 'Data'),
		cache: win32.join(local, name, 'Cache'),
	};
}

function xdgFolders(env: Environment, home: string): Folders {
	const folder = (variable: string, ...usual: readonly string[]) => {
		const value = env[variable];
		// The XDG specification says that relative paths must be ignored.
		return posix.join(value && posix.isAbsolute(value) ? value : posix.join(home, ...usual), name);
	};
	return {
		config: folder('XDG_CONFIG_HOME', '.config'),
		state: folder('XDG_STATE_HOME', '.local', 'state'),
		cache: folder('XDG_CACHE_HOME', '.cache'),
	};
}
