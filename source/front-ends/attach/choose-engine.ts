import type {EngineRecord} from '../../engine/registry/engine-record.ts';
import {readRecords, waitingFirst} from '../../engine/registry/registry.ts';
import {enginesFolder} from '../../engine/registry/run-folder.ts';
import type {AskedFor} from '../start.ts';

/** Returns the running session that the `attach` command means. */
export function runningAskedFor(
	state: string,
	{cwd, word}: {cwd: string; word: string | undefined},
): AskedFor {
	const records = readRecords(enginesFolder(state));
	return records.ok
		? chooseRunning(records.value, {cwd, word})
		: {type: 'none', words: records.failure.message};
}

/**
 * Returns the session with this id, beginning of an id, or name. Without a word it is the session
 * of this folder, else the newest one with a waiting card, else the newest one. If several fit,
 * `isOneOfSeveral` is set, so that the person gets a list.
 */
export function chooseRunning(
	records: readonly EngineRecord[],
	{cwd, word}: {cwd: string; word: string | undefined},
): AskedFor {
	if (word !== undefined) {
		return named(records, word);
	}
	const here = records.filter(record => record.cwd === cwd);
	const likely = here.length > 0 ? here : records;
	const [first] = waitingFirst(likely);
	return first
		? {type: 'earlier', session: first.session, isOneOfSeveral: likely.length > 1}
		: {type: 'none', words: `No session runs now. ${howToResume}`};
}

const howToResume = 'Go on with an earlier one: agent-tui resume';

function named(records: readonly EngineRecord[], word: string): AskedFor {
	const exact = records.filter(({session, name}) => session === word || name === word);
	const fitting = exact.length > 0 ? exact : records.filter(one => one.session.startsWith(word));
	const [first] = waitingFirst(fitting);
	if (!first) {
		return {type: 'none', words: `No session "${word}" runs now. ${howToResume} ${word}`};
	}
	return {type: 'earlier', session: first.session, isOneOfSeveral: fitting.length > 1};
}
