import type {Stamped} from '../../events/event.ts';
import type {JsonObject} from '../../events/json.ts';

/**
 * An event in the form in which two runs are compared: without times, counts, and the pieces in
 * which text arrived.
 */
export type StoryStep = {
	readonly what: string;
	readonly facts: JsonObject;
	/**
	 * Set if the event belongs to a call. Each call is compared separately, because calls of one
	 * reply may end in any order.
	 */
	readonly call?: string;
};

export type Difference = {
	readonly where: string;
	readonly recorded: string;
	readonly now: string;
};

export function storyOf(events: readonly Stamped[]): readonly StoryStep[] {
	const said = new Map<string, string>();
	const replies: string[] = [];
	return events.flatMap((event): readonly StoryStep[] => {
		switch (event.type) {
			case 'reply.began':
				replies.push(event.reply);
				return [];
			case 'reply.grew':
				said.set(event.reply, (said.get(event.reply) ?? '') + event.text);
				return [];
			case 'reply.ended': {
				const {finish, usage} = event;
				const text = said.get(event.reply) ?? '';
				return [scene('the reply', {finish, text, usage})];
			}
			case 'message.sent':
				return [scene('the message', {text: event.text})];
			case 'tool.proposed': {
				const {call, tool, raw, input, scope, host, summary} = event;
				const reply = replies.indexOf(event.reply) + 1;
				const facts = {call, reply, tool, raw, input, scope, host, summary};
				return [scene('the call', facts, call)];
			}
			case 'authorization.answered':
				return [scene('the answer', {verdict: event.verdict.type}, event.call)];
			case 'tool.ended':
				return [scene('the result', {outcome: event.outcome}, event.call)];
			case 'turn.ended':
				return [scene('the end of the turn', {outcome: event.outcome})];
			default:
				return [];
		}
	});
}

function scene(what: string, facts: object, call?: string): StoryStep {
	return {what, facts: JSON.parse(JSON.stringify(facts)), ...(call !== undefined && {call})};
}

/**
 * Finds the first difference between two runs, and its path. Messages and replies are compared in
 * order, but each call only with the same call: the order in which calls are answered or end is
 * chance.
 */
export function compareStories(
	recorded: readonly StoryStep[],
	now: readonly StoryStep[],
): Difference | null {
	const [before, after] = [recorded, now].map(scenes => Map.groupBy(scenes, ({call}) => call));
	const calls = new Set([...before!.keys(), ...after!.keys()]);
	for (const call of calls) {
		const difference = compareScenes(before!.get(call) ?? [], after!.get(call) ?? [], call);
		if (difference) {
			return difference;
		}
	}
	return null;
}

function compareScenes(
	recorded: readonly StoryStep[],
	now: readonly StoryStep[],
	call: string | undefined,
): Difference | null {
	const of = call === undefined ? '' : ` of ${call}`;
	for (const [index, scene] of recorded.entries()) {
		const other = now[index];
		const where = `${scene.what}${of === '' ? ` (${index + 1})` : of}`;
		if (!other || other.what !== scene.what) {
			return {where, recorded: scene.what, now: other?.what ?? 'nothing more'};
		}
		const difference = compare(scene.facts, other.facts, where);
		if (difference) {
			return difference;
		}
	}
	const more = now[recorded.length];
	return more ? {where: more.what + of, recorded: 'nothing more', now: more.what} : null;
}

export function compare(recorded: unknown, now: unknown, where: string): Difference | null {
	if (Object.is(recorded, now)) {
		return null;
	}
	if (
		typeof recorded === 'object' &&
		typeof now === 'object' &&
		recorded !== null &&
		now !== null
	) {
		const names = new Set([...Object.keys(recorded), ...Object.keys(now)]);
		for (const name of names) {
			const [left, right] = [recorded, now].map(one => (one as JsonObject)[name]);
			const difference = compare(left, right, `${where}.${name}`);
			if (difference) {
				return difference;
			}
		}
		return null;
	}
	return {where, recorded: shown(recorded), now: shown(now)};
}

const shownLengthMax = 300;

function shown(value: unknown): string {
	const text = JSON.stringify(value) ?? 'nothing';
	return text.length > shownLengthMax ? `${text.slice(0, shownLengthMax)}…` : text;
}
