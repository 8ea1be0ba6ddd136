import type {HttpReply} from './reply.ts';

/**
 * The calls that are being answered now. This is not a `Set`: with constant adding and deleting, V8
 * rebuilds a `Set` again and again, and each old table keeps its calls in memory until the next
 * collection of all garbage. So calls outlived the quick collections, and the slow one ran several
 * times a second.
 */
export type OpenCalls = {
	readonly count: () => number;
	/** Adds a call. Returns a function that removes it; further calls of that function do nothing. */
	readonly add: (reply: HttpReply) => () => void;
	readonly all: () => readonly HttpReply[];
};

type Place = {index: number; readonly reply: HttpReply};

export function createOpenCalls(): OpenCalls {
	const places: Place[] = [];
	const remove = (place: Place) => {
		const last = places[places.length - 1];
		if (last && places[place.index] === place) {
			places[place.index] = last;
			last.index = place.index;
			places.pop();
		}
	};
	return {
		count: () => places.length,
		add(reply) {
			const place = {index: places.length, reply};
			places.push(place);
			return () => remove(place);
		},
		all: () => places.map(({reply}) => reply),
	};
}
