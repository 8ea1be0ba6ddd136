import {expect, it} from 'vitest';
import {writeRecord} from '../../source/engine/registry/registry.ts';
import type {SessionId} from '../../source/events/ids.ts';
import {
	type OtherSessions,
	tellElsewhere,
	watchOthers,
} from '../../source/front-ends/waiting-elsewhere.ts';
import {engineRecord, enginesIn} from '../helpers/engine-records.ts';
import {fakeClock} from '../helpers/fake-clock.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

it('other sessions are told of, at once and once for each change; one that waits unseen is named', () => {
	const state = temporaryFolder();
	const folder = enginesIn(state);
	const clock = fakeClock();
	const told: OtherSessions[] = [];
	const own = engineRecord({state: 'waiting'});
	const other = engineRecord({session: '20261119-111111-other' as SessionId, name: 'deploy'});
	writeRecord(folder, {...other, state: 'waiting'});
	writeRecord(folder, own);
	const stop = watchOthers({state, session: own.session, clock}, others => told.push(others));
	expect(told.at(-1)?.waiting).toEqual({
		...{session: other.session, name: 'deploy', hop: null, others: 0},
	});
	const after = (changes: Partial<typeof other>) => {
		writeRecord(folder, {...other, ...changes});
		clock.advance(10_000);
		return [told.length, told.at(-1)?.waiting?.name, told.at(-1)?.running[0]?.state];
	};
	expect(after({state: 'waiting'})).toEqual([1, 'deploy', 'waiting']);
	expect(after({state: 'waiting', screens: 1})).toEqual([2, undefined, 'waiting']);
	expect(after({state: 'working'})).toEqual([3, undefined, 'working']);
	expect(after({state: 'working', since: 9})).toEqual([3, undefined, 'working']);
	stop();
	expect(after({state: 'waiting'})).toEqual([3, undefined, 'working']);
});

it('line by line it is said in a few words, and nothing when it is over', () => {
	const state = temporaryFolder();
	const folder = enginesIn(state);
	const clock = fakeClock();
	const said: string[] = [];
	tellElsewhere({state, session: 'own' as SessionId, clock}, text => said.push(text));
	const record = engineRecord({name: 'deploy', hop: 'web1'});
	for (const doing of ['waiting', 'idle'] as const) {
		writeRecord(folder, {...record, state: doing});
		clock.advance(10_000);
	}
	expect(said).toEqual(['deploy on web1 waits for you. /sessions goes there.']);
});
