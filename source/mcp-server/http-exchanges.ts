/**
 * The requests over HTTP that are being answered. Each has a name of its own here, since the ids of
 * many clients may be equal.
 */
export type HttpExchanges = {
	/** Begins to answer the request with this id of its client. */
	readonly open: (exchange: string, id: string | number) => HttpExchange;
	/**
	 * A client of the older era cancels by another request, which names nothing but the id. So it
	 * counts only where one request alone has that id.
	 */
	readonly cancel: (id: unknown) => void;
};

export type HttpExchange = {
	/** Aborts when the client cancels the request; not when its connection breaks. */
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
		cancel(id) {
			const [only, ...others] = [...live.values()].filter(each => each.id === id);
			if (others.length === 0) {
				only?.cancel.abort();
			}
		},
	};
}
