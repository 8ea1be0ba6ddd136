/** The build puts a hash here, over all sources that make a state of a journal's events. */
declare const reducersHash: string | undefined;

/** Null where the program runs from its sources: it neither reads checkpoints nor writes them. */
export const reducersVersion: string | null =
	typeof reducersHash === 'undefined' ? null : reducersHash;
