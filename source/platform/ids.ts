import {randomBytes} from 'node:crypto';

/** Makes ids: a readable prefix plus enough randomness that two processes never collide. */
export type Ids = <Id extends string>(prefix: string) => Id;

export function systemIds(): Ids {
	return <Id extends string>(prefix: string) =>
		`${prefix}_${randomBytes(9).toString('base64url')}` as Id;
}
