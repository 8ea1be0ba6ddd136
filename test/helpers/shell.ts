import {symlinkSync} from 'node:fs';
import {dirname, join} from 'node:path';
import {expect, onTestFinished} from 'vitest';
import {cleanEnvironment, openPlace, type Place} from './agent.ts';
import {builtProgram} from './built-program.ts';
import {type ProcessLine, processTree} from './processes.ts';
import {openTmux, type Tmux} from './tmux.ts';

/** A person at a shell who has `agent-tui` on the path. */
export type Shell = Tmux & {
	readonly place: Place;
	readonly enter: (line: string) => void;
	/** Types the line, waits until the program runs, and gives it with all that it started. */
	readonly start: (line: string) => Promise<readonly ProcessLine[]>;
	/** Waits for the prompt, then asks: the code of the last command, and the terminal's settings. */
	readonly aftermath: () => Promise<{readonly code: number; readonly settings: string}>;
};

export function openShell({
	place = openPlace(),
	env = {},
	columns = 80,
	rows = 24,
	shell = 'sh -i',
}: {
	place?: Place;
	env?: Readonly<Record<string, string>>;
	columns?: number;
	rows?: number;
	shell?: string;
} = {}): Shell {
	symlinkSync(builtProgram, join(place.home, 'agent-tui'));
	const path = [place.home, dirname(process.execPath), process.env['PATH']].join(':');
	const variables = cleanEnvironment(place, {...env, PATH: path, PS1: 'shell> '});
	const words = Object.entries(variables).map(([name, value]) => `'${name}=${value}'`);
	const command = ['exec env -i', ...words, 'TERM="$TERM"', 'TMUX="$TMUX"', shell].join(' ');
	const tmux = openTmux({command, columns, rows, cwd: place.cwd});
	onTestFinished(() => tmux.close());
	const enter = (line: string) => {
		tmux.type(line);
		tmux.press('Enter');
	};
	return {
		...tmux,
		place,
		enter,
		async start(line) {
			enter(line);
			await tmux.see('? help');
			const [, ...started] = processTree(tmux.pid());
			return started;
		},
		async aftermath() {
			await tmux.see(/^shell>$/m);
			enter('echo "code $?"; stty -a');
			const seen = await tmux.see(/code \d+[\s\S]*\bicanon[\s\S]*^shell>$/m);
			return {code: Number(/code (\d+)/.exec(seen)?.[1]), settings: seen};
		},
	};
}

/** Echo and line editing are on, the cursor is seen, and the screen is the one from before. */
export function expectUsable(shell: Shell, settings: string): void {
	expect(settings).toMatch(/(?<!-)\bicanon\b/);
	expect(settings).toMatch(/(?<!-)\becho\b/);
	expect(settings).toMatch(/(?<!-)\bisig\b/);
	expect(settings).toMatch(/(?<!-)\bicrnl\b/);
	expect(settings).toMatch(/(?<!-)\bopost\b/);
	expect(shell.cursor().visible).toBe(true);
	const modes = '#{alternate_on} #{mouse_any_flag} #{keypad_cursor_flag} #{wrap_flag}';
	expect(shell.command('display-message', '-p', modes).trim()).toBe('0 0 0 1');
}
