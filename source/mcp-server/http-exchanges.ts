/**
 * The HTTP requests that are being answered. Each gets a name of its own, since different clients
 * may use equal ids.
 */
export type HttpExchanges = {
	/** Call this when a request is about to be answered. `id` is the one that its client chose. */
	readonly open: (exchange: string, id: string | number) => HttpExchange;
	/**
	 * Cancels a request. A client of the older era does so by another request, which contains only
	 * the id. If several open requests have that id, none is cancelled.
	 */
	readonly cancel: (id: unknown, reason: unknown) => void;
};

export type HttpExchange = {
	/** Aborts when the client cancels the request, but not when its connection breaks. */
	readonly cancelled: AbortSignal;
	readonly close: () => void;
};

export function createHttpExchanges(): HttpExchanges {
	const live = new Map<string, {readonly id: string | number; readonly cancel: AbortController}>();
	return {
		open(exchange, id) {
			const cancel = new AbortController();
			live.set(exchange, {id, cancel});
			return {cancelled: cancel.signal, close: () => void live.delete(exchange)};
		},
		cancel(id, reason) {
			const [only, ...others] = [...live.values()].filter(each => each.id === id);
			if (others.length === 0) {
				only?.cancel.abort(reason);
			}
		},
	};
}
