import {expect} from 'vitest';

/**
 * Looks again and again until the answer is the wanted one. Otherwise fails with the whole last
 * answer, such as a screen, of which a failed comparison would only quote the beginning.
 */
export async function pollFor(
	look: () => string,
	wanted: string,
	how: {readonly timeout: number; readonly interval: number},
): Promise<void> {
	let last = '';
	const answer = () => {
		last = look();
		return last;
	};
	try {
		await expect.poll(answer, how).toBe(wanted);
	} catch (error) {
		throw new Error(last, {cause: error});
	}
}
