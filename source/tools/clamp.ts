export type Clamp = {readonly fallback: number; readonly min: number; readonly max: number};

/** A number within its bounds; the fallback where none was given. */
export function clamp(value: unknown, {fallback, min, max}: Clamp): number {
	return typeof value === 'number' ? Math.min(max, Math.max(min, value)) : fallback;
}
