import type {Shapes} from '../translate/call-doubts.ts';
import type {RouteTarget} from './resolve.ts';
import {placeOf} from './route-health.ts';

/**
 * How each model writes its calls, where it writes them as text. After three good calls of one
 * shape that is its shape: a call of any other is asked back about, for it may be a quotation or
 * somebody else's words. A model that writes the other one once more means it, and then has no
 * shape of its own any more.
 */
export type LearnedShapes = {
	/** What one try knows, and adds. */
	readonly of: (target: RouteTarget) => Shapes;
};

const callsToLearn = 3;
const modelsMax = 500;

type Learned = {
	/** The format of all calls so far; null before the first one. */
	format: string | null;
	calls: number;
	isMixed: boolean;
	/** The other one that was asked back about last. */
	asked: string | null;
};

export function createLearnedShapes(): LearnedShapes {
	const models = new Map<string, Learned>();
	return {
		of(target) {
			const {provider, model} = placeOf(target);
			const key = `${provider}/${model}`;
			const learned = models.get(key) ?? {format: null, calls: 0, isMixed: false, asked: null};
			if (models.size < modelsMax) {
				models.set(key, learned);
			}
			return shapesOf(learned);
		},
	};
}

function shapesOf(learned: Learned): Shapes {
	// Several calls of one answer are asked back about together.
	const askedBefore = learned.asked;
	return {
		isOther(format) {
			const isOwn = learned.isMixed || learned.calls < callsToLearn || format === learned.format;
			if (isOwn || format === askedBefore) {
				return false;
			}
			learned.asked = format;
			return true;
		},
		good(format) {
			learned.format ??= format;
			learned.isMixed ||= format !== learned.format;
			learned.calls += 1;
			learned.asked = null;
		},
	};
}
