import {expect, it} from 'vitest';
import type {Event, Stamped} from '../../source/events/event.ts';
import type {HostId, TurnId} from '../../source/events/ids.ts';
import {emptyState} from '../../source/state/empty-state.ts';
import {
	copiedText,
	type ItemOf,
	type ItemType,
	itemAddedBy,
	itemKinds,
	kindOf,
	searchedText,
} from '../../source/state/items/item-kinds.ts';
import {reduce} from '../../source/state/reduce.ts';
import type {State} from '../../source/state/state.ts';
import {createStore} from '../../source/state/store.ts';
import {fakeClock} from '../helpers/fake-clock.ts';

/** An event that adds an item of each kind, what the model is told of it, and its Markdown. */
const cases: {
	readonly [Type in ItemType]: {
		readonly event: object;
		readonly told: readonly string[];
		readonly exported: string;
	};
} = {
	message: {
		event: {type: 'message.sent', message: 'm1', turn: 't1', text: 'hello', how: 'typed'},
		told: ['hello'],
		exported: '## You\n\nhello',
	},
	// It has said nothing yet.
	reply: {event: {type: 'reply.began', turn: 't1', reply: 'r1'}, told: [], exported: ''},
	// Its record is reduced elsewhere, from the same event.
	call: {
		event: {
			type: 'tool.proposed',
			call: 'c1',
			turn: 't1',
			reply: 'r1',
			tool: 'unified_exec',
			raw: '{"cmd":"ls"}',
			input: {cmd: 'ls'},
			scope: 'shell',
			host: 'local',
			cwd: '/',
			summary: 'ls',
		},
		told: ['{"cmd":"ls"}', 'Its result comes by itself'],
		exported: '**unified_exec** on local: not yet decided\n\n```\nls\n```',
	},
	ran: {
		event: {
			type: 'terminal.opened',
			terminal: 't1',
			title: 'ls',
			host: 'local',
			cwd: '/',
			owner: 'user',
		},
		told: [],
		exported: '*You ran: ls*',
	},
	ending: {
		event: {type: 'turn.ended', turn: 't1', outcome: 'interrupted'},
		told: [],
		exported: '*The turn was interrupted.*',
	},
	continued: {
		event: {type: 'turn.continued', turn: 't0'},
		told: [],
		exported: '*The agent went on with: before*',
	},
	survived: {
		event: {
			type: 'terminal.survived',
			terminal: '1',
			title: 'sh serve.sh',
			process: {},
			running: [{pid: 12, name: 'sh'}],
		},
		told: [],
		exported: '*Still running after a crash: sh serve.sh (sh 12)*',
	},
	hop: {
		event: {type: 'hop.chosen', host: 'web', cwd: '/srv'},
		told: ['the current host is now'],
		exported: '*From here on: web*',
	},
	'key-refused': {
		event: {
			type: 'hop.refused',
			host: 'web',
			refusal: {
				name: '[web]:2222',
				why: 'changed',
				shown: {keyType: 'ssh-ed25519', fingerprint: 'SHA256:new'},
				known: [{keyType: 'ssh-ed25519', fingerprint: 'SHA256:old', place: 'known_hosts:3'}],
				remedies: ["ssh-keygen -R '[web]:2222' -f known_hosts"],
			},
		},
		told: [],
		exported: [
			'> Refused web: the key of [web]:2222 has changed',
			'> Somebody may be listening in, or the machine was set up anew. Nothing was sent to it.',
			'> shown now: ssh-ed25519 SHA256:new',
			'> on record: ssh-ed25519 SHA256:old (known_hosts:3)',
			'> If its administrator says that the key shown now is right, run in a shell:',
			"> ssh-keygen -R '[web]:2222' -f known_hosts",
		].join('\n'),
	},
	compacted: {
		event: {
			type: 'context.compacted',
			why: 'asked',
			summary: 'all of it',
			dropped: {from: 1, to: 2},
			kept: [],
			tokensBefore: 9000,
			tokensAfter: 10,
		},
		told: [],
		exported: '---\n\n*The model was given this summary from here on:*\n\nall of it',
	},
	cleared: {
		event: {type: 'context.cleared'},
		told: [],
		exported: '---\n\n*The context was cleared here.*',
	},
};

const before = after(emptyState, {
	type: 'message.sent',
	message: 'm0',
	turn: 't0',
	text: 'before',
	how: 'typed',
});

function after(state: State, event: object): State {
	return reduce(state, {...(event as Event), v: 1, seq: state.chat.items.length + 1, at: 1});
}

it.each(Object.entries(cases))(
	'%s: its event adds it, and model and export get what it says',
	(type, {event, told, exported}) => {
		const state = after(before, event);
		const item = state.chat.items.at(-1) as ItemOf<ItemType>;
		const {input, markdown} = kindOf(item);
		expect(state.chat.items).toHaveLength(2);
		expect(item.type).toBe(type);
		const given = JSON.stringify(input(item, state)).replaceAll('\\"', '"');
		expect(told.filter(words => !given.includes(words))).toEqual([]);
		expect(input(item, state).length === 0).toBe(told.length === 0);
		expect(markdown(item, state.calls).join('\n').trim()).toBe(exported);
	},
);

it('the words of a mark can be searched and copied', () => {
	const item: ItemOf<'hop'> = {type: 'hop', host: 'web' as HostId, cwd: null, at: 1};
	expect(searchedText({type: 'hop', shown: item})).toBe('from here on web');
	expect(copiedText({type: 'hop', shown: item})).toBe('from here on web');
});

it('no event adds items of two kinds', () => {
	const types = Object.values(itemKinds).flatMap(({addedBy}) => Object.keys(addedBy));
	expect(new Set(types).size).toBe(types.length);
});

it.each([
	['a turn that is done', {type: 'turn.ended', turn: 't0', outcome: 'done'}],
	['a message that waits', {type: 'message.queued', message: 'm2', text: 'x', how: 'queue'}],
])('%s adds no item', (_, event) => {
	expect(itemAddedBy(event as unknown as Stamped, before.chat)).toBeNull();
});

it('a turn of half a minute or more says how long it was, also one that was parked; a shorter one not', () => {
	const ended = (tookMs: number) => {
		const clock = fakeClock();
		const store = createStore(clock);
		store.append({type: 'turn.started', turn: 't1' as TurnId});
		store.append({type: 'turn.started', turn: 't2' as TurnId});
		clock.advance(tookMs);
		store.append({type: 'turn.ended', turn: 't1' as TurnId, outcome: 'done'});
		const [item] = store.state().chat.items;
		return item && kindOf(item).markdown(item, new Map()).join('');
	};
	expect(ended(29_999)).toBe(undefined);
	expect(ended(30_000)).toBe('*Done in 30 s.*');
});

it('a host that is chosen before the first message is no change', () => {
	expect(after(emptyState, {type: 'hop.chosen', host: 'web', cwd: null}).chat.items).toEqual([]);
});
