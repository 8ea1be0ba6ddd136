export type Listeners<Told> = {
	readonly subscribe: (listener: (told: Told) => void) => () => void;
	readonly tell: (told: Told) => void;
};

export function createListeners<Told>(): Listeners<Told> {
	const listeners = new Set<(told: Told) => void>();
	return {
		subscribe(listener) {
			listeners.add(listener);
			return () => {
				listeners.delete(listener);
			};
		},
		tell(told) {
			for (const listener of [...listeners]) {
				listener(told);
			}
		},
	};
}
