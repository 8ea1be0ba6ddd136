import {expect, it} from 'vitest';
import {createView} from '../../source/cli/journal-view.ts';
import type {Stamped} from '../../source/events/event.ts';

const same = (text: string) => text;

it('a grant is told with what it covers and until when', () => {
	const paint = {strong: same, dim: same, good: same, bad: same, warning: same};
	const view = createView({paint, types: [], failuresOnly: false, whole: false});
	const told = (grant: object) =>
		view.tell({v: 1, seq: 1, at: 0, type: 'grant.made', grant} as Stamped).join('\n');
	const typed = {id: 'g', scope: 'shell', host: 'local', tool: 'write_stdin', terminal: '3'};
	expect(told({...typed, until: 'session'})).toContain(
		'anything typed into terminal 3 for this session',
	);
	expect(told({...typed, until: 60_000})).toMatch(/until \d\d:01/);
	expect(told({...typed, until: 60_000})).not.toContain('session');
});
