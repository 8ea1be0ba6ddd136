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
	/** The person's own commands. */
	readonly own: readonly UserCommand[];
	/** The connection to the machine that the command line names. */
	readonly place: Promise<Result<null>> | null;
	/** Aborted when the engine is gone; its reason is a sentence. */
	readonly lost: AbortSignal;
};

/** Sends a prompt, or runs the command that it is. Resolves when all of it is over and told. */
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

/** Returns null if the signal comes first. */
async function unless<Value>(signal: AbortSignal, work: Promise<Value>): Promise<Value | null> {
	const {promise, resolve} = Promise.withResolvers<null>();
	const stop = () => resolve(null);
	signal.addEventListener('abort', stop, {once: true});
	try {
		return signal.aborted ? null : await Promise.race([work, promise]);
	} finally {
		signal.removeEventListener('abort', stop);
		// A later failure of what nobody waits for any more is no crash.
		work.catch(() => {});
	}
}

/** The message of a prompt; throws if it can't be sent. */
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
		// Reading a secret file asks, so its text is not taken from the editor by itself.
		keepImage: base64 => imagesOf(front).keep(base64),
		readFile: async path => (secrets.at(path) ? null : editor.readFile(session, path)),
	});
	if ('problem' in made || made.text === '') {
		const words = 'problem' in made ? made.problem : 'The prompt is empty.';
		throw editor.failure(errorCodes.invalidParams, words);
	}
	return made.text;
}

/** An editor and its session are on one machine, so the image goes where the session looks for it. */
function imagesOf({folders, session}: FrontEndSession): ImageStore {
	return openImageStore(`${sessionFolder(folders.state, session)}/images`);
}

/** Runs a command; returns the prompt that is to be sent, or null if the command was all. */
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
