import {type ChildProcess, spawn} from 'node:child_process';
import {readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {onTestFinished} from 'vitest';
import {type Script, type ScriptedModel, scriptedModel} from '../../cli/scripted-model.ts';
import {builtProgram} from '../../helpers/built-program.ts';
import {runInside} from '../../helpers/exec-inside.ts';
import type {Ran} from '../../helpers/run-program.ts';
import {temporaryFolder} from '../../helpers/temporary-folder.ts';

export type World = {
	readonly model: ScriptedModel;
	readonly home: string;
	readonly cwd: string;
	readonly start: (...argv: readonly string[]) => ChildProcess;
	readonly run: (argv: readonly string[], input?: string) => Promise<Ran>;
	readonly journal: () => string;
};

/** A folder with a provider that says what the scripts say, and `exec` in it. */
export async function world(...scripts: readonly Script[]): Promise<World> {
	const [model, home, cwd] = [
		await scriptedModel(...scripts),
		temporaryFolder(),
		temporaryFolder(),
	];
	const provider = {
		name: 'scripted',
		kind: 'openai-chat',
		baseUrl: model.baseUrl,
		models: ['scripted', 'second'],
		prices: {scripted: {input: 1, output: 1}},
	};
	writeFileSync(join(home, 'config.json'), JSON.stringify({providers: [provider]}));
	const env = {
		...process.env,
		AGENT_TUI_HOME: home,
		NO_COLOR: '1',
	};
	const start: World['start'] = (...argv) => {
		const child = spawn(process.execPath, [builtProgram, ...argv], {cwd, env});
		onTestFinished(() => {
			child.kill('SIGKILL');
		});
		return child;
	};
	return {
		model,
		home,
		cwd,
		start,
		run: (argv, input = '') => runInside(argv, {place: {home, cwd}, input}),
		journal() {
			const [session = ''] = readdirSync(join(home, 'sessions'));
			return join(home, 'sessions', session, 'journal.jsonl');
		},
	};
}

export const hello: Script = {type: 'text', text: 'Hello there.'};
export const touch: Script = {type: 'call', name: 'unified_exec', input: {cmd: 'touch marker'}};
