import type {Stamped} from '../events/event.ts';
import type {CallId, ReplyId} from '../events/ids.ts';
import type {Outcome} from '../events/outcome.ts';
import {timeOfDay} from '../platform/time-words.ts';
import {grantWords, untilWords} from '../state/grants.ts';
import {isFailedRecord, words as wordsOf} from '../storage/describe-record.ts';
import type {SidecarRecord} from '../storage/sidecar.ts';
import {neutralise} from '../text/neutralise.ts';
import {describeTerminal} from './describe-host-event.ts';
import {lasting, oneLine} from './format.ts';
import type {PlainPaint} from './paint.ts';

export type JournalView = {
	/** Returns the lines for one event; none if a later event will report all of it. */
	readonly tell: (event: Stamped) => readonly string[];
	/** Returns the lines for one record of the debug sidecar. */
	readonly tellRecord: (record: SidecarRecord) => readonly string[];
};

export type ViewOptions = {
	readonly paint: PlainPaint;
	/** Event types such as `tool.ended`, or their prefixes; empty for all. */
	readonly types: readonly string[];
	readonly failuresOnly: boolean;
	/** Print every field of every event, on several lines. */
	readonly whole: boolean;
};

/**
 * Prints a journal event by event. If an event refers to an earlier one by its id, that event's
 * details are printed with it.
 */
export function createView(options: ViewOptions): JournalView {
	const memory: Memory = {calls: new Map(), replies: new Map()};
	return {
		tell(event) {
			remember(memory, event);
			if (!isWanted(options, event)) {
				return [];
			}
			if (options.whole) {
				return tellWhole(event, options.paint);
			}
			const text = describe(event, memory);
			return text === null ? [] : [line(event, text, options.paint)];
		},
		tellRecord: record => tellRecord(record, options),
	};
}

/** Whether the event is a failure or a refusal. */
export function isFailure(event: Stamped): boolean {
	switch (event.type) {
		case 'tool.ended':
			return event.outcome.status !== 'ok';
		case 'turn.ended':
			return event.outcome !== 'done';
		case 'turn.retried':
			return true;
		case 'reply.ended':
			return event.finish !== 'stop' && event.finish !== 'calls';
		case 'authorization.answered':
			return event.verdict.type !== 'once' && event.verdict.type !== 'session';
		case 'terminal.exited':
			return event.exitCode !== 0;
		default:
			return false;
	}
}

type Memory = {
	readonly calls: Map<CallId, string>;
	readonly replies: Map<ReplyId, string>;
};

function remember({calls, replies}: Memory, event: Stamped): void {
	if (event.type === 'tool.proposed') {
		calls.set(event.call, `${event.tool}  ${event.summary}`);
	} else if (event.type === 'reply.grew') {
		replies.set(event.reply, (replies.get(event.reply) ?? '') + event.text);
	}
}

function isWanted({types, failuresOnly}: ViewOptions, event: Stamped): boolean {
	return (types.length === 0 || isOfType(types, event.type)) && (!failuresOnly || isFailure(event));
}

function isOfType(types: readonly string[], wanted: string): boolean {
	return types.some(type => wanted === type || wanted.startsWith(`${type}.`));
}

/**
 * Returns the lines for a sidecar record. The record of a tool's run is left out unless asked for,
 * because the journal already has its output.
 */
function tellRecord(record: SidecarRecord, options: ViewOptions): readonly string[] {
	const {types, failuresOnly, whole, paint} = options;
	const isNamed = isOfType(types, record.type);
	const isShown = types.length === 0 ? whole || record.type !== 'tool.run' : isNamed;
	if (!isShown || (failuresOnly && !isFailedRecord(record))) {
		return [];
	}
	return whole
		? tellWhole(record as unknown as Stamped, paint)
		: [lineOf(record, wordsOf(record), {paint, isBad: isFailedRecord(record)})];
}

const typeWidth = 22;
const textLengthMax = 400;

function line(event: Stamped, text: string, paint: PlainPaint): string {
	return lineOf(event, text, {paint, isBad: isFailure(event)});
}

function lineOf(
	event: {readonly at: number; readonly type: string},
	text: string,
	{paint, isBad}: {paint: PlainPaint; isBad: boolean},
): string {
	const plain = oneLine(text);
	const cut = plain.length > textLengthMax ? `${plain.slice(0, textLengthMax)}…` : plain;
	const words = isBad ? paint.bad(cut) : cut;
	return `${paint.dim(timeOfDay(event.at))}  ${event.type.padEnd(typeWidth)}  ${words}`.trimEnd();
}

