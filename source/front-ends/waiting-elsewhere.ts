import type {EngineRecord} from '../engine/registry/engine-record.ts';
import {readRecords, waitingFirst} from '../engine/registry/registry.ts';
import {enginesFolder} from '../engine/registry/run-folder.ts';
import type {SessionId} from '../events/ids.ts';
import type {Clock} from '../platform/clock.ts';

/** Another session of this user that waits for a person and that no screen shows. */
export type WaitingElsewhere = Pick<EngineRecord, 'session' | 'name' | 'hop'> & {
	/** How many further sessions wait without a screen. */
	readonly others: number;
};

const lookMs = 3000;

/** The other running sessions, as a screen shows them. */
export type OtherSessions = {
	readonly waiting: WaitingElsewhere | null;
	/** All other running sessions. Those that wait for a person come first. */
	readonly running: readonly Pick<EngineRecord, 'session' | 'name' | 'hop' | 'state'>[];
};

type Ports = {readonly state: string; readonly session: SessionId; readonly clock: Clock};

/**
 * Calls `tell` with the other running sessions, at once and at each change. It reads the folder of
 * their records regularly, which costs less than to watch it. Returns a function that stops this.
 */
export function watchOthers(
	{state, session: own, clock}: Ports,
	tell: (others: OtherSessions) => void,
): () => void {
	let told = '';
	const look = () => {
		const records = readRecords(enginesFolder(state));
		const all = waitingFirst(records.ok ? records.value : []);
		const others = all.filter(({session}) => session !== own);
		const seen = {
			waiting: waitingOf(others),
			running: others.map(({session, name, hop, state: doing}) => {
				return {session, name, hop, state: doing};
			}),
		};
		const words = JSON.stringify(seen);
		if (words !== told) {
			told = words;
			tell(seen);
		}
	};
	look();
	return clock.every(lookMs, look).cancel;
}

function waitingOf(others: readonly EngineRecord[]): WaitingElsewhere | null {
	const [first, ...more] = others.filter(
		({screens, state}) => screens === 0 && state === 'waiting',
	);
	return first
		? {session: first.session, name: first.name, hop: first.hop, others: more.length}
		: null;
}

/** Prints a line when another session waits for the person. */
export function tellElsewhere(ports: Ports, say: (text: string) => void): () => void {
	let told = '';
	return watchOthers(ports, ({waiting}) => {
		const words = waiting ? `${elsewhereWords(waiting)}. /sessions goes there.` : '';
		if (words !== told) {
			told = words;
			words === '' || say(words);
		}
	});
}

/** The words for a waiting session. Its name may be long, because it may be the first message. */
function elsewhereWords({name, hop, others}: WaitingElsewhere): string {
	const where = hop === null ? '' : ` on ${hop}`;
	const more = others === 0 ? '' : `, and ${others} more`;
	return `${name}${where} waits for you${more}`;
}
