import {expect, it} from 'vitest';
import {createJournalLines} from '../../source/storage/journal-lines.ts';
import {createRedactor} from '../../source/storage/redact.ts';

// Built from pieces, so that no search for secrets finds one in this file.
const secret = `ghp_${'a1B2'.repeat(9)}`;
const lines = () => createJournalLines(createRedactor());
const grew = (text: string, more: object = {}) =>
	({v: 1, seq: 1, at: 2, type: 'reply.grew', reply: 'r', text, ...more}) as never;

it('a secret that a field of the piece before announces is in no line', () => {
	const line = lines();
	const told = [line(grew('{"password": ')), line(grew('"hunter2-and-more"}'))].join('\n');
	expect(told).not.toContain('hunter2');
	expect(told).toContain('‹redacted:');
});

it.each([
	grew('plain words'),
	grew('plain thoughts', {type: 'reasoning.grew'}),
	{v: 1, seq: 3, at: 4, type: 'reply.ended', reply: 'r', finish: 'stop', durationMs: 5},
	{v: 1, seq: 3, at: 4, type: 'tool.proposed', call: 'c', raw: '{"cmd":"ls"}', host: 'local'},
	{v: 1, seq: 3, at: 4, type: 'tool.edited', call: 'c', raw: '{"cmd":"ls"}', note: 'mended'},
	{v: 1, seq: 3, at: 4, type: 'turn.ended', turn: 't', outcome: 'done'},
] as never[])('an event without a secret is written as it is: %j', event => {
	expect(JSON.parse(lines()(event))).toEqual(event);
});

it('what one reply has said says nothing of another, nor of what it thought', () => {
	const line = lines();
	line(grew('{"password": '));
	expect(line(grew('"plain words here"}', {reply: 's'}))).toContain('plain words here');
	expect(line(grew('"plain words here"}', {type: 'reasoning.grew'}))).toContain('plain words here');
	line({
		v: 1,
		seq: 2,
		at: 3,
		type: 'reply.ended',
		reply: 'r',
		finish: 'stop',
		durationMs: 1,
	} as never);
	expect(line(grew('"plain words here"}'))).toContain('plain words here');
});

it.each(['tool.proposed', 'tool.edited'])(
	'the arguments of %s stay JSON without the secret',
	type => {
		const raw = JSON.stringify({cmd: `echo ${secret}`, n: 1});
		const told = JSON.parse(lines()({v: 1, seq: 1, at: 2, type, raw} as never));
		expect(JSON.stringify(told)).not.toContain('a1B2');
		expect(JSON.parse(told.raw)).toEqual({cmd: expect.stringMatching(/^echo ‹redacted:/), n: 1});
	},
);

it('a line begins with what a reader needs to pass it over', () => {
	const line = lines()({text: secret, type: 'notice.shown', at: 2, seq: 1, v: 1} as never);
	expect(line).toMatch(/^\{"v":1,"seq":1,"at":2,"type":"notice.shown","text":"‹redacted:/);
});
