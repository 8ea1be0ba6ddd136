import {mkdirSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {bundleFloors, nodeFloor} from './floors/bundle.ts';
import {writeSession} from './long-session.ts';
import type {Program} from './terminal.ts';

/** The built program and the programs with which it is compared, each with a home of its own. */
export type Programs = {
	readonly ours: Program;
	/** The built program in a home that was never used. Each call makes a new home. */
	readonly oursAtFirst: () => Program;
	/**
	 * The built program with the arguments that resume a session of this length, which is written for
	 * that.
	 */
	readonly oursWith: (messages: number) => Program;
	readonly node: Program;
	readonly inkHello: Program;
	readonly inkChat: Program;
	readonly close: () => void;
};

export async function createPrograms({
	main,
	upstreamPort,
}: {
	main: string;
	upstreamPort: number;
}): Promise<Programs> {
	const folder = mkdtempSync(join(tmpdir(), 'agent-tui-bench-'));
	const floors = join(folder, 'floors');
	await bundleFloors(floors);
	let homes = 0;
	const make = (name: string, parameters: readonly string[]): Program => {
		const home = join(folder, `home-${++homes}`);
		const work = join(home, 'work');
		mkdirSync(work, {recursive: true});
		return {
			name,
			parameters,
			folder: work,
			environment: {
				PATH: process.env['PATH'] ?? '',
				LANG: 'C.UTF-8',
				TERM: 'xterm-256color',
				COLORTERM: 'truecolor',
				SHELL: '/bin/sh',
				HOME: home,
				AGENT_TUI_HOME: home,
				OPENAI_BASE_URL: `http://127.0.0.1:${upstreamPort}/v1`,
				OPENAI_API_KEY: 'none',
			},
		};
	};
	return {
		ours: make('agent-tui', [main]),
		oursAtFirst: () => make('agent-tui, first start', [main]),
		oursWith(messages) {
			const program = make(`agent-tui with ${messages} messages`, []);
			const home = program.environment['AGENT_TUI_HOME'] ?? '';
			const session = writeSession({home, cwd: program.folder, messages});
			return {...program, parameters: [main, 'resume', session]};
		},
		node: make('bare Node', [nodeFloor]),
		inkHello: make('Ink hello world', [join(floors, 'ink-hello.mjs')]),
		inkChat: make('smallest Ink chat', [join(floors, 'ink-chat.mjs')]),
		close: () => rmSync(folder, {recursive: true, force: true}),
	};
}
