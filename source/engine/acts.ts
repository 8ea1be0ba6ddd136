/**
 * Work that an intent began and that ends with a notice, such as the start of a server. Whoever
 * waits for the answer to an intent waits for this.
 */
export type Acts = {
	readonly begin: (work: Promise<void>) => void;
	/** Resolves when everything that was begun before has ended. */
	readonly settled: () => Promise<void>;
};

export function createActs(): Acts {
	const open = new Set<Promise<void>>();
	return {
		begin(work) {
			open.add(work);
			void work.finally(() => open.delete(work));
		},
		async settled() {
			await Promise.allSettled([...open]);
		},
	};
}
