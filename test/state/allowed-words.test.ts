import {expect, it} from 'vitest';
import type {AnsweredBy, Scope, Verdict} from '../../source/events/authorization.ts';
import {allowedWords} from '../../source/state/allowed-words.ts';

const noon = new Date(2026, 10, 19, 12, 5).getTime();
const rule = {scope: 'shell', match: 'ls', then: 'allow'} as const;

it.each<[Verdict, AnsweredBy, Scope, string | null]>([
	[{type: 'once'}, 'key', 'shell', 'allowed once'],
	[{type: 'once'}, 'client', 'shell', 'allowed once, in the client'],
	[{type: 'session', match: 'ls'}, 'key', 'shell', 'allowed for this session'],
	[{type: 'until', until: noon}, 'key', 'write', 'allowed until 12:05'],
	[{type: 'always', rule}, 'key', 'shell', 'allowed always'],
	[{type: 'once'}, 'rule', 'shell', 'allowed by a rule'],
	[{type: 'once'}, 'rule', 'read', null],
	[{type: 'once'}, 'grant', 'shell', 'allowed by an earlier yes'],
	[{type: 'once'}, 'headless', 'shell', 'allowed by --allow'],
	[{type: 'deny', reason: 'no'}, 'key', 'shell', null],
	[{type: 'expired'}, 'timeout', 'shell', null],
	[{type: 'cancelled'}, 'interrupt', 'shell', null],
])(
	'what stays of a card with the answer %j by %s in the scope %s says %j',
	(verdict, by, scope, words) => {
		expect(allowedWords({scope, answer: {verdict, by, at: 1}})).toBe(words);
	},
);

it('a call that was never asked about says nothing of an answer', () => {
	expect(allowedWords({scope: null})).toBe(null);
});
