import {resolve} from 'node:path';
import {createApp} from './app.ts';
import type {Booted} from './boot.ts';
import {flagText, hasFlag, type Parsed} from './cli/arguments.ts';
import {wantedModel, withGlobals} from './cli/globals.ts';
import {version} from './cli/version.ts';
import type {Failure, Result} from './events/failure.ts';
import type {SessionId} from './events/ids.ts';
import {openFrontEnd, type Way} from './front-end.ts';
import {createKeymap} from './keys/keymap.ts';
import {foldersOf} from './platform/folders.ts';
import {type FrontEndIntent, systemPorts} from './ports.ts';
import {sessionFolder} from './storage/journal.ts';
import {type OpenedSession, openSession} from './storage/open-session.ts';
import {createRedactor, knownSecrets} from './storage/redact.ts';
import {lastSession} from './storage/sessions.ts';
import {readSettings, setAsideBroken} from './storage/settings.ts';

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
		const {startLinear} = await import('./linear.ts');
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

type Run = {
	readonly command: Command;
	readonly booted: Booted;
	readonly wanted: SessionId | null;
	readonly prompt: string;
	readonly isFirst: boolean;
};

async function runSession({command, booted, wanted, prompt, isFirst}: Run): Promise<Way> {
	const {env, platform} = process;
	const folders = foldersOf(env, platform);
	const {settings: own, warnings, broken} = readSettings(folders.config);
	const aside = broken ? setAsideBroken(folders.config, booted.clock) : null;
	const settings = withGlobals(own, command.flags);
	const redactor = createRedactor(knownSecrets(env, settings.providers));
	const problems: string[] = [...warnings, ...(aside ? [aside] : [])];
	// Before there is a screen problems are collected, afterwards they are shown as they come.
	const report = {problem: (text: string): unknown => problems.push(text)};
	const opened: Result<OpenedSession> = openSession({
		folder: folders.state,
		wanted,
		clock: booted.clock,
		redactor,
		onProblem: (problem: Failure) => report.problem(problem.message),
	});
	if (!opened.ok) {
		return {type: 'quit', exitCode: 1, words: `${opened.failure.message}\n`};
	}
	const {keymap, problems: keyProblems} = createKeymap(settings.keys);
	const {session, history, journal} = opened.value;
	const front: {take: (intent: FrontEndIntent) => void} = {take() {}};
	const pane = {columns: 80, rows: 24};
	const app = createApp(
		systemPorts({
			env,
			cwd: process.cwd(),
			version,
			settings,
			session,
			history,
			journal,
			headless: null,
			frontEnd: intent => front.take(intent),
			terminalsFolder: `${sessionFolder(folders.state, session)}/terminals`,
			terminalSize: () => pane,
		}),
	);
	const frontEnd = openFrontEnd({
		app,
		booted,
		settings,
		folders,
		keymap,
		redactor,
		pane,
		session,
		isFirst,
		lowBandwidth: hasFlag(command.flags, 'low-bandwidth'),
	});
	front.take = frontEnd.take;
	report.problem = text => app.perform({type: 'notify', level: 'error', text});
	for (const text of [...problems, ...keyProblems]) {
		app.perform({type: 'notify', level: 'warn', text});
	}
	// A resumed session has a model already; the command line may name another one.
	const model = wantedModel(command.flags);
	if (model !== null && history.length > 0) {
		app.perform({type: 'choose-model', provider: '', model});
	}
	if (prompt !== '') {
		app.perform({type: 'send', text: prompt});
	}
	return frontEnd.done;
}
