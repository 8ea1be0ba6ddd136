import {expect, it} from 'vitest';
import {giveUpSilent} from '../../../source/engine/remote-hosts/give-up-silent.ts';
import type {HostId} from '../../../source/events/ids.ts';
import type {RemoteWorkspace} from '../../../source/hop/remote-workspace.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';

it('when the program ends, a host that gives no sign of life for a second is asked nothing more', async () => {
	const clock = fakeClock();
	const givenUp = new Set<HostId>();
	const lively = Promise.withResolvers<boolean>();
	const places = new Map([
		['lost', {isAnswering: () => Promise.resolve(true)}],
		['lively', {isAnswering: () => lively.promise}],
		['refusing', {isAnswering: () => Promise.resolve(false)}],
		['silent', {isAnswering: () => new Promise<boolean>(() => {})}],
	]) as unknown as ReadonlyMap<HostId, RemoteWorkspace>;
	giveUpSilent({ports: {clock}, places, givenUp}, host => host !== 'lost');
	expect([...givenUp]).toEqual(['lost']);
	lively.resolve(true);
	await expect.poll(() => [...givenUp]).toEqual(['lost', 'refusing']);
	clock.advance(999);
	expect([...givenUp]).toEqual(['lost', 'refusing']);
	clock.advance(1);
	expect([...givenUp]).toEqual(['lost', 'refusing', 'silent']);
});
