import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {setImmediate} from 'node:timers/promises';
import {expect, it} from 'vitest';
import type {Verdict} from '../../source/events/authorization.ts';
import type {Stamped} from '../../source/events/event.ts';
import type {CallId, SessionId} from '../../source/events/ids.ts';
import {sessionOpener} from '../../source/front-ends/attach/open-session.ts';
import type {FrontEndSession} from '../../source/front-ends/front-end-session.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {foldersOf} from '../../source/platform/folders.ts';
import {createMirror} from '../../source/state/mirror.ts';
import {waitingCalls} from '../../source/state/select.ts';
import type {RemoteEngine} from '../../source/wire/remote-engine.ts';
import {cleanEnvironment, type Place} from '../helpers/agent.ts';
import {firstScreen, nextScreen, onlyRecord, startTestEngine} from '../helpers/engine-process.ts';
import {often} from '../helpers/often.ts';
import {processTree} from '../helpers/processes.ts';
import {randomFrom} from '../helpers/random-journal.ts';
import {wishFor} from '../helpers/remote-workspace.ts';
import {openScriptedPlace} from '../helpers/scripted-place.ts';
import type {Asked} from '../helpers/scripted-upstream.ts';

const clock = systemClock();

const cardsAtOnce = 25;
const waves = 40;

/** To "wave 7" the model wishes for commands that say which they are; then it is done. */
function wishForWave(asked: Asked): void {
	const last = asked.body.messages.at(-1);
	const wave = last.role === 'user' ? /wave (\d+)/.exec(JSON.stringify(last.content))?.[1] : null;
	if (wave == null) {
		asked.say('Done.');
		asked.finish();
		return;
	}
	const wishes = Array.from({length: cardsAtOnce}, (_, index) => ({
		name: 'unified_exec',
		input: {cmd: `echo ${wave}-${index} >> count`},
	}));
	wishFor(asked, wishes, Number(wave) * cardsAtOnce);
}

type Told = Extract<Stamped, {type: 'authorization.answered'}>;

/** What one screen of the two knows, and what it has been told about answers. */
async function watch({engine, screen}: RemoteEngine) {
	const told: Told[] = [];
	engine.events.subscribe(event => {
		if (event.type === 'authorization.answered') {
			told.push(event);
		}
	});
	const mirror = await createMirror(engine, clock);
	return {engine, screen, told, state: mirror.state};
}

function linesOf({cwd}: Place): readonly string[] {
	return readFileSync(join(cwd, 'count'), 'utf8').split('\n').filter(Boolean);
}

const verdicts: readonly (readonly [Verdict, Verdict])[] = [
	[{type: 'once'}, {type: 'once'}],
	[{type: 'once'}, {type: 'deny'}],
	[{type: 'deny'}, {type: 'once'}],
];

it(`two screens answer the same card at the same moment, ${waves * cardsAtOnce} times: the first answer counts, its call runs at most once, and both screens say the same`, async () => {
	const {place, upstream} = await openScriptedPlace();
	upstream.always(wishForWave);
	const one = await watch(await firstScreen(startTestEngine({place})));
	const other = await watch(await nextScreen(await onlyRecord(place)));
	const seed = Math.floor(clock.now() % 2 ** 31);
	const random = randomFrom(seed);
	let cards = 0;
	for (let wave = 0; wave < waves; wave += 1) {
		one.engine.dispatch({type: 'send', text: `wave ${wave}`});
		const waiting = () => [one, other].map(({state}) => waitingCalls(state()).length);
		await expect.poll(waiting).toEqual([cardsAtOnce, cardsAtOnce]);
		for (const {id: call} of waitingCalls(one.state())) {
			const [first, second] = random() < 0.5 ? [one, other] : [other, one];
			const [verdict, otherVerdict] = verdicts[cards % verdicts.length]!;
			first.engine.dispatch({type: 'answer', call, verdict});
			second.engine.dispatch({type: 'answer', call, verdict: otherVerdict});
			cards += 1;
			// Else all answers of one screen would leave in one write, and so arrive before the other's.
			await setImmediate();
		}
		await one.engine.query({type: 'idle'});
		await other.engine.query({type: 'idle'});
	}
	expect(one.told, `seed ${seed}`).toHaveLength(waves * cardsAtOnce);
	expect(other.told).toEqual(one.told);
	expect([...other.state().calls.values()]).toEqual([...one.state().calls.values()]);
	const allowed = one.told.flatMap(({call, verdict}) => (verdict.type === 'once' ? [call] : []));
	const nameOf = (call: CallId) => /echo (\S+)/.exec(one.state().calls.get(call)!.raw)![1];
	expect(linesOf(place).toSorted()).toEqual(allowed.map(nameOf).toSorted());
	const winners = one.told.map(({screen}) => screen?.id);
	const wins = [one, other].map(({screen}) => winners.filter(id => id === screen).length);
	console.info(`answers that counted, by screen: ${wins.join(' and ')}`);
	expect(wins[0]! + wins[1]!).toBe(cards);
	expect(Math.min(...wins), 'no race').toBeGreaterThan(0);
});

const races = often('RACES', {usual: 12, long: 200});
const raceMsMax = 25_000;

/** A session that ended before, as two screens find it at the same moment. */
async function raceFor(place: Place, session: SessionId): Promise<void> {
	const env = cleanEnvironment(place);
	const folders = foldersOf(env, process.platform);
	const open = () =>
		sessionOpener({
			...{flags: new Map(), env, cwd: place.cwd, folders, clock, size: null},
			...{begun: null, isInside: false, isWatching: false},
		})({wanted: session, onProblem() {}});
	const opened = await Promise.all([open(), open()]);
	const sessions = opened.map(each => {
		if (!each.ok) {
			throw new Error(each.failure.message);
		}
		return each.value;
	});
	const {pid} = await onlyRecord(place);
	await expect.poll(() => screensOf(sessions)).toEqual([2, 2]);
	await expect.poll(() => enginesOf(session)).toEqual([pid]);
	await sessions[0]!.end('quit');
}

function screensOf(sessions: readonly FrontEndSession[]): readonly (number | undefined)[] {
	return sessions.map(({remote}) => remote?.screens().length);
}

/** The engines of a session, which this process has started. */
function enginesOf(session: string): readonly number[] {
	return processTree(process.pid).flatMap(({pid, command}) =>
		command.includes('engine-process') && command.includes(session) ? [pid] : [],
	);
}

it(`two screens start the engine of one session at once, ${races} times: one engine, and both show it`, {
	timeout: races * raceMsMax,
}, async () => {
	const {place, upstream} = await openScriptedPlace();
	upstream.always(wishForWave);
	const {socket, session} = startTestEngine({place});
	const {engine, end} = await firstScreen({socket});
	engine.dispatch({type: 'send', text: 'hello'});
	await engine.query({type: 'idle'});
	await end('quit');
	const startedAt = clock.elapsed();
	for (let race = 0; race < races; race += 1) {
		await raceFor(place, session);
	}
	console.info(`${races} races in ${Math.round(clock.elapsed() - startedAt)} ms`);
});
