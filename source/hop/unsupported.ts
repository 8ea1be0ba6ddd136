import {type Failure, failed} from '../events/failure.ts';

/**
 * Something that only the system's ssh can do. `connectLink` then hands the connection over to it.
 */
export type SystemOnly = Failure & {
	/** `perhaps`: ssh may fail too, so it is tried first without asking the user anything. */
	readonly needsSsh: 'surely' | 'perhaps';
};

export function systemOnly(
	reason: string,
	needsSsh: SystemOnly['needsSsh'] = 'surely',
): SystemOnly {
	return {...failed('refused', reason), needsSsh};
}

export function isSystemOnly(failure: Failure): failure is SystemOnly {
	return 'needsSsh' in failure;
}
