import type {StormResult} from './storm.ts';

/** By how much the memory may grow in the last third of a run, compared with the second third. */
const growthMax = 1.15;
const growthMbMin = 20;

/** Returns a sentence for each requirement that the run has not met. */
export function problemsOf(result: StormResult): readonly string[] {
	const {outcomes, monitoring, upstreamsOpen, streamsOpen, complaints} = result;
	const {calls, answered, failures, clients_left: left} = monitoring.totals;
	const asked = outcomes.whole + outcomes.failed + outcomes.left + outcomes.broken;
	const tries = monitoring.routes.reduce((sum: number, row: {tries: number}) => sum + row.tries, 0);
	// The request of a client that disconnects at once may never be read, so it may be missing in the
	// report.
	const unread = outcomes.left;
	const [early, late] = memoryOf(result.memoryMb);
	return [
		[outcomes.broken === 0, `${outcomes.broken} clients had neither: ${complaints.join(' | ')}`],
		[calls === answered + failures + left, 'The calls of the report do not add up.'],
		[calls <= asked && calls >= asked - unread, `${asked} calls were made, ${calls} are reported.`],
		[answered >= outcomes.whole, `${outcomes.whole} whole answers came, ${answered} are reported.`],
		[failures >= outcomes.failed, `${outcomes.failed} failures came, ${failures} are reported.`],
		[tries <= result.upstreamRequests + outcomes.left, 'More tries are reported than were made.'],
		[upstreamsOpen === 0, `${upstreamsOpen} requests are still open at the providers.`],
		[streamsOpen === 0, `${streamsOpen} calls are still open in the proxy.`],
		[
			late <= early * growthMax || late - early < growthMbMin,
			`The memory has grown from ${early} to ${late} MB.`,
		],
	].flatMap(([isWell, words]) => (isWell ? [] : [String(words)]));
}

/** The highest memory in the second third and in the last third. The first third is the warm-up. */
function memoryOf(samples: readonly number[]): readonly [number, number] {
	const third = Math.ceil(samples.length / 3);
	return [Math.max(0, ...samples.slice(third, 2 * third)), Math.max(0, ...samples.slice(-third))];
}
