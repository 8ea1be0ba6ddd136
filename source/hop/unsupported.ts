import {type Failure, failed} from '../events/failure.ts';

/**
 * A failure of the built-in client at something that only the system's ssh can do. `connectLink`
 * then lets ssh connect instead.
 */
export type SystemOnly = Failure & {
	/** `perhaps`: ssh may fail too. It is tried first, in a mode that asks the user nothing. */
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
