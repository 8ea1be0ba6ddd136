/**
 * How long this process computes for an action, in milliseconds. A busy machine makes a test wait,
 * but it does not make it compute more: a limit on this holds there too.
 */
export function cpuMsOf(action: () => void): number {
	const before = process.cpuUsage();
	action();
	return cpuMsSince(before);
}

/** As `cpuMsOf`, for what ends later. */
export async function cpuMsOfAsync(action: () => Promise<unknown>): Promise<number> {
	const before = process.cpuUsage();
	await action();
	return cpuMsSince(before);
}

function cpuMsSince(before: NodeJS.CpuUsage): number {
	const {user, system} = process.cpuUsage(before);
	return (user + system) / 1000;
}
