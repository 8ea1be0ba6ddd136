import {commands} from '../../../commands/index.ts';
import {flagText} from '../../cli/parsed.ts';
import type {Engine} from '../../engine/engine.ts';
import {type Clock, systemClock} from '../../platform/clock.ts';
import {unconfirmedLines} from '../../state/hops.ts';
import {createMirror, type Mirror} from '../../state/mirror.ts';
import type {State} from '../../state/state.ts';
import {openDraftFile} from '../../storage/draft.ts';
import {neutralise} from '../../text/neutralise.ts';
import {noSuchCommand, readCommand, runNamed} from '../../view/command.ts';
import {offerToEnd} from '../../view/input/offer-end.ts';
import {goneWords} from '../engine-gone.ts';
import type {FrontEndSession} from '../front-end-session.ts';
import {isInUse} from '../in-use.ts';
import {tellReading} from '../reading-lines.ts';
import {sendFirstMessage} from '../send-first-message.ts';
import type {SessionOpener} from '../session-opener.ts';
import type {NextStep, Presenter, SessionExit} from '../session-requests.ts';
import type {AskedFor, StartCommand} from '../start.ts';
import {tellAnswer} from '../tell-answer.ts';
import {themeNames} from '../themes.ts';
import {tellElsewhere} from '../waiting-elsewhere.ts';
import {type LineInput, type LineListener, openLines} from './lines.ts';
import {createList, type LinearList} from './lists.ts';
import {performLinear} from './perform.ts';
import {presenterOf} from './presenter.ts';
import {createQuestions, type Questions} from './questions.ts';
import {tellEvent} from './tell-event.ts';
import {tellPast} from './tell-past.ts';
import {createTerminals, type LinearTerminals} from './terminals.ts';

/**
 * Shows the conversation line by line, for screen readers and for terminals without cursor control.
 * Each text is printed once; nothing moves or is redrawn. A card is a question that the person
 * answers with a word; a choice in a list is a number.
 */
export async function runLinear({
	command,
	first,
	open,
}: {
	command: StartCommand;
	first: AskedFor;
	open: SessionOpener;
}): Promise<number> {
	if (process.stdout.isTTY) {
		process.stdout.write(plainModes);
	}
	const lines = openLines(process.stdin);
	let exit: NextStep = firstExit(command, first);
	for (let isFirst = true; exit.type === 'open'; isFirst = false) {
		const isOneOfSeveral = isFirst && first.type === 'earlier' && first.isOneOfSeveral === true;
		exit = await runSession({command, exit, isFirst, isOneOfSeveral, lines, open});
	}
	lines.close();
	if (exit.words !== '') {
		say(exit.words);
	}
	return exit.exitCode;
}

/**
 * Resets the modes that a killed full screen may have left behind. Line wrapping is switched on,
 * since otherwise the end of a long command could not be seen before it is answered.
 */
const plainModes = '\u001B[?1006;1002;1000l\u001B[?2004l\u001B[?7h\u001B[?25h\u001B[m';

function firstExit({command, words}: StartCommand, first: AskedFor): NextStep {
	const prompt = command === '' ? words.join(' ') : '';
	return first.type === 'none'
		? {type: 'quit', exitCode: 1, words: first.words}
		: {type: 'open', session: first.type === 'earlier' ? first.session : null, prompt};
}

type SessionRun = {
	readonly command: StartCommand;
	readonly exit: Extract<SessionExit, {type: 'open'}>;
	readonly isFirst: boolean;
	readonly isOneOfSeveral: boolean;
	readonly lines: LineInput;
	readonly open: SessionOpener;
};

async function runSession(run: SessionRun): Promise<NextStep> {
	const {command, exit, isFirst, isOneOfSeveral, lines, open} = run;
	const clock = systemClock();
	const opened = await open({wanted: exit.session, onProblem: text => say(text)});
	if (!opened.ok) {
		return {type: 'quit', exitCode: 1, words: opened.failure.message};
	}
	const {engine, remote, session} = opened.value;
	opened.value.start();
	const linear = await openLinear(opened.value, {clock, say, readHidden: lines.readHidden});
	lines.listen(linear);
	process.on('SIGCONT', linear.repeat);
	const unsent = openDraftFile({...opened.value, folder: opened.value.folders.state, clock}).read();
	if (unsent) {
		say(`You were writing, and did not send: ${unsent.text}`);
	}
	if (isOneOfSeveral) {
		linear.line('/sessions running');
	}
	if (exit.session === null) {
		void tellRunningHere(engine);
	}
	void sendFirstMessage(engine, {
		prompt: exit.prompt,
		hop: isFirst ? flagText(command.flags, 'hop') : undefined,
	});
	let isLeaving = false;
	void remote?.gone.then(gone => {
		if (!isLeaving) {
			say(goneWords(gone, session) ?? `${died} agent-tui resume ${session}`);
		}
		linear.end('closed');
	});
	const next = await linear.left;
	isLeaving = true;
	lines.listen(null);
	process.off('SIGCONT', linear.repeat);
	const goesOn =
		next.type === 'detach' || (next.type === 'open' && isInUse(linear.state(), remote));
	linear.close();
	if (remote && goesOn && !remote.isGone()) {
		remote.detach();
		say(`The session goes on. Come back to it: agent-tui attach ${session}`);
	} else {
		const isTold = remote?.isGone() === true;
		const {goesOn: isLeft, why} = await opened.value.end('quit');
		if (isLeft && why && !isTold) {
			say(why);
		}
		for (const line of unconfirmedLines(engine.shared?.state() ?? linear.state())) {
			say(line);
		}
	}
	return next.type === 'detach' ? {type: 'quit', exitCode: 0, words: ''} : next;
}

