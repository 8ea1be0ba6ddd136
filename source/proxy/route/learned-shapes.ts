import type {Shapes} from '../translate/call-doubts.ts';
import type {RouteTarget} from './resolve.ts';
import {placeOf} from './route-health.ts';

/**
 * Knows in which format each model writes its calls as text. After three good calls in one format,
 * that is the model's format. A call in any other one may be a quotation, so the model is asked
 * whether it means it. If the model then writes that format again, it counts, and the model has no
 * format of its own any more.
 */
export type LearnedShapes = {
	/** Returns what is known about this target's model. */
	readonly of: (target: RouteTarget) => Shapes;
};

const callsToLearn = 3;
const modelsMax = 500;

type Learned = {
	/**
	 * The format of all calls so far; null before the first call, or if there are several formats.
	 */
	format: string | null;
	calls: number;
	isMixed: boolean;
	/** The other format about which the model was asked last. */
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
	// If one answer has several such calls, the model is asked about all of them together.
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
