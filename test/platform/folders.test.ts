import {expect, it} from 'vitest';
import {foldersOf} from '../../source/platform/folders.ts';

it.each([
	{
		what: 'AGENT_TUI_HOME is all three folders',
		env: {AGENT_TUI_HOME: '/here', XDG_CONFIG_HOME: '/xdg', HOME: '/home/a'},
		platform: 'linux',
		folders: {config: '/here', state: '/here', cache: '/here'},
	},
	{
		what: 'Linux without variables uses the usual folders',
		env: {HOME: '/home/a'},
		platform: 'linux',
		folders: {
			config: '/home/a/.config/agent-tui',
			state: '/home/a/.local/state/agent-tui',
			cache: '/home/a/.cache/agent-tui',
		},
	},
	{
		what: 'XDG variables are followed, a relative one is not',
		env: {HOME: '/home/a', XDG_CONFIG_HOME: '/c', XDG_STATE_HOME: 's', XDG_CACHE_HOME: '/x'},
		platform: 'linux',
		folders: {
			config: '/c/agent-tui',
			state: '/home/a/.local/state/agent-tui',
			cache: '/x/agent-tui',
		},
	},
	{
		what: 'macOS uses Library',
		env: {HOME: '/Users/a'},
		platform: 'darwin',
		folders: {
			config: '/Users/a/Library/Preferences/agent-tui',
			state: '/Users/a/Library/Application Support/agent-tui',
			cache: '/Users/a/Library/Caches/agent-tui',
		},
	},
	{
		what: 'Windows uses AppData',
		env: {APPDATA: 'C:\\r', LOCALAPPDATA: 'C:\\l'},
		platform: 'win32',
		folders: {
			config: 'C:\\r\\agent-tui\\Config',
			state: 'C:\\l\\agent-tui\\Data',
			cache: 'C:\\l\\agent-tui\\Cache',
		},
	},
] as const)('$what', ({env, platform, folders}) => {
	expect(foldersOf(env, platform)).toEqual(folders);
});
