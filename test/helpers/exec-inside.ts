import {parseArguments} from '../../source/cli/arguments.ts';
import type {Ending} from '../../source/cli/context.ts';
import {withGlobals} from '../../source/cli/globals.ts';
import {runCommand} from '../../source/cli/run.ts';
import type {Settings} from '../../source/events/settings.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {type Folders, foldersOf} from '../../source/platform/folders.ts';
import {readSettings} from '../../source/storage/settings.ts';
import {cleanEnvironment, openPlace} from './agent.ts';
import {proxyInside} from './proxy-inside.ts';
import type {Ran, RunOptions} from './run-program.ts';

/**
 * A command of the command line in the test's own process, with the proxy there too: the whole of
 * `agent-tui exec` but for starting two programs. What concerns processes needs `run-program.ts`.
 */
export async function runInside(
	argv: readonly string[],
	{place = openPlace(), input = '', env: added = {}}: RunOptions = {},
): Promise<Ran> {
	const clock = systemClock();
	const env = cleanEnvironment(place, added);
	const folders = foldersOf(env, 'linux');
	let out = '';
	let err = '';
	const listeners = new Set<(ending: Ending) => void>();
	const code = await runCommand(argv, {
		env,
		platform: 'linux',
		cwd: place.cwd,
		enter: () => false,
		folders,
		clock,
		print: text => {
			out += text;
		},
		complain: text => {
			err += text;
		},
		readStdin: async () => ({ok: true, value: input}),
		async *readLines() {
			yield* input.split('\n');
		},
		readLine: async () => input.split('\n')[0] ?? '',
		terminal: {stdin: false, stdout: false, stderr: false, columns: 80, rows: 24, colorBits: 1},
		onEnding(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		leave(exitCode) {
			throw new Error(`The command left at once, with ${exitCode}`);
		},
		spawnProxy: ({token}) => proxyInside({settings: settingsFor(argv, folders), env, clock, token}),
	});
	return {code, out, err};
}

function settingsFor(argv: readonly string[], folders: Folders): Settings {
	const parsed = parseArguments(argv);
	const {settings} = readSettings(folders.config);
	return parsed.status === 'run' ? withGlobals(settings, parsed.flags) : settings;
}
