import {appendFileSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import type {Stamped} from '../../source/events/event.ts';
import {conversation} from '../../source/state/conversation.ts';
import {exportedSession} from '../../source/state/exported-session.ts';
import {waitingCalls} from '../../source/state/select.ts';
import {createStore} from '../../source/state/store.ts';
import {exportSession} from '../../source/storage/export-session.ts';
import {isFromFuture, parseLine} from '../../source/storage/read-journal.ts';
import {createRedactor} from '../../source/storage/redact.ts';
import {fakeClock} from '../helpers/fake-clock.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

const journal = join(import.meta.dirname, '../fixtures/journals/first-shape.jsonl');
const lines = readFileSync(journal, 'utf8').trim().split('\n');
const events = lines.map((line): Stamped => JSON.parse(line));
const kinds = [...Map.groupBy(events, ({type}) => type)].map(([type, [first]]) => [type, first!]);

const wrong = [undefined, null, 7, 'text', true, [], [7], {}, {type: 'nothing', status: 'nothing'}];

const envelope = new Set(['v', 'seq', 'at', 'type']);

/** The event with one of its fields gone, or something else: in each way once. */
function damaged(event: Stamped): readonly Stamped[] {
	return Object.keys(event)
		.filter(field => !envelope.has(field))
		.flatMap(field => wrong.map((value): Stamped => ({...event, [field]: value})));
}

describe('an event of a journal', () => {
	it.each(kinds)('of the kind %s is taken whole, and refused with one field gone', (_, event) => {
		const whole = event as Stamped;
		expect(parseLine(JSON.stringify(whole))).toMatchObject({ok: true});
		for (const field of Object.keys(whole).filter(name => !envelope.has(name))) {
			const parsed = parseLine(JSON.stringify({...whole, [field]: undefined}));
			expect(parsed.ok ? optionalFields : [field]).toContain(field);
		}
	});

	it('that is damaged in any field is refused, or breaks nothing that reads it', () => {
		const folder = temporaryFolder();
		let taken = 0;
		for (const event of kinds.map(([, first]) => first as Stamped)) {
			const before = events.filter(({seq}) => seq < event.seq);
			const after = events.filter(({seq}) => seq > event.seq);
			for (const parsed of damaged(event).map(one => parseLine(JSON.stringify(one)))) {
				if (parsed.ok) {
					taken += 1;
					const store = createStore(fakeClock());
					expect(store.replay([...before, parsed.event, ...after])).toBe(0);
					expect(() => conversation(store.state())).not.toThrow();
					expect(() => waitingCalls(store.state())).not.toThrow();
					const path = join(folder, `${taken}.md`);
					const redactor = createRedactor([]);
					expect(exportSession(exportedSession(store.state()), {path, redactor})).toMatchObject({
						ok: true,
					});
				}
			}
		}
		expect(taken).toBeGreaterThan(0);
	});

	it.each([
		['{"v":1,"seq":1,"at":1,"type":"toString"}', 'knows no event “toString”'],
		['{"v":1,"seq":1,"at":1,"type":"tool.dreamt"}', 'knows no event “tool.dreamt”'],
		['{"v":2,"seq":1,"at":1,"type":"message.sent"}', 'a newer version of agent-tui'],
		['{"v":0,"seq":1,"at":1,"type":"context.cleared"}', 'another version of agent-tui'],
	])('%s is set aside, and it is said why', (line, why) => {
		expect(parseLine(line)).toMatchObject({ok: false, why: expect.stringContaining(why)});
	});
});

it('a journal is from the future when a newer version wrote one line of it, wherever it stands', () => {
	const path = join(temporaryFolder(), 'journal.jsonl');
	const said = JSON.stringify({
		v: 1,
		seq: 1,
		at: 1,
		type: 'reply.grew',
		reply: 'r',
		text: 'x'.repeat(900),
	});
	writeFileSync(path, `${said}\n`.repeat(2000));
	expect(isFromFuture(path)).toBe(false);
	appendFileSync(path, '{"v":1,"seq":2,"at":1,"type":"reply.grew","text":"\\n{\\"v\\":2,"}\n');
	expect(isFromFuture(path)).toBe(false);
	appendFileSync(path, '{"v":2,"seq":3,"at":1,"type":"reply.dreamt"}\n');
	expect(isFromFuture(path)).toBe(true);
	expect(isFromFuture(join(temporaryFolder(), 'none'))).toBe(false);
});

const optionalFields = [
	'hash',
	'dangers',
	'why',
	'usage',
	'firstByteMs',
	'call',
	'record',
	'failure',
	'version',
	'previousEnd',
	'exposure',
	'facts',
	'windowTokens',
];
