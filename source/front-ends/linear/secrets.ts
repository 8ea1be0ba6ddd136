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
	/** Reads a line without echo. Resolves to null if the person cancels. */
	readonly readHidden: () => Promise<string | null>;
};

export type OpenSecretQuestion = Extract<HopQuestion, {type: 'secret'}>;

/** The way to the host or program that asks for a secret. */
export type SecretLane = {
	/** Whether the host or program still waits for the secret. */
	readonly isOpen: () => boolean;
	/** Sends the secret. An empty text means that the person refuses. */
	readonly send: (text: string) => unknown;
};

/**
 * Reads a secret without echo. If the question has disappeared by the time the line ends, the line
 * is dropped: it must not go to the agent either.
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
