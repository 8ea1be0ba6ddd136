import type * as ssh2 from 'ssh2';

export type Ssh2 = (typeof ssh2)['default'];

/**
 * Loads ssh2 at the first connection: it is large CommonJS code, which would slow down the
 * program's start.
 */
export async function loadSsh2(): Promise<Ssh2> {
	try {
		const {default: loaded} = await import('ssh2');
		return loaded;
	} catch (cause) {
		throw new Error(missing, {cause});
	}
}

/** Loading is tried again with the next connection, when a reinstalled package is found again. */
const missing =
	'SSH could not be loaded, as while agent-tui is being installed anew. Try again when that is done';