function describe(event: Stamped, memory: Memory): string | null {
	switch (event.type) {
		case 'session.started':
			return `${event.session}  in ${event.cwd}  (agent-tui ${event.version})`;
		case 'session.opened':
			return `${event.reason}  process ${event.pid}${event.previousEnd ? `, the one before ended: ${event.previousEnd}` : ''}${event.checkpoint ? `, its checkpoint was ${event.checkpoint}` : ''}`;
		case 'session.renamed':
			return event.title;
		case 'session.closed':
			return event.reason;
		case 'model.chosen':
			return `${event.provider}/${event.model}`;
		case 'effort.chosen':
			return event.effort;
		case 'mode.chosen':
			return event.mode;
		case 'context.compacted': {
			const {why, dropped, tokensBefore, tokensAfter, summary} = event;
			return `${why}: events ${dropped.from} to ${dropped.to} are not sent any more, about ${tokensBefore} tokens became ${tokensAfter}: ${summary}`;
		}
		case 'compaction.failed':
			return `${event.why}: the context stays as it is, about ${event.tokens} tokens: ${event.failure.message}`;
		case 'context.cleared':
			return '';
		default:
			return describeTalk(event, memory);
	}
}

function describeTalk(event: Stamped, memory: Memory): string | null {
	switch (event.type) {
		case 'message.sent':
		case 'message.queued':
			return event.text;
		case 'reply.ended': {
			const usage = event.usage
				? `, ${event.usage.inputTokens} tokens in, ${event.usage.outputTokens} out`
				: '';
			const said = memory.replies.get(event.reply) ?? '';
			return `${event.finish} after ${lasting(event.durationMs)}${usage}  ${said}`;
		}
		case 'reply.shown':
			return `${lasting(event.afterMs)} after its end`;
		case 'turn.retried':
			return `try ${event.attempt} failed, again in ${lasting(event.delayMs)}: ${event.failure.message}`;
		case 'turn.ended':
			return `${event.outcome}${event.failure ? `: ${event.failure.message}` : ''}`;
		case 'turn.started':
		case 'turn.continued':
		case 'message.unqueued':
		case 'reply.began':
		case 'reply.grew':
		case 'reasoning.grew':
			return null;
		default:
			return describeTool(event, memory);
	}
}

function describeTool(event: Stamped, {calls}: Memory): string | null {
	switch (event.type) {
		case 'tool.proposed':
			return `${event.caller ? `${event.caller.name}: ` : ''}${event.tool}  ${event.summary}  on ${event.host}${event.scope === null ? '' : `, scope ${event.scope}`}${event.mended ? `, mended: ${event.mended.replaceAll('\n', '; ')}` : ''}`;
		case 'authorization.asked':
			return `${event.scope} on ${event.host}  ${calls.get(event.call) ?? event.call}`;
		case 'authorization.answered': {
			const {verdict, by, screen} = event;
			const reason = verdict.type === 'deny' && verdict.reason ? `: ${verdict.reason}` : '';
			const where = screen ? ` (${screen.from})` : '';
			return `${verdict.type} by ${by}${where}${reason}  ${calls.get(event.call) ?? event.call}`;
		}
		case 'authorization.lapsed':
			return `${event.why}  ${calls.get(event.call) ?? event.call}`;
		case 'grant.made':
			return `${grantWords(event.grant)}  ${untilWords(event.grant)}`;
		case 'grant.revoked':
			return event.grant;
		case 'tool.started':
			return calls.get(event.call) ?? event.call;
		case 'tools.released':
			return `${event.calls.length} results of clients are kept no more`;
		case 'tool.delivered':
			return `${lasting(event.afterMs)} after its end  ${calls.get(event.call) ?? event.call}`;
		case 'tool.progressed':
			return `${event.note}  ${calls.get(event.call) ?? ''}`;
		case 'tool.ended':
			return `${event.record?.end ? `${event.record.end}: ` : ''}${describeOutcome(event.outcome)} after ${lasting(event.durationMs)}  ${calls.get(event.call) ?? event.call}`;
		default:
			return describeTerminal(event);
	}
}

function describeOutcome(outcome: Outcome): string {
	switch (outcome.status) {
		case 'failed':
			return `failed (${outcome.failure.kind}): ${outcome.failure.message}`;
		case 'lost':
			return `lost, outcome unknown: ${outcome.failure.message}`;
		case 'denied':
			return `denied${outcome.reason ? `: ${outcome.reason}` : ''}`;
		case 'cancelled':
		case 'interrupted': {
			const unconfirmed = outcome.result?.['unconfirmed'];
			return typeof unconfirmed === 'string'
				? `${outcome.status}, asked to stop, not confirmed (${unconfirmed}),`
				: outcome.status;
		}
		default:
			return outcome.status;
	}
}

function tellWhole({v, seq, at, type, ...fields}: Stamped, paint: PlainPaint): readonly string[] {
	return [
		`${paint.dim(new Date(at).toISOString())}  ${paint.strong(type)}  ${paint.dim(`#${seq}`)}`,
		...Object.entries(fields).flatMap(([key, value]) => tellField(key, value)),
		'',
	];
}

function tellField(key: string, value: unknown): readonly string[] {
	const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
	const [first = '', ...rest] = neutralise(text).split('\n');
	return rest.length === 0
		? [`    ${key}: ${first}`]
		: [`    ${key}:`, ...[first, ...rest].map(one => `        ${one}`)];
}
