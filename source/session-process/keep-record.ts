import {basename} from 'node:path';
import {createWaitingNotifier} from '../engine/notify-waiting.ts';
import type {EngineRecord, EngineState} from '../engine/registry/engine-record.ts';
import {removeRecord, updateRecord, writeRecord} from '../engine/registry/registry.ts';
import {localHost} from '../events/ids.ts';
import type {EngineSession} from '../front-ends/open-engine.ts';
import {everyAtPace} from '../platform/at-pace.ts';
import type {Clock} from '../platform/clock.ts';
import {isAtWork, runningCalls, waitingCalls} from '../state/select.ts';
import {firstWords} from '../state/session.ts';
import type {State} from '../state/state.ts';
import type {Redactor} from '../storage/redact.ts';

type Fixed = Omit<EngineRecord, keyof Changing>;

export type RecordKeeper = {
	/** Writes the record now, and again whenever one of its values changes. */
	readonly publish: (folder: string, fixed: Fixed) => void;
	readonly screens: (count: number) => void;
	readonly rest: (isResting: boolean) => void;
	/** Stops writing the record, because another process writes it from now on. */
	readonly leave: () => void;
	readonly remove: () => void;
};

/**
 * How often to check that other processes still find the engine: a clean-up of old files may have
 * removed its record, and a full disk may have space again. While no screen is joined and nothing
 * runs, `restMs` applies, to save energy.
 */
export const lookMs = 10_000;
const restMs = 120_000;
/** A record is written at most this often, however fast the session changes. */
const pauseMs = 200;

type Kept = {readonly folder: string; record: EngineRecord; isWritten: boolean};

/** Keeps the engine's record up to date. `onLook` is called at each regular check. */
export function keepRecord(
	{engine: {parts}, redactor}: EngineSession,
	{clock, warn, onLook}: {clock: Clock; warn: (text: string) => void; onLook: () => void},
): RecordKeeper {
	const {store, settings, ports} = parts;
	let kept: Kept | null = null;
	let screens = 1;
	let isResting = false;
	const titleOf = titleWithoutSecrets(redactor);
	const notify = () => settings.now().notify;
	const notifier = createWaitingNotifier({
		...{settings: notify, clock, env: ports.env, onProblem: warn},
	});
	const refresh = () => {
		if (kept) {
			const changes = changesOf(store.state(), {screens, record: kept.record, clock, titleOf});
			// If the disk is full, the session continues, and the next change or check tries again.
			save(kept, changes);
			notifier.look({...kept.record, ...changes});
			timer.adjust();
		}
	};
	const refreshSoon = inAWhile(clock, refresh);
	const timer = everyAtPace(clock, {
		paceMs: () => (isResting && kept?.isWritten !== false ? restMs : lookMs),
		action() {
			refresh();
			onLook();
		},
	});
	const stop = store.subscribe(refreshSoon);
	const leave = () => {
		stop();
		timer.cancel();
		notifier.close();
		kept = null;
	};
	return {
		publish(folder, fixed) {
			const record = {...fixed, ...changingPart(store.state(), {screens, clock, titleOf})};
			kept = {folder, record, isWritten: false};
			const problem = save(kept, {});
			problem === null || warn(`Other screens can't find this session: ${problem}`);
			timer.adjust();
		},
		screens(count) {
			screens = count;
			refresh();
		},
		rest(isNow) {
			isResting = isNow;
			timer.adjust();
		},
		leave,
		remove() {
			const found = kept;
			leave();
			found && removeRecord(found.folder, found.record);
		},
	};
}

/** Writes the record. Returns why that failed, or null. */
function save(kept: Kept, changes: Partial<EngineRecord>): string | null {
	const {folder, record, isWritten} = kept;
	try {
		if (isWritten) {
			kept.record = updateRecord(folder, record, changes);
		} else {
			// The process that had the session before may have left a record, which is replaced.
			const changed = {...record, ...changes};
			writeRecord(folder, changed);
			kept.record = changed;
		}
		kept.isWritten = true;
		return null;
	} catch (error) {
		kept.isWritten = false;
		return String(error);
	}
}

/** Limits how often an action runs: several calls within the pause run it once. */
function inAWhile(clock: Clock, action: () => void): () => void {
	let isPausing = false;
	return () => {
		if (!isPausing) {
			isPausing = true;
			clock.after(pauseMs, () => {
				isPausing = false;
				action();
			});
		}
	};
}

type Changing = Pick<
	EngineRecord,
	'name' | 'cwd' | 'hop' | 'title' | 'since' | 'state' | 'waiting' | 'screens'
>;

type Facts = {
	readonly screens: number;
	readonly clock: Clock;
	readonly titleOf: (state: State) => string;
};

/**
 * Makes the title for the record. It may be the beginning of the first message, and it is written
 * to a file and sent to the notifier, so secrets are replaced: in the whole message, because the
 * title's end may cut through one.
 */
function titleWithoutSecrets({text: hide}: Redactor): Facts['titleOf'] {
	let known = {title: '', told: ''};
	return ({session: {title}, chat}) => {
		if (title !== known.title) {
			const first = chat.items.find(item => item.type === 'message');
			const isCut = first !== undefined && firstWords(first.text) === title;
			known = {title, told: isCut ? firstWords(hide(first.text)) : hide(title)};
		}
		return known.told;
	};
}

function changingPart(state: State, {screens, clock, titleOf}: Facts): Changing {
	const {cwd} = state.session;
	const title = titleOf(state);
	const {current} = state.hops;
	return {
		name: title === '' ? basename(cwd) : title,
		cwd,
		hop: current === localHost ? null : current,
		title,
		since: clock.now(),
		state: stateOf(state),
		waiting: waitingCalls(state).map(({id, tool, scope, host, proposedAt}) => ({
			call: id,
			tool,
			scope,
			host,
			since: proposedAt,
		})),
		screens,
	};
}

function changesOf(
	state: State,
	{record, ...facts}: Facts & {readonly record: EngineRecord},
): Changing {
	const changes = changingPart(state, facts);
	return changes.state === record.state ? {...changes, since: record.since} : changes;
}

function stateOf(state: State): EngineState {
	if (waitingCalls(state).length > 0) {
		return 'waiting';
	}
	return isAtWork(state) || runningCalls(state).length > 0 ? 'working' : 'idle';
}