/**
 * Names the sessions that already run in this folder, because the person may want to join one of
 * them.
 */
async function tellRunningHere({query}: Pick<Engine, 'query'>): Promise<void> {
	const running = await query({type: 'running-here'});
	for (const {name, isWaiting} of running) {
		say(`${name} ${isWaiting ? 'waits for you' : 'runs'} in this folder. /sessions goes there.`);
	}
}

const died = 'The process of this session has stopped. Go on:';

export type Linear = LineListener & {
	readonly left: Promise<SessionExit>;
	readonly state: () => State;
	/** Prints the open question again. */
	readonly repeat: () => void;
	readonly close: () => void;
};

/** Opens the linear front end on an engine: prints events, and reads input lines. */
export async function openLinear(
	{
		engine,
		session,
		folders,
		remote,
		readOnly,
	}: Pick<FrontEndSession, 'session' | 'folders' | 'engine' | 'remote' | 'readOnly'>,
	{clock, say, readHidden}: {clock: Clock; say: Say} & Pick<LineInput, 'readHidden'>,
): Promise<Linear> {
	const mirror = await createMirror(engine, clock);
	say('agent-tui, line by line. Write a message and press Enter. /quit ends.');
	// Print the notices that are older than this front end, e.g. about calls of an earlier process.
	for (const {text} of mirror.state().notices) {
		say(text);
	}
	tellPast(mirror.state(), say);
	const list = createList(say);
	remote?.look({part: 'lines', terminal: null});
	const {promise: left, resolve: leave} = Promise.withResolvers<SessionExit>();
	const quit = () => leave({type: 'quit', exitCode: 0, words: ''});
	const presenter = presenterOf({engine, session, mirror, remote, readOnly}, {say, list, leave});
	offerToEnd(mirror.state(), presenter.show);
	const questions = createQuestions({engine, mirror, clock, say, readHidden});
	const terminals = createTerminals({engine, mirror, clock, say, askSecret: questions.askAgain});
	const stops = [
		mirror.onEvent(event => {
			tellEvent({mirror, say}, event);
			remote && tellAnswer(remote, mirror.state(), event);
			terminals.hear(event);
		}),
		engine.requests.subscribe(({type}) => type === 'leave' && quit()),
		tellReading(engine.live.meter, words => say(`The model server: ${words}.`)),
		tellElsewhere({state: folders.state, session, clock}, say),
		questions.close,
		terminals.close,
		mirror.close,
	];
	const themes = themeNames(folders.config);
	const talk: Talk = {engine, mirror, clock, list, questions, presenter, say, themes, terminals};
	return {
		left,
		state: mirror.state,
		repeat: questions.repeat,
		line: line => void hear(talk, line),
		end(why) {
			if (why === 'interrupt' && mirror.state().chat.turn) {
				engine.dispatch({type: 'interrupt'});
			} else if (presenter.canDetach && isInUse(mirror.state(), remote)) {
				// The input has ended, so nobody can be asked about running programs: leave them running.
				leave({type: 'detach'});
			} else {
				quit();
			}
		},
		close() {
			for (const stop of stops) {
				stop();
			}
		},
	};
}

/**
 * Prints a line. `said` is called once all output up to and including this line has been handed to
 * the terminal.
 */
export type Say = (text: string, said?: () => void) => void;

function say(text: string, said: () => void = () => {}): void {
	process.stdout.write(`${neutralise(text)}\n`, said);
}

export type Talk = {
	readonly engine: Engine;
	readonly mirror: Mirror;
	readonly clock: Clock;
	readonly list: LinearList;
	readonly questions: Questions;
	readonly terminals: LinearTerminals;
	readonly presenter: Presenter;
	readonly say: Say;
	readonly themes: readonly string[];
};

/**
 * Handles a line of input. A waiting question or list gets the line first; otherwise the line is a
 * message.
 */
async function hear(talk: Talk, line: string): Promise<void> {
	const {engine, questions, list} = talk;
	if (questions.hear(line)) {
		return;
	}
	const chosen = list.choose(line);
	if (chosen) {
		return performLinear(talk, chosen);
	}
	if (line.startsWith('/')) {
		await runCommand(talk, line);
	} else if (line.startsWith('!')) {
		await runOwn(talk, line.slice(1).trim());
	} else if (line !== '' && !talk.terminals.type(line)) {
		engine.dispatch({type: 'send', text: line});
	}
}

async function runOwn(talk: Talk, command: string): Promise<void> {
	if (command === '') {
		talk.say('Write the command after the !, such as !git status.');
		return;
	}
	await performLinear(talk, {type: 'run-shell', command});
}

async function runCommand(talk: Talk, line: string): Promise<void> {
	const {engine, mirror, clock, themes, say} = talk;
	const written = readCommand(line);
	// This query also makes the engine read the rules again, for commands that show them.
	const {theme} = await engine.query({type: 'settings'});
	const answer = runNamed(commands, written, {
		theme,
		themes,
		state: mirror.state(),
		now: clock.now(),
	});
	if (!answer || 'problem' in answer) {
		const missing = noSuchCommand(written.name, Object.keys(commands));
		say(answer ? answer.problem : `${missing} /help lists them all.`);
		return;
	}
	for (const intent of answer) {
		await performLinear(talk, intent);
	}
}
