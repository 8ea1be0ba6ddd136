import type {HttpReply} from './reply.ts';

/**
 * The calls that are being answered now. Not a `Set`: one that is added to and deleted from all the
 * time is rebuilt over and over, and each of its old tables holds what was open then until the next
 * collection of all garbage. So every call outlived the quick collections, and that big one came
 * several times a second.
 */
export type OpenCalls = {
	readonly count: () => number;
	/** What it returns takes the call out again; to call that twice does nothing. */
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
