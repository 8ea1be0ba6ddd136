import type {Part} from '../../source/events/part.ts';
import type {Model, ModelRequest} from '../../source/model/model.ts';

/**
 * A model whose answers a test pushes part by part, at the port where the real one plugs in.
 * Each request is one `Exchange`; `next()` waits for it.
 */
export type ScriptedModel = Model & {
	readonly next: () => Promise<Exchange>;
	readonly requests: readonly ModelRequest[];
};

export type Exchange = {
	readonly request: ModelRequest;
	readonly say: (text: string) => void;
	readonly call: (name: string, input: object | string, id?: string) => void;
	/** Any part, such as a call with marks of the repair. */
	readonly part: (part: Part) => void;
	readonly end: (finish?: 'stop' | 'calls' | 'length' | 'interrupted') => void;
	readonly fail: (kind: 'upstream' | 'unauthorized' | 'unreachable') => void;
};

export function scriptedModel(): ScriptedModel {
	const requests: ModelRequest[] = [];
	const opened: Exchange[] = [];
	const waiting: ((exchange: Exchange) => void)[] = [];
	let calls = 0;
	return {
		requests,
		next: () =>
			new Promise(resolve => {
				const ready = opened.shift();
				if (ready) {
					resolve(ready);
				} else {
					waiting.push(resolve);
				}
			}),
		async *stream(request) {
			requests.push(request);
			const queue = createQueue<Part>(request.signal);
			const exchange: Exchange = {
				request,
				say: text => queue.push({type: 'text', text}),
				call(name, input, id) {
					calls += 1;
					const text = typeof input === 'string' ? input : JSON.stringify(input);
					queue.push({type: 'call', id: id ?? `c${calls}`, name, arguments: text});
				},
				part: queue.push,
				end: (finish = 'stop') => queue.push({type: 'end', finish}),
				fail: kind => queue.push({type: 'failure', failure: {kind, message: `it is ${kind}`}}),
			};
			const taker = waiting.shift();
			if (taker) {
				taker(exchange);
			} else {
				opened.push(exchange);
			}
			for await (const part of queue.parts()) {
				yield part;
				if (part.type === 'end' || part.type === 'failure') {
					return;
				}
			}
		},
	};
}

function createQueue<Item>(signal: AbortSignal) {
	const items: Item[] = [];
	let wake: () => void = () => {};
	signal.addEventListener('abort', () => wake());
	return {
		push(item: Item) {
			items.push(item);
			wake();
		},
		async *parts() {
			while (!signal.aborted) {
				const item = items.shift();
				if (item === undefined) {
					await new Promise<void>(resolve => {
						wake = resolve;
					});
				} else {
					yield item;
				}
			}
		},
	};
}
