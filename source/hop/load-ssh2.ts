import type * as ssh2 from 'ssh2';

export type Ssh2 = (typeof ssh2)['default'];

/** The package is large and in CommonJS: it is loaded by the first connection, not by the start. */
export async function loadSsh2(): Promise<Ssh2> {
	const {default: loaded} = await import('ssh2');
	return loaded;
}
