/** What a call would change, shown before it runs. */
export type Preview = {
	/** A unified diff. */
	readonly patch: string;
	/** The files when the preview was made. If one has changed since, the call is refused. */
	readonly bases: readonly {
		readonly path: string;
		/** The digest of its bytes; null if the file did not exist. */
		readonly digest: string | null;
	}[];
};
