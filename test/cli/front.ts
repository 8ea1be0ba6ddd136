import {type CliContext, systemCliContext} from '../../source/cli/context.ts';
import {foldersOf} from '../../source/platform/folders.ts';

export type Captured = {
	readonly cli: CliContext;
	readonly out: () => string;
	readonly err: () => string;
};

/** A front end in a home of its own that remembers what it was told to print. */
export function capturedFront(home: string, change: Partial<CliContext> = {}): Captured {
	let out = '';
	let err = '';
	const env = {...process.env, AGENT_TUI_HOME: home, NO_COLOR: '1', FORCE_COLOR: undefined};
	return {
		out: () => out,
		err: () => err,
		cli: {
			...systemCliContext(),
			enter: () => true,
			env,
			folders: foldersOf(env, process.platform),
			terminal: {stdin: false, stdout: false, stderr: false, columns: 80, rows: 24, colorBits: 1},
			print: text => {
				out += text;
			},
			complain: text => {
				err += text;
			},
			...change,
		},
	};
}
