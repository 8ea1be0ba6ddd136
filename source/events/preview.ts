/** What a call would change, shown before it does. */
export type Preview = {
	/** In the form of a unified diff. */
	readonly patch: string;
	/** The files as they were when it was made: if one has changed since, the call is refused. */
	readonly bases: readonly {
		readonly path: string;
		/** Of its bytes; null where there was no file. */
		readonly digest: string | null;
	}[];
};
