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

/** A session that an editor has open. */
export type EditorSession = {
	readonly id: string;
	readonly options: () => SessionConfigOption[];
	readonly modes: () => SessionModeState;
	/** Starts to send updates. Call this after the answer that tells the editor the session's id. */
	readonly begin: () => void;
	/** Shows a text to the person in the conversation, as Markdown. */
	readonly say: (text: string) => void;
	/**
	 * Resolves when the turn is over. If the editor sends a prompt while another one runs, the
	 * running one is cancelled.
	 */
	readonly prompt: (blocks: readonly ContentBlock[], signal: AbortSignal) => Promise<StopReason>;
	readonly cancel: () => void;
	readonly setOption: (id: string, value: unknown) => Promise<SetSessionConfigOptionResponse>;
	/**
	 * Interrupts the turn and disconnects from the session. The session ends if nothing runs in it
	 * and no other screen shows it.
	 */
	readonly close: () => Promise<void>;
	/** Disconnects, and leaves the session running. */
	readonly leave: () => Promise<void>;
	readonly onGone: (listener: () => void) => void;
};

export type EditorSessionPorts = {
	readonly clock: Clock;
	readonly editor: AcpEditor;
	readonly front: FrontEndSession;
	readonly mirror: Mirror;
	/** Whether the editor gets the earlier conversation too. */
	readonly isTold: boolean;
	/** Notices that the person gets at the beginning. */
	readonly words: readonly string[];
	/** The machine that the command line names, on which calls shall run; null for this one. */
	readonly hop: string | null;
};

/** What belongs to an open session, with its state. */
type Held = EditorSessionPorts &
	PromptPorts & {
		/** The running prompt: `abort` cancels it, and `done` resolves at its end. */
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

/** How long to wait for the end of a cancelled turn before the session is left. */
const endMsMax = 5000;

/** Waits until the beginning of a long session was read, because the editor has to get it first. */
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

/** Runs a prompt. A prompt that still runs is cancelled first. */
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

/** How long to wait until the state shows the choice that was made. */
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
