import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {execaSync} from 'execa';
import {pollFor} from './poll-for.ts';

/**
 * A person at a real tmux: types keys, reads the screen. Each has a server of its own, so tests
 * never touch a tmux that somebody works in, and `close` ends only what was started here.
 */
export type Tmux = {
	readonly press: (...keys: readonly string[]) => void;
	readonly type: (text: string) => void;
	readonly paste: (text: string) => void;
	readonly screen: () => string;
	/** The screen with its colours. */
	readonly colored: () => string;
	readonly resize: (columns: number, rows: number) => void;
	/** Waits until the screen shows it; fails with the whole screen otherwise. */
	readonly see: (what: string | RegExp, timeoutMs?: number) => Promise<string>;
	readonly seeNot: (what: string | RegExp, timeoutMs?: number) => Promise<void>;
	readonly cursor: () => {readonly x: number; readonly y: number; readonly visible: boolean};
	readonly pid: () => number;
	readonly command: (...parameters: readonly string[]) => string;
	readonly close: () => void;
};

/** How long something may take on a busy machine before a story fails. */
const seeMsMax = 60_000;
const interval = 30;

export const hasTmux = execaSync('tmux', ['-V'], {reject: false}).exitCode === 0;

export function openTmux({
	command,
	columns = 80,
	rows = 24,
	env = {},
	cwd,
}: {
	command: string;
	columns?: number;
	rows?: number;
	env?: Readonly<Record<string, string>>;
	cwd?: string;
}): Tmux {
	const folder = mkdtempSync(join(tmpdir(), 'agent-tui-tmux-'));
	const socket = join(folder, 'socket');
	const options = {
		env: {TMUX: '', LANG: 'C.UTF-8'},
		reject: false,
		stripFinalNewline: false,
	} as const;
	const tmux = (...parameters: readonly string[]): string =>
		execaSync('tmux', ['-S', socket, '-f', '/dev/null', ...parameters], options).stdout;
	const variables = Object.entries(env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
	const place = cwd === undefined ? [] : ['-c', cwd];
	tmux(
		'new-session',
		'-d',
		'-x',
		String(columns),
		'-y',
		String(rows),
		...variables,
		...place,
		command,
	);
	tmux('set-option', '-g', 'remain-on-exit', 'on');
	tmux('set-option', '-s', 'escape-time', '0');
	tmux('set-option', '-g', 'status', 'off');
	tmux('resize-window', '-x', String(columns), '-y', String(rows));
	const screen = () => tmux('capture-pane', '-p');
	const has = (what: string | RegExp) =>
		typeof what === 'string' ? screen().includes(what) : what.test(screen());
	return {
		screen,
		command: tmux,
		colored: () => tmux('capture-pane', '-p', '-e'),
		press: (...keys) => {
			tmux('send-keys', ...keys);
		},
		type: text => {
			tmux('send-keys', '-l', '--', text);
		},
		paste: text => {
			tmux('set-buffer', '--', text);
			tmux('paste-buffer', '-p');
		},
		resize: (width, height) => {
			tmux('resize-window', '-x', String(width), '-y', String(height));
		},
		async see(what, timeoutMs = seeMsMax) {
			const look = () => (has(what) ? 'seen' : `not seen: ${what}\n${screen()}`);
			await pollFor(look, 'seen', {timeout: timeoutMs, interval});
			return screen();
		},
		async seeNot(what, timeoutMs = seeMsMax) {
			const look = () => (has(what) ? `still seen: ${what}\n${screen()}` : 'gone');
			await pollFor(look, 'gone', {timeout: timeoutMs, interval});
		},
		cursor() {
			const [x, y, visible] = tmux(
				'display-message',
				'-p',
				'#{cursor_x} #{cursor_y} #{cursor_flag}',
			)
				.trim()
				.split(' ')
				.map(Number);
			return {x: x ?? 0, y: y ?? 0, visible: visible === 1};
		},
		pid: () => Number(tmux('display-message', '-p', '#{pane_pid}').trim()),
		close() {
			tmux('kill-server');
			rmSync(folder, {recursive: true, force: true});
		},
	};
}
