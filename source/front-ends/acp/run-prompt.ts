import type {ContentBlock, StopReason} from '@agentclientprotocol/sdk';
import type {Result} from '../../events/failure.ts';
import type {Clock} from '../../platform/clock.ts';
import {createSecrets} from '../../platform/secret-places.ts';
import type {Mirror} from '../../state/mirror.ts';
import type {UserCommand} from '../../storage/commands.ts';
import {type ImageStore, openImageStore} from '../../storage/image-store.ts';
import {sessionFolder} from '../../storage/session-names.ts';
import {neutralise} from '../../text/neutralise.ts';
import type {FrontEndSession} from '../front-end-session.ts';
import {type AcpEditor, errorCodes} from './editor.ts';
import {promptText} from './prompt-text.ts';
import type {SessionTeller} from './session-teller.ts';
import {runCommand} from './slash-commands.ts';

export type PromptPorts = {
	readonly clock: Clock;
	readonly editor: AcpEditor;
	readonly front: FrontEndSession;
	readonly mirror: Pick<Mirror, 'state'>;
	readonly teller: SessionTeller;
	/** The commands that the person has defined. */
	readonly own: readonly UserCommand[];
	/** Resolves when the machine that the command line names is connected; null if it names none. */
	readonly place: Promise<Result<null>> | null;
	/** Aborts when the engine is gone. Its reason is a sentence for the person. */
	readonly lost: AbortSignal;
};

/**
 * Sends a prompt, or runs the slash command that it contains. Resolves when everything that it
 * caused has ended.
 */
export async function runPrompt(
	ports: PromptPorts,
	blocks: readonly ContentBlock[],
	cancelled: AbortSignal,
): Promise<StopReason> {
	const {editor, front, teller, lost} = ports;
	const over = AbortSignal.any([cancelled, lost]);
	const text = await unless(over, textOf(ports, blocks));
	const sent = text && (await unless(over, expand(ports, text, cancelled)));
	if (lost.aborted) {
		throw editor.failure(errorCodes.internal, String(lost.reason));
	}
	if (cancelled.aborted) {
		return 'cancelled';
	}
	if (!sent) {
		return 'end_turn';
	}
	const ended = teller.prompts.send(sent);
	cancelled.addEventListener('abort', teller.prompts.cancel, {once: true});
	const end = await ended;
	cancelled.removeEventListener('abort', teller.prompts.cancel);
	if (end.type === 'stop') {
		return end.reason;
	}
	const {message} = front.redactor.value(end.failure);
	throw editor.failure(errorCodes.internal, neutralise(message));
}

/** Waits for `work`. Returns null if the signal aborts first. */
async function unless<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value | null> {
	const {promise, resolve} = Promise.withResolvers<null>();
	const stop = () => resolve(null);
	signal.addEventListener('abort', stop, {once: true});
	try {
		return signal.aborted ? null : await Promise.race([work, promise]);
	} finally {
		signal.removeEventListener('abort', stop);
		// If the work fails later, nothing waits for it any more; without this, that would count as a
		// crash.
		work.catch(() => {});
	}
}

/** Makes the message from a prompt. Throws an error for the editor if the prompt can't be sent. */
async function textOf(
	{editor, front, place, mirror}: PromptPorts,
	blocks: readonly ContentBlock[],
): Promise<string> {
	const {session, readOnly} = front;
	if (readOnly !== null) {
		throw editor.failure(errorCodes.internal, readOnly);
	}
	const placed = await place;
	if (placed && !placed.ok) {
		throw editor.failure(errorCodes.internal, `Nothing was sent: ${placed.failure.message}`);
	}
	const secrets = createSecrets([front.folders.state, front.folders.config]);
	const made = await promptText(blocks, {
		cwd: mirror.state().session.cwd,
		// The editor is not asked for the text of a secret file: a tool that reads it has to ask the
		// person.
		keepImage: base64 => imagesOf(front).keep(base64),
		readFile: async path => (secrets.at(path) ? null : editor.readFile(session, path)),
	});
	if ('problem' in made || made.text === '') {
		const words = 'problem' in made ? made.problem : 'The prompt is empty.';
		throw editor.failure(errorCodes.invalidParams, words);
	}
	return made.text;
}

/**
 * The editor and the session's process are on the same machine, so the image is written directly to
 * the session's folder.
 */
function imagesOf({folders, session}: FrontEndSession): ImageStore {
	return openImageStore(`${sessionFolder(folders.state, session)}/images`);
}

/**
 * Runs the prompt if it is a command. Returns the prompt to send, or null if there is nothing left
 * to send.
 */
async function expand(
	{front, clock, teller, mirror: {state}, own}: PromptPorts,
	text: string,
	cancelled: AbortSignal,
): Promise<string | null> {
	const {engine, session, remote} = front;
	const {say, listening} = teller;
	const ports = {engine, clock, session, state, say, own, remote};
	const sent = await listening(() => runCommand(ports, text));
	if (sent === null) {
		const stop = () => engine.dispatch({type: 'interrupt'});
		cancelled.addEventListener('abort', stop, {once: true});
		await listening(() => engine.query({type: 'idle'}));
		cancelled.removeEventListener('abort', stop);
	}
	return sent;
}
