import type {
	ContentBlock,
	SessionConfigOption,
	SessionModeState,
	SetSessionConfigOptionResponse,
	StopReason,
} from '@agentclientprotocol/sdk';
import {atMost} from '../../platform/at-most.ts';
import type {Clock} from '../../platform/clock.ts';
import type {Mirror} from '../../state/mirror.ts';
import {loadCommands} from '../../storage/commands.ts';
import {goneWords} from '../engine-gone.ts';
import type {FrontEndSession} from '../front-end-session.ts';
import {isInUse} from '../in-use.ts';
import {type AcpEditor, errorCodes} from './editor.ts';
import {type PromptPorts, runPrompt} from './run-prompt.ts';
import {choiceOf, isChosen, modeState, sessionOptions} from './session-options.ts';
import {createSessionTeller} from './session-teller.ts';
import {availableCommands} from './slash-commands.ts';

/** One session as one editor has it open. */
export type EditorSession = {
	readonly id: string;
	readonly options: () => SessionConfigOption[];
	readonly modes: () => SessionModeState;
	/** Tells what an editor may be told only after the answer that names the session. */
	readonly begin: () => void;
	/** Tells the person something, as Markdown. */
	readonly say: (text: string) => void;
	/** Resolves when the turn is over; an editor that sends another prompt cancels the one before. */
	readonly prompt: (blocks: readonly ContentBlock[], signal: AbortSignal) => Promise<StopReason>;
	readonly cancel: () => void;
	readonly setOption: (id: string, value: unknown) => Promise<SetSessionConfigOptionResponse>;
	/** Stops the turn and lets the session go; it ends if nobody else shows it. */
	readonly close: () => Promise<void>;
	/** Lets the session go on without this editor. */
	readonly leave: () => Promise<void>;
	readonly onGone: (listener: () => void) => void;
};

export type EditorSessionPorts = {
	readonly clock: Clock;
	readonly editor: AcpEditor;
	readonly front: FrontEndSession;
	readonly mirror: Mirror;
	/** Whether the editor is told what was said before it came. */
	readonly isTold: boolean;
	/** What the person has to know from the start. */
	readonly words: readonly string[];
	/** The machine to work on, by the command line. */
	readonly hop: string | null;
};

/** What an open session is made of. */
type Held = EditorSessionPorts &
	PromptPorts & {
		/** The prompt that runs now: what cancels it, and its end. */
		current: {readonly abort: AbortController; readonly done: Promise<unknown>} | null;
		isLeft: boolean;
	};

export async function createEditorSession(ports: EditorSessionPorts): Promise<EditorSession> {
	const {front, mirror, isTold, hop, words} = ports;
	const {engine, session, remote, folders} = front;
	const lost = new AbortController();
	await wholePast(mirror, remote);
	const teller = createSessionTeller(ports);
	const held: Held = {
		...ports,
		teller,
		own: loadCommands(folders.config).commands,
		place: hop === null ? null : engine.query({type: 'connect-host', target: hop, isQuiet: true}),
		lost: lost.signal,
		current: null,
		isLeft: false,
	};
	teller.tellPast(isTold);
	void remote?.gone.then(gone => {
		const why = goneWords(gone, session) ?? 'The process of this session has stopped.';
		lost.abort(why);
		held.isLeft || teller.prompts.lose(why);
	});
	return {
		id: session,
		options: () => sessionOptions(mirror.state()),
		modes: () => modeState(mirror.state()),
		begin() {
			const available = availableCommands(held.own);
			teller.update({sessionUpdate: 'available_commands_update', availableCommands: available});
			words.forEach(teller.say);
			teller.start();
		},
		say: teller.say,
		prompt: (blocks, signal) => prompt(held, blocks, signal),
		cancel() {
			if (held.current) {
				held.current.abort.abort();
			} else {
				engine.dispatch({type: 'interrupt'});
			}
		},
		setOption: (id, value) => setOption(held, id, value),
		close: () => close(held),
		leave: () => leave(held, {ends: false}),
		onGone: listener => void remote?.gone.then(listener),
	};
}

async function close(held: Held): Promise<void> {
	const {clock, current, mirror, front} = held;
	current?.abort.abort();
	await atMost(clock, endMsMax, current?.done ?? Promise.resolve());
	await leave(held, {ends: !isInUse(mirror.state(), front.remote)});
}

/** How long a cancelled turn may take to end before its session is let go. */
const endMsMax = 5000;

/** The beginning of a long session is read late; an editor has to be told it first. */
async function wholePast(
	{state, subscribe}: Mirror,
	remote: FrontEndSession['remote'],
): Promise<void> {
	const {promise: whole, resolve} = Promise.withResolvers<void>();
	const look = () => {
		if (state().chat.earlier === 0) {
			resolve();
		}
	};
	const stop = subscribe(look);
	look();
	await Promise.race([whole, ...(remote ? [remote.gone] : [])]);
	stop();
}

async function leave(held: Held, {ends}: {readonly ends: boolean}): Promise<void> {
	if (held.isLeft) {
		return;
	}
	held.isLeft = true;
	held.teller.close();
	held.mirror.close();
	const {remote, end} = held.front;
	if (remote && !ends) {
		remote.detach();
	} else {
		await end('quit');
	}
}

/** An editor that sends a prompt while another one runs has given that one up. */
async function prompt(
	held: Held,
	blocks: readonly ContentBlock[],
	signal: AbortSignal,
): Promise<StopReason> {
	const {editor} = held;
	const before = held.current;
	const abort = new AbortController();
	const {promise: done, resolve: finish} = Promise.withResolvers<void>();
	const current = {abort, done};
	held.current = current;
	const give = () => editor.isGone() || abort.abort();
	signal.addEventListener('abort', give, {once: true});
	before?.abort.abort();
	try {
		await before?.done;
		return abort.signal.aborted ? 'cancelled' : await runPrompt(held, blocks, abort.signal);
	} finally {
		signal.removeEventListener('abort', give);
		held.current = held.current === current ? null : held.current;
		finish();
	}
}

/** How long to wait until the engine tells of a choice that it took. */
const choiceMsMax = 3000;

async function setOption(
	{clock, editor, front: {engine}, mirror: {state, subscribe}}: Held,
	id: string,
	value: unknown,
): Promise<SetSessionConfigOptionResponse> {
	const choice = choiceOf(id, value);
	if (!choice) {
		throw editor.failure(errorCodes.invalidParams, `There is no choice "${value}" for "${id}".`);
	}
	const {promise: chosen, resolve} = Promise.withResolvers<void>();
	const look = () => void (isChosen(state(), id, value) && resolve());
	const stop = subscribe(look);
	engine.dispatch(choice);
	look();
	await atMost(clock, choiceMsMax, chosen);
	stop();
	return {configOptions: sessionOptions(state())};
}
