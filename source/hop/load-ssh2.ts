import type * as ssh2 from 'ssh2';

export type Ssh2 = (typeof ssh2)['default'];

/** ssh2 is large CommonJS code, so the first connection loads it, not the start of the program. */
export async function loadSsh2(): Promise<Ssh2> {
	const {default: loaded} = await import('ssh2');
	return loaded;
}
