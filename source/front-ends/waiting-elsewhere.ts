import type {EngineRecord} from '../engine/registry/engine-record.ts';
import {readRecords, waitingFirst} from '../engine/registry/registry.ts';
import {enginesFolder} from '../engine/registry/run-folder.ts';
import type {SessionId} from '../events/ids.ts';
import type {Clock} from '../platform/clock.ts';

/** Another session of this user that waits for a person, and that no screen shows. */
export type WaitingElsewhere = Pick<EngineRecord, 'session' | 'name' | 'hop'> & {
	/** How many more wait. */
	readonly others: number;
};

const lookMs = 3000;

/** What a screen says of the other sessions that run. */
export type OtherSessions = {
	readonly waiting: WaitingElsewhere | null;
	/** All of them, first those that wait for a person. */
	readonly running: readonly Pick<EngineRecord, 'session' | 'name' | 'hop' | 'state'>[];
};

type Ports = {readonly state: string; readonly session: SessionId; readonly clock: Clock};

/**
 * Tells of the other sessions that run, at once and whenever that changes. The list of running
 * sessions is a folder, which costs less to look at than to watch. Returns a function that stops
 * this.
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

/** Says it line by line. */
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

/** Says in a few words what waits: its name is the first message, so it may be long. */
function elsewhereWords({name, hop, others}: WaitingElsewhere): string {
	const where = hop === null ? '' : ` on ${hop}`;
	const more = others === 0 ? '' : `, and ${others} more`;
	return `${name}${where} waits for you${more}`;
}
