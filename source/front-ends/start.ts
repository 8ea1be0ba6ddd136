import {resolve} from 'node:path';
import {flagText, hasFlag, type Parsed} from '../cli/arguments.ts';
import {createEngine, type Engine} from '../engine/engine.ts';
import type {FrontEndIntent} from '../engine/engine-ports.ts';
import {systemPorts} from '../engine/system-ports.ts';
import type {SessionId} from '../events/ids.ts';
import type {Settings} from '../events/settings.ts';
import {createKeymap} from '../keys/keymap.ts';
import {foldersOf} from '../platform/folders.ts';
import {lastSession} from '../storage/sessions.ts';
import {choicesOf, chooseModel, openEngineSession} from './open-engine.ts';
import type {Booted} from './screen/boot.ts';
import {openFrontEnd, type WatchSettings, type Way} from './screen/screen-session.ts';
import {sendFirstMessage} from './send-first-message.ts';

export type Command = Extract<Parsed, {status: 'run'}>;

/** The screen, from the command line to the last byte: one session after another until one quits. */
export async function start({
	command,
	booted,
}: {
	command: Command;
	booted: Booted | null;
}): Promise<void> {
	const folder = flagText(command.flags, 'cwd');
	if (folder !== undefined && !enter(folder)) {
		booted?.modes.restore();
		process.stderr.write(`agent-tui: --cwd ${folder} is no folder that can be entered.\n`);
		process.exitCode = 2;
		await booted?.guard.end(2);
		return;
	}
	if (!booted) {
		const {startLinear} = await import('./linear/linear.ts');
		process.exitCode = await startLinear(command);
		return;
	}
	let way: Way = firstWay(command);
	for (let count = 1; way.type === 'open'; count += 1) {
		const {session: wanted, prompt} = way;
		way = await runSession({command, booted, wanted, prompt, isFirst: count === 1});
	}
	booted.modes.restore();
	process.stdout.write(way.words);
	await booted.guard.end(way.exitCode);
}

function enter(folder: string): boolean {
	try {
		process.chdir(resolve(folder));
		return true;
	} catch {
		return false;
	}
}

function firstWay({command, words}: Command): Way {
	if (command !== 'resume') {
		return {type: 'open', session: null, prompt: words.join(' ')};
	}
	const {state} = foldersOf(process.env, process.platform);
	const [id] = words;
	const last = id ?? lastSession(state, process.cwd()) ?? lastSession(state, null);
	return last === null
		? {type: 'quit', exitCode: 1, words: 'There is no session to resume yet.\n'}
		: {type: 'open', session: last as SessionId, prompt: ''};
}

type SessionRun = {
	readonly command: Command;
	readonly booted: Booted;
	readonly wanted: SessionId | null;
	readonly prompt: string;
	readonly isFirst: boolean;
};

/** What the command line asked for, once the session stands. */
function begin(
	engine: Engine,
	{command, prompt, isFirst}: Pick<SessionRun, 'command' | 'prompt' | 'isFirst'>,
): void {
	const [program, ...rest] = command.words;
	if (command.command === 'launch') {
		if (isFirst && program !== undefined) {
			engine.dispatch({type: 'launch', words: [program, ...rest]});
		}
	} else {
		void sendFirstMessage(engine, {
			prompt,
			hop: isFirst ? flagText(command.flags, 'hop') : undefined,
		});
	}
}

function openWatchSettings(first: Settings['monitoring']): WatchSettings {
	let current = first;
	return {
		now: () => current,
		change(next) {
			current = next;
		},
	};
}

async function runSession({command, booted, wanted, prompt, isFirst}: SessionRun): Promise<Way> {
	const problems: string[] = [];
	// Before there is a screen problems are collected, afterwards they are shown as they come.
	const report = {problem: (text: string): unknown => problems.push(text)};
	const run = openEngineSession({
		flags: command.flags,
		wanted,
		clock: booted.clock,
		onProblem: text => report.problem(text),
	});
	if (!run.ok) {
		return {type: 'quit', exitCode: 1, words: `${run.failure.message}\n`};
	}
	const {settings, folders, redactor, session, history} = run.value;
	const {keymap, problems: keyProblems} = createKeymap(settings.keys);
	const front: {take: (intent: FrontEndIntent) => void} = {take() {}};
	const pane = {columns: 80, rows: 24};
	const watchSettings = openWatchSettings(settings.monitoring);
	const engine = createEngine(
		systemPorts({
			...choicesOf(run.value),
			frontEnd: intent => front.take(intent),
			terminalSize: () => pane,
			monitoring: watchSettings.now,
		}),
	);
	const frontEnd = openFrontEnd({
		engine,
		booted,
		settings,
		folders,
		keymap,
		redactor,
		pane,
		watchSettings,
		session,
		isFirst,
		lowBandwidth: hasFlag(command.flags, 'low-bandwidth'),
	});
	front.take = frontEnd.take;
	report.problem = text => engine.dispatch({type: 'notify', level: 'error', text});
	for (const text of [...problems, ...keyProblems]) {
		engine.dispatch({type: 'notify', level: 'warn', text});
	}
	chooseModel(engine, {flags: command.flags, history});
	begin(engine, {command, prompt, isFirst});
	return frontEnd.done;
}
