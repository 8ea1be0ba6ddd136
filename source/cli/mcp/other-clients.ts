import {posix, win32} from 'node:path';
import {isJsonObject, type Json, type JsonObject} from '../../events/json.ts';
import type {Environment} from '../../platform/folders.ts';
import {jsonOf, readJsonTree} from '../use/json-tree.ts';
import {tomlValues} from '../use/toml-value.ts';

/** Another client of MCP, and where it stores the servers that its user has configured. */
export type OtherClient = {
	readonly title: string;
	/** The paths at which the client's file may be. The first that exists is read. */
	readonly paths: (place: ClientPlace) => readonly string[];
	/** Parses the text of the file. Throws `Unreadable` if it can't. */
	readonly read: (text: string) => JsonObject;
	/**
	 * Returns the servers of the parsed file by name. `cwd` is the working folder, for which a client
	 * may have servers of its own.
	 */
	readonly servers: (file: JsonObject, cwd: string) => JsonObject;
};

export type ClientPlace = {
	readonly env: Environment;
	readonly home: string;
	readonly platform: NodeJS.Platform;
};

/**
 * The clients whose servers can be imported. Only the user's own files are read: what a repository
 * contains (`.mcp.json`, `.vscode/mcp.json`, `.codex/config.toml`) was written by others and has to
 * be trusted first.
 */
export const otherClients: Readonly<Record<string, OtherClient>> = {
	claude: {
		title: 'Claude Code',
		paths: ({env, home}) => [posix.join(env['CLAUDE_CONFIG_DIR'] || home, '.claude.json')],
		read: readJson,
		servers: ({mcpServers, projects}, cwd) => ({
			...objectOf(mcpServers),
			...objectOf(objectOf(objectOf(projects)[cwd])['mcpServers']),
		}),
	},
	codex: {
		title: 'Codex',
		paths: ({env, home}) => [
			posix.join(env['CODEX_HOME'] || posix.join(home, '.codex'), 'config.toml'),
		],
		read: tomlValues,
		servers: file => objectOf(file['mcp_servers']),
	},
	gemini: {
		title: 'Gemini CLI',
		paths: ({home}) => [posix.join(home, '.gemini', 'settings.json')],
		read: readJson,
		servers: file => objectOf(file['mcpServers']),
	},
	opencode: {
		title: 'opencode',
		paths: ({env, home}) => {
			const folder = posix.join(env['XDG_CONFIG_HOME'] || posix.join(home, '.config'), 'opencode');
			return ['opencode.jsonc', 'opencode.json'].map(name => posix.join(folder, name));
		},
		read: readJson,
		servers: file => objectOf(file['mcp']),
	},
	vscode: {
		title: 'VS Code',
		paths: place => [vscodeFile(place)],
		read: readJson,
		servers: file => objectOf(file['servers']),
	},
};

function vscodeFile({env, home, platform}: ClientPlace): string {
	switch (platform) {
		case 'darwin':
			return posix.join(home, 'Library', 'Application Support', 'Code', 'User', 'mcp.json');
		case 'win32':
			return win32.join(env['APPDATA'] || home, 'Code', 'User', 'mcp.json');
		default:
			return posix.join(
				env['XDG_CONFIG_HOME'] || posix.join(home, '.config'),
				'Code',
				'User',
				'mcp.json',
			);
	}
}

/** Parses JSON that may contain comments. */
function readJson(text: string): JsonObject {
	return objectOf(text.trim() === '' ? {} : jsonOf(readJsonTree(text)));
}

function objectOf(value: Json | undefined): JsonObject {
	return isJsonObject(value) ? value : {};
}
