import {join} from 'node:path';
import {execaSync} from 'execa';

const root = join(import.meta.dirname, '..');

type Places = {
	readonly folder: string;
	readonly home: string;
	readonly demo: string;
	readonly theme: string;
	readonly columns: number;
	readonly rows: number;
	/** Arguments of the program. By default `--inside`, so that the session ends with its window. */
	readonly parameters?: readonly string[];
	/** Environment variables that the person's login sets. */
	readonly login?: Readonly<Record<string, string>>;
};

/** Starts the built program in a tmux of its own, and acts as the person in front of it. */
export function openPerson({
	folder,
	home,
	demo,
	theme,
	columns,
	rows,
	parameters = ['--inside'],
	login = {},
}: Places) {
	const socket = join(folder, `socket-${columns}x${rows}`);
	const tmux = (...words: readonly string[]) =>
		execaSync('tmux', ['-S', socket, '-f', '/dev/null', ...words], {
			env: {TMUX: '', LANG: 'C.UTF-8'},
			reject: false,
		}).stdout;
	const variables = {
		PATH: process.env['PATH'] ?? '',
		HOME: home,
		AGENT_TUI_HOME: join(home, '.agent-tui'),
		LANG: 'C.UTF-8',
		SHELL: '/bin/sh',
		TERM: 'tmux-256color',
		COLORTERM: 'truecolor',
		TMUX: '1',
		...login,
	};
	const set = Object.entries(variables).map(([name, value]) => `'${name}=${value}'`);
	const program = `'${process.execPath}' '${join(root, 'dist/main.js')}' ${parameters.join(' ')} --theme ${theme}`;
	const size = ['-x', String(columns), '-y', String(rows)];
	tmux('new-session', '-d', ...size, '-c', demo, `exec env -i ${set.join(' ')} ${program}`);
	tmux('set-option', '-g', 'status', 'off');
	tmux('set-option', '-as', 'terminal-features', ',*:RGB');
	tmux('resize-window', ...size);
	const look = async (isThere: (screen: string) => boolean, what: string) => {
		for (let tries = 0; tries < triesMax; tries += 1) {
			if (isThere(tmux('capture-pane', '-p'))) {
				return;
			}
			await new Promise(resolve => void setTimeout(resolve, lookMs));
		}
		throw new Error(`${what} was not seen:\n${tmux('capture-pane', '-p')}`);
	};
	return {
		press: (...keys: readonly string[]) => tmux('send-keys', ...keys),
		say(line: string) {
			tmux('send-keys', '-l', '--', line);
			tmux('send-keys', 'Enter');
		},
		see: (what: string | RegExp) =>
			look(
				screen => (typeof what === 'string' ? screen.includes(what) : what.test(screen)),
				String(what),
			),
		/** Returns the screen with its colours, once it has not changed for a while. */
		async still(): Promise<string> {
			let last = '';
			let same = 0;
			await look(() => {
				const now = tmux('capture-pane', '-p', '-e', '-N');
				same = withoutSeconds(now) === withoutSeconds(last) ? same + 1 : 0;
				last = now;
				return same > stillLooks;
			}, 'A still screen');
			return last;
		},
		close: () => void tmux('kill-server'),
	};
}

/** Removes durations, because they keep changing while the rest of the screen is still. */
function withoutSeconds(screen: string): string {
	return screen.replace(/\d+ s\b/g, '');
}

const lookMs = 60;
const triesMax = 500;
const stillLooks = 12;
