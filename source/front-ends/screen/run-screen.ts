import {flagText, hasFlag} from '../../cli/parsed.ts';
import type {Engine} from '../../engine/engine.ts';
import type {SessionId} from '../../events/ids.ts';
import type {Environment} from '../../platform/folders.ts';
import {createKeymap} from '../../view/actions/keymap.ts';
import {sendFirstMessage} from '../send-first-message.ts';
import type {SessionOpener} from '../session-opener.ts';
import type {NextStep} from '../session-requests.ts';
import type {AskedFor, StartCommand} from '../start.ts';
import type {Booted} from './boot.ts';
import {openScreenSession, type ScreenSession} from './screen-session.ts';

export type ScreenRun = {
	readonly command: StartCommand;
	readonly booted: Booted;
	readonly first: AskedFor;
	readonly env: Environment;
	/**
	 * When this aborts, the screen exits as after `/quit`. It is for a process that runs nothing but
	 * a screen.
	 */
	readonly signal?: AbortSignal;
	readonly open: SessionOpener;
};

/** Runs one session after another until the user quits, then restores the shell's screen. */
export async function runScreen({first, ...run}: ScreenRun): Promise<void> {
	const {command, booted} = run;
	let exit = firstExit(command, first);
	for (let count = 1; exit.type === 'open'; count += 1) {
		const {session: wanted, prompt} = exit;
		const isOneOfSeveral = count === 1 && first.type === 'earlier' && first.isOneOfSeveral === true;
		exit = await runSession({...run, wanted, prompt, isFirst: count === 1, isOneOfSeveral});
	}
	booted.modes.restore();
	booted.output.write(exit.words, () => {});
	await booted.guard.end(exit.exitCode);
}

function firstExit({words}: StartCommand, first: AskedFor): NextStep {
	switch (first.type) {
		case 'new':
			return {type: 'open', session: null, prompt: words.join(' ')};
		case 'earlier':
			return {type: 'open', session: first.session, prompt: ''};
		case 'none':
			return {type: 'quit', exitCode: 1, words: `${first.words}\n`};
	}
}

type SessionRun = Omit<ScreenRun, 'first'> & {
	readonly wanted: SessionId | null;
	readonly prompt: string;
	readonly isFirst: boolean;
	readonly isOneOfSeveral: boolean;
};

async function runSession(run: SessionRun): Promise<NextStep> {
	const {command, booted, wanted, env} = run;
	const problems: string[] = [];
	// Problems are collected until a screen can show them; afterwards each is shown at once.
	const report = {problem: (text: string): unknown => problems.push(text)};
	const opened = await run.open({wanted, onProblem: text => report.problem(text)});
	if (!opened.ok) {
		return {type: 'quit', exitCode: 1, words: `${opened.failure.message}\n`};
	}
	const {engine, settings} = opened.value;
	const {keymap, problems: keyProblems} = createKeymap(settings.keys);
	opened.value.start();
	const screen = await openScreenSession({
		...opened.value,
		booted,
		env,
		...(run.signal && {signal: run.signal}),
		keymap,
		isFirst: run.isFirst,
		lowBandwidth: hasFlag(command.flags, 'low-bandwidth'),
	});
	report.problem = text => engine.dispatch({type: 'notify', level: 'error', text});
	for (const text of [...problems, ...keyProblems]) {
		engine.dispatch({type: 'notify', level: 'warn', text});
	}
	begin(screen, run, opened.value.engine);
	return screen.done;
}

/** Does what the command line asked for, once the session is open. */
function begin(
	screen: ScreenSession,
	{command, prompt, isFirst, isOneOfSeveral}: SessionRun,
	engine: Engine,
): void {
	if (isOneOfSeveral) {
		screen.listRunning();
	}
	const [program, ...rest] = command.words;
	if (command.command === 'launch') {
		if (isFirst && program !== undefined) {
			void screen.launch([program, ...rest]);
		}
	} else {
		const hop = isFirst ? flagText(command.flags, 'hop') : undefined;
		void sendFirstMessage(engine, {prompt, hop});
	}
}
