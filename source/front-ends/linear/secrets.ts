import type {Engine} from '../../engine/engine.ts';
import type {HopQuestion} from '../../events/hop.ts';
import type {StateSource} from '../../state/store.ts';

export type SecretPorts = {
	readonly engine: Pick<Engine, 'dispatch'>;
	readonly mirror: Pick<StateSource, 'state'>;
	/**
	 * Prints a line. `said` is called once all output up to and including this line has been handed
	 * to the terminal.
	 */
	readonly say: (line: string, said?: () => void) => void;
	/** Reads a line without echo. Resolves to null if the person gave up. */
	readonly readHidden: () => Promise<string | null>;
};

export type OpenSecretQuestion = Extract<HopQuestion, {type: 'secret'}>;

/** The host or the program that asks for a secret. */
export type SecretLane = {
	/** Whether the secret is still wanted. */
	readonly isOpen: () => boolean;
	/** Sends the secret; an empty text refuses. */
	readonly send: (text: string) => unknown;
};

/**
 * Reads a secret without echo. If the question is gone by the time the line ends, the line is
 * dropped: it isn't sent to the agent either.
 */
export async function typeSecret(
	{say, readHidden}: Pick<SecretPorts, 'say' | 'readHidden'>,
	{isOpen, send}: SecretLane,
): Promise<void> {
	say('What you type now is not shown. Enter sends it; Enter alone, or Ctrl+C, refuses.');
	const text = await readHidden();
	if (!isOpen()) {
		say('That question is gone: what you typed was thrown away.');
		return;
	}
	send(text ?? '');
	say(text ? 'Sent.' : 'Nothing was sent.');
}
