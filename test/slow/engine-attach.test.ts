import {duplexPair} from 'node:stream';
import {expect, it} from 'vitest';
import {writeSession} from '../../bench/long-session.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {createMirror} from '../../source/state/mirror.ts';
import {openPlace} from '../helpers/agent.ts';
import {
	dialRecord,
	firstScreen,
	joinEngine,
	onlyRecord,
	startTestEngine,
} from '../helpers/engine-process.ts';
import {leastOf, turnLine} from '../helpers/turn-line.ts';

const clock = systemClock();
const roundTripsMax = 3;

it('attaching to a running session takes three round trips, however long the session is', async () => {
	const place = openPlace();
	const session = writeSession({home: place.home, cwd: place.cwd, messages: 2000});
	const {engine} = await firstScreen(startTestEngine({place, session, isNew: false}));
	const opened = await engine.query({type: 'run-shell', command: 'echo here; exec cat'});
	const terminal = opened.ok ? opened.value : null!;
	const record = await onlyRecord(place);
	const attach = async () => {
		const line = turnLine(clock);
		const [mine, theirs] = duplexPair();
		line.join(theirs, dialRecord(record));
		const joined = await joinEngine(mine, record.token);
		if (!joined.ok) {
			throw new Error(joined.failure.message);
		}
		const mirror = await createMirror(joined.value.engine, clock);
		const live = joined.value.engine.live.terminal(terminal)!;
		const drawn = Promise.withResolvers<void>();
		live.subscribe(() => drawn.resolve());
		await drawn.promise;
		const roundTrips = line.asked();
		expect(mirror.state().chat.items.length).toBeGreaterThan(200);
		expect(live.snapshot().rows.join('\n')).toContain('here');
		joined.value.detach();
		return roundTrips;
	};
	expect(await leastOf(roundTripsMax, attach)).toBe(roundTripsMax);
});
