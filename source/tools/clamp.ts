export type Clamp = {readonly fallback: number; readonly min: number; readonly max: number};

/** Limits a number to its bounds; returns the fallback if the value is no number. */
export function clamp(value: unknown, {fallback, min, max}: Clamp): number {
	return typeof value === 'number' ? Math.min(max, Math.max(min, value)) : fallback;
}
