import {afterAll, expect, it} from 'vitest';
import type {EngineRecord} from '../../source/engine/registry/engine-record.ts';
import {localHost} from '../../source/events/ids.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {createMirror, type Mirror} from '../../source/state/mirror.ts';
import {isBusy, waitingCalls} from '../../source/state/select.ts';
import type {RemoteEngine} from '../../source/wire/remote-engine.ts';
import {openAgent, type Place} from '../helpers/agent.ts';
import {
	cardsAtOnce,
	countingModel,
	findingsOf,
	livePrograms,
	timesRun,
} from '../helpers/counting-session.ts';
import {
	dialRecord,
	firstScreen,
	joinEngine,
	nextScreen,
	onlyRecord,
	startTestEngine,
} from '../helpers/engine-process.ts';
import {often} from '../helpers/often.ts';
import {isRunning} from '../helpers/processes.ts';
import {randomFrom} from '../helpers/random-journal.ts';
import {openHopPlace} from '../helpers/remote-workspace.ts';
import {openScriptedPlace} from '../helpers/scripted-place.ts';
import {describeWithSshd, openSshLab, type SshLab} from '../helpers/ssh-lab.ts';

const clock = systemClock();

const waves = 24;
const kills = often('KILLS', {usual: 60, long: 190});
const hopKills = Math.ceil(kills / 3);
const realScreens = 4;
const lifeMsMax = 60;
const realLifeMsMax = 1500;

type Session = {readonly place: Place; readonly record: EngineRecord};

/** A session that has just begun, on this machine or behind a hop; nobody shows it. */
async function beginSession(lab: SshLab | null): Promise<Session> {
	const {place, upstream} = lab ? await openHopPlace(lab) : await openScriptedPlace();
	upstream.always(countingModel(waves));
	const screen = await firstScreen(startTestEngine({place}));
	if (lab) {
		const target = `web:${place.cwd}`;
		const hopped = await screen.engine.query({type: 'connect-host', target, isQuiet: true});
		expect(hopped).toMatchObject({ok: true});
	}
	for (const command of livePrograms) {
		await screen.engine.query({type: 'run-shell', command});
	}
	screen.engine.dispatch({type: 'send', text: 'count'});
	await screen.engine.query({type: 'branch'});
	const record = await onlyRecord(place);
	screen.detach();
	return {place, record};
}

/** A person at this screen says yes to every card as soon as it is seen. */
function sayYes({engine}: RemoteEngine, mirror: Mirror): void {
	const look = () => {
		for (const {id: call} of waitingCalls(mirror.state())) {
			engine.dispatch({type: 'answer', call, verdict: {type: 'once'}});
		}
	};
	mirror.subscribe(look);
	look();
}

/** Answers what is left, and returns all that can be found then. */
async function finish({record}: Session) {
	const screen = await nextScreen(record);
	const mirror = await createMirror(screen.engine, clock);
	sayYes(screen, mirror);
	const isOver = () => isOverIn(mirror);
	await expect.poll(isOver, {timeout: 120_000}).toBe(true);
	const tick = mirror.state().terminals[0]!.id;
	const text = {type: 'terminal-text', terminal: tick, from: 0, to: 100_000} as const;
	await expect.poll(() => screen.engine.query(text), {timeout: 60_000}).toContain('tick 300');
	return findingsOf(screen, mirror.state());
}

function isOverIn({state}: Mirror): boolean {
	return state().calls.size === waves * cardsAtOnce && state().chat.turn === null;
}

/** How a connection can end without a word: at once, unread, and in the middle of a message. */
const cuts = {
	atOnce: () => {},
	unread: socket => void socket.pause(),
	inTheMiddle: socket => void socket.write(Buffer.from([0, 0, 1, 0, 0x7b, 0x22])),
} satisfies Record<string, (socket: ReturnType<typeof dialRecord>) => void>;

/** A screen comes, answers what waits, and is gone in a moment. Returns what it saw. */
async function oneLife({record}: Session, random: () => number) {
	const socket = dialRecord(record);
	const joined = await joinEngine(socket, record.token);
	if (!joined.ok) {
		throw new Error(joined.failure.message);
	}
	const {engine} = joined.value;
	const leave = () => {
		const all = Object.values(cuts);
		all[Math.floor(random() * all.length)]!(socket);
		socket.destroy();
	};
	const timer = clock.after(random() * lifeMsMax, leave);
	const mirror = await Promise.race([
		createMirror(engine, clock).catch(() => null),
		joined.value.gone,
	]);
	if (mirror && 'state' in mirror) {
		sayYes(joined.value, mirror);
	}
	await joined.value.gone;
	timer.cancel();
	return mirror && 'state' in mirror ? mirror.state() : null;
}

/** Screens in real terminals come and go: killed, or with their window. */
async function realLives({place, record}: Session, random: () => number): Promise<void> {
	for (let count = 0; count < realScreens; count += 1) {
		const agent = openAgent({
			place,
			parameters: ['attach', record.session],
			columns: 100,
			rows: 30,
		});
		await agent.see('chat: count');
		await clock.sleep(random() * realLifeMsMax);
		if (count % 2 === 0) {
			process.kill(agent.pid(), 'SIGKILL');
		}
		agent.close();
	}
}

async function disturb({lab, cuts}: {lab: SshLab | null; cuts: number}): Promise<void> {
	const undisturbed = await beginSession(lab);
	const wanted = await finish(undisturbed);
	expect(wanted.cards).toHaveLength(waves * cardsAtOnce);
	expect(new Set(wanted.cards.map(({host}) => host))).toEqual(new Set([lab ? 'web' : localHost]));
	const seed = Math.floor(clock.now() % 2 ** 31);
	const random = randomFrom(seed);
	const session = await beginSession(lab);
	const real = realLives(session, randomFrom(seed + 1));
	let items = 0;
	let busyKills = 0;
	for (let count = 0; count < cuts; count += 1) {
		const about = `kill ${count} of seed ${seed}`;
		const state = await oneLife(session, random);
		expect(isRunning(session.record.pid), about).toBe(true);
		if (state) {
			expect(state.chat.items.length, about).toBeGreaterThanOrEqual(items);
			items = state.chat.items.length;
			busyKills += isBusy(state) ? 1 : 0;
		}
	}
	await real;
	expect(await finish(session), `seed ${seed}`).toEqual(wanted);
	const once = Array.from({length: waves * cardsAtOnce}, (_, index) => [
		`${Math.floor(index / cardsAtOnce)}-${index % cardsAtOnce}`,
		1,
	]);
	expect(timesRun(session.place), `seed ${seed}`).toEqual(Object.fromEntries(once));
	console.info(
		`${cuts} connections cut, ${busyKills} of them in the middle of work; ${realScreens} screens killed`,
	);
}

it(`a session whose screens are killed at ${kills + realScreens} moments comes to the same end as one that nobody disturbs`, () =>
	disturb({lab: null, cuts: kills}));

describeWithSshd('with a hop', () => {
	const lab = openSshLab();
	afterAll(() => lab.close());

	it(`the same on another machine, at ${hopKills + realScreens} moments`, async () => {
		await lab.startServer({alias: 'web'});
		await disturb({lab, cuts: hopKills});
	});
});
