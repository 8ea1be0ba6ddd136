/** What a call would change, shown before it runs. */
export type Preview = {
	/** A unified diff. */
	readonly patch: string;
	/**
	 * The digests of the files at the time of the preview. If a file has changed since, the call
	 * fails.
	 */
	readonly bases: readonly {
		readonly path: string;
		/** The digest of the file's bytes; null if the file did not exist. */
		readonly digest: string | null;
	}[];
};
