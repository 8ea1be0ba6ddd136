import type * as ssh2 from 'ssh2';

export type Ssh2 = (typeof ssh2)['default'];

/** ssh2 is large CommonJS code, so the first connection loads it, not the start of the program. */
export async function loadSsh2(): Promise<Ssh2> {
	try {
		const {default: loaded} = await import('ssh2');
		return loaded;
	} catch (cause) {
		throw new Error(missing, {cause});
	}
}

/** The next connection tries again, so a package that is there again is found. */
const missing =
	'SSH could not be loaded, as while agent-tui is being installed anew. Try again when that is done';
