const timesLonger = 10;
const attemptsMax = 5;
/** Below this, the system's count of CPU time says nothing. */
const measurableMs = 3;

/**
 * What `growthOf` returns has to be less: 1 is a cost in proportion to the length, and 10 one that
 * grows with its square.
 */
export const proportionMax = 4;

/**
 * How much more of the CPU an action costs at ten times the length, divided by ten. The two are
 * compared in one run, so that it does not matter how fast or how busy the machine is; what else
 * happens only ever adds, so the least of some attempts counts; they end when it is less than enough.
 */
export async function growthOf(
	length: number,
	action: (length: number) => unknown,
	enough = proportionMax,
): Promise<number> {
	await action(length / timesLonger);
	const least = {short: Number.POSITIVE_INFINITY, long: Number.POSITIVE_INFINITY};
	let growth = Number.POSITIVE_INFINITY;
	for (let attempt = 0; attempt < attemptsMax && growth >= enough; attempt += 1) {
		least.short = Math.min(least.short, await cpuMsOf(() => action(length / timesLonger)));
		least.long = Math.min(least.long, await cpuMsOf(() => action(length)));
		growth = least.long / Math.max(least.short, measurableMs) / timesLonger;
	}
	return growth;
}

async function cpuMsOf(action: () => unknown): Promise<number> {
	const before = process.cpuUsage();
	await action();
	const {user, system} = process.cpuUsage(before);
	return (user + system) / 1000;
}
