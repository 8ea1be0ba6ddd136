/** All that slow tests can do, as by hand before a release: `LONG=1 npm run test:slow`. */
export const isLong = Boolean(process.env['LONG']);

/**
 * How often a slow test repeats what happens at random. CI does it a few times, in each of its runs
 * at other moments; by hand a variable of this name says how often: `KILLS=500`.
 */
export function often(
	name: 'KILLS' | 'RACES' | 'ROUNDS',
	{usual, long}: {readonly usual: number; readonly long: number},
): number {
	return Number(process.env[name] ?? (isLong ? long : usual));
}
