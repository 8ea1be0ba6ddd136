import type {FuzzResult} from './fuzz.ts';

/** By how much the memory may grow in the last third of a run, compared with the second third. */
const growthMax = 1.2;
const growthMbMin = 30;
/** The longest time that one answer may keep the proxy from serving others. */
const healthMsMax = 5000;

/** Returns a sentence for each requirement that the run has not met. */
export function fuzzProblems(result: FuzzResult): readonly string[] {
	const {outcomes, complaints, stumbles, exceptions, healthMsMost, streamsOpen, memoryMb} = result;
	const third = Math.ceil(memoryMb.length / 3);
	const early = Math.max(0, ...memoryMb.slice(third, 2 * third));
	const late = Math.max(0, ...memoryMb.slice(-third));
	const isLevel = late <= early * growthMax || late - early < growthMbMin;
	return [
		...(outcomes.broken + outcomes.late > 0
			? [`${outcomes.broken} requests broke, ${outcomes.late} were late: ${complaints.join(' | ')}`]
			: []),
		...(exceptions.length > 0 ? [`Exceptions: ${exceptions.join('\n')}`] : []),
		...(stumbles.length > 0 ? [`Answers that threw: ${stumbles.join(' | ')}`] : []),
		...(healthMsMost > healthMsMax ? [`/health took ${healthMsMost} ms once.`] : []),
		...(streamsOpen > 0 ? [`${streamsOpen} requests are still open.`] : []),
		...(isLevel ? [] : [`The memory has grown from ${early} to ${late} MB.`]),
	];
}
