/** The build sets this to a hash of all sources that make a state from a journal's events. */
declare const reducersHash: string | undefined;

/** Null if the program runs from its sources: then it neither reads nor writes checkpoints. */
export const reducersVersion: string | null =
	typeof reducersHash === 'undefined' ? null : reducersHash;
