import {expect, test} from 'vitest';
import type {Grant} from '../../source/events/authorization.ts';
import type {Stamped} from '../../source/events/event.ts';
import {type GrantId, localHost} from '../../source/events/ids.ts';
import {reduceGrants} from '../../source/state/grants.ts';

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
