import type {Ending} from '../../cli/context.ts';
import type {Stamped} from '../../events/event.ts';
import type {Failure} from '../../events/failure.ts';
import {type HostId, localHost, type ReplyId} from '../../events/ids.ts';
import type {Usage} from '../../events/part.ts';

/**
 * Collects the result of a run from its events. The last line of `--json` and the exit code are
 * made from it.
 */
export type RunResult = {
	readonly outcome: 'done' | 'interrupted' | 'failed';
	readonly failure?: Failure;
	/** Whether a call was denied. */
	readonly isDenied: boolean;
	/** The text of the newest reply. */
	readonly answer: string;
	/** Whether the newest reply is complete. */
	readonly isWhole: boolean;
	/** The sum of the tokens that the provider reported; null if it reported none. */
	readonly usage: Usage | null;
	/** The cost of the run in US dollars; null if the price of any answer is unknown. */
	readonly costUsd: number | null;
	readonly changedFiles: readonly ChangedFile[];
};

export type ChangedFile = {readonly path: string; readonly host?: HostId};

export type ResultKeeper = {
	readonly take: (event: Stamped) => void;
	readonly now: () => RunResult;
	/** Marks the run as failed, however its last turn ended. Only the first failure is reported. */
	readonly fail: (failure: Failure) => void;
	/** The failure of the run itself; null if there is none. */
	readonly failure: () => Failure | null;
	/** Replaces the answer by the part that fits the schema, without the text around it. */
	readonly shortenAnswer: (answer: string) => void;
};

type Keeper = {
	reply: ReplyId | null;
	isFree: boolean;
	failure: Failure | null;
	changes: Map<string, ChangedFile>;
	result: RunResult;
};

export function createResultKeeper(provider: string): ResultKeeper {
	const keeper: Keeper = {
		reply: null,
		isFree: isFree(provider),
		failure: null,
		changes: new Map(),
		result: {
			outcome: 'failed',
			isDenied: false,
			answer: '',
			isWhole: false,
			usage: null,
			costUsd: 0,
			changedFiles: [],
		},
	};
	return {
		take: event => takeIn(keeper, event),
		now: () => ({
			...keeper.result,
			...(keeper.failure && {outcome: 'failed', failure: keeper.failure, isWhole: false}),
			changedFiles: onceEach([...keeper.changes.values()]),
		}),
		fail(failure) {
			keeper.failure ??= failure;
		},
		failure: () => keeper.failure,
		shortenAnswer(answer) {
			keeper.result = {...keeper.result, answer};
		},
	};
}

/** Whether a provider's answers cost nothing. Only the built-in practice model's do. */
function isFree(provider: string): boolean {
	return provider === 'practice';
}

function takeIn(keeper: Keeper, event: Stamped): void {
	const {result} = keeper;
	switch (event.type) {
		case 'model.chosen':
			keeper.isFree = isFree(event.provider);
			return;
		case 'turn.ended': {
			const {failure: _, ...rest} = result;
			const {outcome, failure} = event;
			keeper.result = {...rest, outcome, ...(failure && {failure})};
			return;
		}
		case 'file.changed': {
			const {id, path, host = localHost} = event.change;
			keeper.changes.set(id, {path, ...(host !== localHost && {host})});
			return;
		}
		case 'file.restored':
			keeper.changes.delete(event.change);
			return;
		case 'tool.ended':
			keeper.result = {...result, isDenied: result.isDenied || event.outcome.status === 'denied'};
			return;
		default:
			takeReply(keeper, event);
	}
}

function takeReply(keeper: Keeper, event: Stamped): void {
	const {result} = keeper;
	if (event.type === 'reply.began') {
		keeper.reply = event.reply;
		keeper.result = {...result, answer: '', isWhole: false};
	} else if (event.type === 'reply.grew' && event.reply === keeper.reply) {
		keeper.result = {...result, answer: result.answer + event.text};
	} else if (event.type === 'reply.ended') {
		const isWhole = event.finish === 'stop' || event.finish === 'length';
		keeper.result = {
			...result,
			...(event.reply === keeper.reply && {isWhole}),
			...paid(keeper, event),
		};
	} else if (event.type === 'context.compacted') {
		keeper.result = {...result, ...paid(keeper, event)};
	}
}

/** Lists a file that was changed several times only once. */
function onceEach(files: readonly ChangedFile[]): readonly ChangedFile[] {
	return [...new Map(files.map(file => [`${file.host} ${file.path}`, file])).values()];
}

function paid(
	{result, isFree}: Keeper,
	{usage, costUsd}: {readonly usage?: Usage; readonly costUsd?: number},
): Pick<RunResult, 'usage' | 'costUsd'> {
	const price = isFree ? 0 : costUsd;
	return {
		usage: usage === undefined ? result.usage : sumOf(result.usage, usage),
		costUsd: price === undefined || result.costUsd === null ? null : result.costUsd + price,
	};
}

function sumOf(before: Usage | null, usage: Usage): Usage {
	const sum = (name: keyof Usage) => (before?.[name] ?? 0) + (usage[name] ?? 0);
	return {
		inputTokens: sum('inputTokens'),
		outputTokens: sum('outputTokens'),
		cachedTokens: sum('cachedTokens'),
		reasoningTokens: sum('reasoningTokens'),
	};
}

export const interruptedCode = 130;

const unreachableKinds: readonly Failure['kind'][] = ['unreachable', 'upstream', 'timeout'];

export function exitCodeOf(
	reason: Ending | null,
	{outcome, failure, isDenied}: Pick<RunResult, 'outcome' | 'failure' | 'isDenied'>,
): number {
	if (reason !== null) {
		return reason === 'unread' ? 0 : interruptedCode;
	}
	switch (outcome) {
		case 'done':
			return isDenied ? 3 : 0;
		case 'interrupted':
			return interruptedCode;
		default:
			return failure && unreachableKinds.includes(failure.kind) ? 4 : 1;
	}
}
