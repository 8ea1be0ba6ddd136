import type {EngineRecord} from '../engine/registry/engine-record.ts';
import {isSurelyRunning} from '../engine/registry/registry.ts';
import type {Clock} from '../platform/clock.ts';
import {isProcessAlive} from '../platform/process-identity.ts';
import {journalPath} from '../storage/journal.ts';
import {hasReadableJournal, readJournal} from '../storage/read-journal.ts';
import {signalProcess} from '../terminal/kill-tree.ts';
import {isAlive, type ProcessFacts} from '../terminal/process-tree.ts';
import {programsUnder} from '../terminal/programs-under.ts';
import {processesOfTerminals} from '../terminal/survivors.ts';

/** `unsure`: a process with the engine's id exists, but it may be another program. */
export type EngineEnd = 'ended' | 'still running' | 'unsure';

/** Asks the engine to end. It then ends its programs, tells its screens, and closes its journal. */
export function endInOrder(record: EngineRecord, clock: Clock): Promise<EngineEnd> {
	return signalSurely(record, 'SIGTERM')
		? waitForEnd(clock, () => isSurelyRunning(record))
		: Promise.resolve(withoutSignal(record));
}

/** Kills the engine first, so that it can't start anything more, and then its programs. */
export async function killWithPrograms(
	record: EngineRecord,
	clock: Clock,
	{state}: {readonly state: string},
): Promise<EngineEnd> {
	const programs = isSurelyRunning(record) ? programsOf(record, state) : [];
	if (!signalSurely(record, 'SIGKILL')) {
		return withoutSignal(record);
	}
	for (const program of programs.filter(isAlive)) {
		signalProcess(program.pid, 'SIGKILL');
	}
	return waitForEnd(clock, () => isSurelyRunning(record) || programs.some(isAlive));
}

/**
 * Returns the descendants of the engine, and the programs that its journal names: after a
 * hand-over, those are no children of the process that runs the session.
 */
function programsOf({pid, session}: EngineRecord, state: string): readonly ProcessFacts[] {
	const journal = journalPath(state, session);
	const events = hasReadableJournal(journal) ? readJournal(journal).events : [];
	const terminals = events.flatMap(event =>
		event.type === 'terminal.opened' && event.process ? [event.process] : [],
	);
	const found = [...programsUnder(pid), ...processesOfTerminals(terminals)];
	return [...new Map(found.map(one => [one.pid, one])).values()].filter(one => one.pid !== pid);
}

const waitMsMax = 5000;
/** How often to check for the end of a process. It is no child of ours, so no event tells. */
const lookEveryMs = 20;

function signalSurely(record: EngineRecord, name: NodeJS.Signals): boolean {
	return isSurelyRunning(record) && signalProcess(record.pid, name);
}

function withoutSignal({pid, startTime}: EngineRecord): EngineEnd {
	return isProcessAlive({pid, start: startTime}) ? 'unsure' : 'ended';
}

async function waitForEnd(clock: Clock, isThere: () => boolean): Promise<EngineEnd> {
	const until = clock.elapsed() + waitMsMax;
	while (isThere() && clock.elapsed() < until) {
		await clock.sleep(lookEveryMs);
	}
	return isThere() ? 'still running' : 'ended';
}
