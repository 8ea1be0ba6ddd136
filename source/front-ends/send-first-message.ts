import type {Engine} from '../engine/engine.ts';

/**
 * Sends the prompt of the command line once the host of the command line is connected. If the
 * connection fails, the prompt isn't sent, so that no call runs on the wrong machine.
 */
export async function sendFirstMessage(
	{query, dispatch}: Pick<Engine, 'query' | 'dispatch'>,
	{prompt, hop}: {prompt: string; hop: string | undefined},
): Promise<void> {
	if (hop !== undefined) {
		const done = await query({type: 'connect-host', target: hop, isQuiet: false});
		if (!done.ok && prompt !== '') {
			const text = `Your message was not sent, because ${hop} is not connected: ${done.failure.message}`;
			dispatch({type: 'notify', level: 'error', text});
			return;
		}
	}
	if (prompt !== '') {
		dispatch({type: 'send', text: prompt});
	}
}
