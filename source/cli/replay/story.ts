import type {Stamped} from '../../events/event.ts';
import type {JsonObject} from '../../events/json.ts';

/** What happened, without the times, the numbers and the pieces in which it came. */
export type Scene = {readonly what: string; readonly facts: JsonObject};

export type Difference = {
	readonly where: string;
	readonly recorded: string;
	readonly now: string;
};

export function storyOf(events: readonly Stamped[]): readonly Scene[] {
	const said = new Map<string, string>();
	return events.flatMap((event): readonly Scene[] => {
		switch (event.type) {
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
				return [scene('the call', {call, tool, raw, input, scope, host, summary})];
			}
			case 'authorization.answered':
				return [scene('the answer', {call: event.call, verdict: event.verdict.type})];
			case 'tool.ended':
				return [scene('the result', {call: event.call, outcome: event.outcome})];
			case 'turn.ended':
				return [scene('the end of the turn', {outcome: event.outcome})];
			default:
				return [];
		}
	});
}

function scene(what: string, facts: object): Scene {
	return {what, facts: JSON.parse(JSON.stringify(facts))};
}

/** The first place where two stories part, with the path to it. */
export function compareStories(
	recorded: readonly Scene[],
	now: readonly Scene[],
): Difference | null {
	for (const [index, scene] of recorded.entries()) {
		const other = now[index];
		const where = `${scene.what} (${index + 1})`;
		if (!other || other.what !== scene.what) {
			return {where, recorded: scene.what, now: other?.what ?? 'nothing more'};
		}
		const difference = compare(scene.facts, other.facts, where);
		if (difference) {
			return difference;
		}
	}
	const more = now[recorded.length];
	return more ? {where: more.what, recorded: 'nothing more', now: more.what} : null;
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
