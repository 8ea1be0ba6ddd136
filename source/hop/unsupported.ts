import {type Failure, failed} from '../events/failure.ts';

/** What only the system's own ssh can do. `connectLink` hands such a connection over to it. */
export type SystemOnly = Failure & {
	/** `perhaps`: it may be at its end too, and is tried without asking anybody anything. */
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
