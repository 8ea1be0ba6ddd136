import {expect, test} from 'vitest';
import type {Grant} from '../../source/events/authorization.ts';
import type {Stamped} from '../../source/events/event.ts';
import {type GrantId, localHost, type TerminalId} from '../../source/events/ids.ts';
import {grantWords, reduceGrants, untilWords} from '../../source/state/grants.ts';

const grant: Grant = {id: 'g' as GrantId, scope: 'shell', host: localHost, until: 'session'};
const stamped = (event: object) => ({v: 1, seq: 1, at: 1, ...event}) as Stamped;

test('what was allowed for the session is asked again after the program was left', () => {
	const made = reduceGrants([], stamped({type: 'grant.made', grant}));
	expect(made).toEqual([grant]);
	expect(reduceGrants(made, stamped({type: 'session.opened', pid: 1, reason: 'resume'}))).toEqual(
		[],
	);
});

test('a grant that is taken back is gone', () => {
	expect(reduceGrants([grant], stamped({type: 'grant.revoked', grant: grant.id}))).toEqual([]);
});

test('a grant is told with what it covers and for how long', () => {
	const host = localHost;
	const typed: Grant = {
		id: 'g1' as GrantId,
		scope: 'shell',
		host,
		tool: 'write_stdin',
		terminal: '3' as TerminalId,
		until: 'session',
	};
	expect(`${grantWords(typed)} ${untilWords(typed)}`).toBe(
		'shell on local: anything typed into terminal 3 for this session',
	);
	const timed: Grant = {
		id: 'g2' as GrantId,
		scope: 'write',
		host,
		within: ['/etc/hosts'],
		until: 60_000,
	};
	expect(`${grantWords(timed)} ${untilWords(timed)}`).toMatch(
		/^write on local: \/etc\/hosts until \d\d:01/,
	);
});
