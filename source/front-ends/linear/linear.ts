import {createInterface} from 'node:readline';
import {commands} from '../../../commands/index.ts';
import {flagText} from '../../cli/arguments.ts';
import {createEngine, type Engine} from '../../engine/engine.ts';
import {systemPorts} from '../../engine/system-ports.ts';
import type {Stamped} from '../../events/event.ts';
import type {HopQuestion} from '../../events/hop.ts';
import type {SessionId} from '../../events/ids.ts';
import type {Intent} from '../../events/intent.ts';
import {systemClock} from '../../platform/clock.ts';
import {foldersOf} from '../../platform/folders.ts';
import {type CommandContext, readCommand, runNamed} from '../../state/command.ts';
import {endWords} from '../../state/end-words.ts';
import {lastSession} from '../../storage/sessions.ts';
import {neutralise, reveal} from '../../text/neutralise.ts';
import {choicesOf, chooseModel, openEngineSession} from '../open-engine.ts';
import {sendFirstMessage} from '../send-first-message.ts';
import type {Command} from '../start.ts';
import {themeNames} from '../theme-names.ts';
import {createQuestions, type Questions} from './questions.ts';

/**
 * The conversation line by line, for screen readers and for terminals that can do nothing else:
 * what is said is said once, nothing moves, nothing ticks. Cards are questions answered by a word.
 */
export async function startLinear(command: Command): Promise<number> {
	if (command.command === 'launch') {
		say(
			'launch shows the screen of another program, which can not be told line by line. Run agent-tui proxy, tell that program its address, and start it by itself.',
		);
		return 2;
	}
	const clock = systemClock();
	const run = openEngineSession({
		flags: command.flags,
		wanted: wantedSession(command, foldersOf(process.env, process.platform).state),
		clock,
		onProblem: text => say(text),
	});
	if (!run.ok) {
		say(run.failure.message);
		return 1;
	}
	const {settings, folders, history} = run.value;
	let quit: () => void = () => {};
	const left = new Promise<void>(resolve => {
		quit = resolve;
	});
	const engine = createEngine(
		systemPorts({
			...choicesOf(run.value),
			frontEnd: intent =>
				intent.type === 'quit' ? quit() : say(`${intent.type} needs the full screen.`),
		}),
	);
	engine.store.onEvent(event => tell(engine, event));
	say('agent-tui, line by line. Write a message and press Enter. /quit ends.');
	// What was found while it was opened, such as calls that an earlier process left behind.
	for (const {text} of engine.store.state().notices) {
		say(text);
	}
	const questions = createQuestions({engine, clock, say});
	const known = {themes: themeNames(folders.config), rules: settings.permissions.rules};
	const lines = createInterface({input: process.stdin});
	lines.on('line', line => hear(engine, line.trim(), {questions, known}));
	lines.on('close', () => quit());
	process.on('SIGCONT', questions.repeat);
	process.on('SIGINT', () =>
		engine.store.state().chat.turn ? engine.dispatch({type: 'interrupt'}) : quit(),
	);
	chooseModel(engine, {flags: command.flags, history});
	void sendFirstMessage(engine, {
		prompt: command.command === '' ? command.words.join(' ') : '',
		hop: flagText(command.flags, 'hop'),
	});
	await left;
	process.off('SIGCONT', questions.repeat);
	lines.close();
	questions.close();
	await engine.stop('quit');
	return 0;
}

function wantedSession({command, words}: Command, state: string): SessionId | null {
	return command === 'resume'
		? ((words[0] ??
				lastSession(state, process.cwd()) ??
				lastSession(state, null)) as SessionId | null)
		: null;
}

function say(text: string, said: () => void = () => {}): void {
	process.stdout.write(`${neutralise(text)}\n`, said);
}

function sayAll(lines: readonly string[]): void {
	for (const line of lines) {
		say(line);
	}
}

function tell(engine: Engine, event: Stamped): void {
	switch (event.type) {
		case 'reply.ended': {
			const reply = engine.store
				.state()
				.chat.items.findLast(item => item.type === 'reply' && item.id === event.reply);
			return reply?.type === 'reply' && reply.text !== '' ? say(`Agent: ${reply.text}`) : undefined;
		}
		case 'hop.asked':
			return refuseSecret(engine, event.question);
		case 'tool.started':
			return say(`Running: ${reveal(engine.store.state().calls.get(event.call)?.summary ?? '')}`);
		case 'tool.ended':
			return say(`Tool ended: ${endOf(engine, event)}.`);
		case 'turn.ended':
			return event.failure ? say(`Failed: ${event.failure.message}`) : undefined;
		case 'notice.shown':
			return say(event.text);
	}
}

function endOf(engine: Engine, event: Extract<Stamped, {type: 'tool.ended'}>): string {
	const {outcome} = event;
	const call = engine.store.state().calls.get(event.call);
	return outcome.status === 'ok' || outcome.status === 'failed' || !call
		? outcome.status
		: endWords(call, outcome);
}

/** What is secret can't be typed where every line is shown. */
function refuseSecret(engine: Engine, question: HopQuestion): void {
	if (question.type === 'secret') {
		say(
			`${question.title}: secrets are typed on the full screen only. Use an agent or a key for ${question.host}.`,
		);
		engine.dispatch({type: 'answer-hop', question: question.id, answer: {type: 'no'}});
	}
}

type Known = Pick<CommandContext, 'themes' | 'rules'>;

/** While a question waits, only an answer is an answer; any other line goes to the agent. */
function hear(
	engine: Engine,
	line: string,
	{questions, known}: {questions: Questions; known: Known},
): void {
	if (questions.hear(line)) {
		return;
	}
	if (line.startsWith('/')) {
		runCommand(engine, line, known);
	} else if (line.startsWith('!') && line.length > 1) {
		engine.dispatch({type: 'run-shell', command: line.slice(1)});
	} else if (line !== '') {
		engine.dispatch({type: 'send', text: line});
	}
}

function runCommand(engine: Engine, line: string, known: Known): void {
	const written = readCommand(line);
	const now = systemClock().now();
	const answer = runNamed(commands, written, {...known, state: engine.store.state(), now});
	if (!answer || 'problem' in answer) {
		say(answer ? answer.problem : `There is no /${written.name}. /help lists them all.`);
		return;
	}
	for (const intent of answer) {
		performLinear(engine, intent);
	}
}

function performLinear(engine: Engine, intent: Intent): void {
	switch (intent.type) {
		case 'open-overlay':
			if (intent.overlay.type === 'help') {
				return sayAll(helpLines());
			}
			return intent.overlay.type === 'text'
				? sayAll(intent.overlay.lines)
				: say('This list needs the full screen; write what you want after the command.');
		case 'compose':
		case 'search':
		case 'copy':
		case 'browse':
			return say(`${intent.type} needs the full screen.`);
		default:
			return engine.dispatch(intent);
	}
}

function helpLines(): readonly string[] {
	return Object.entries(commands).map(
		([name, {summary, usage}]) => `/${name}${usage ? ` ${usage}` : ''}: ${summary}.`,
	);
}
