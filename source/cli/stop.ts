import {join} from 'node:path';
import type {EngineRecord} from '../engine/registry/engine-record.ts';
import {readRecords} from '../engine/registry/registry.ts';
import {enginesFolder} from '../engine/registry/run-folder.ts';
import {removeStaleRunFile} from '../platform/run-file.ts';
import type {CliCall, CliContext} from './context.ts';
import {type EngineEnd, endInOrder, killWithPrograms} from './end-engine.ts';
import {oneLine} from './format.ts';
import {hasFlag} from './parsed.ts';
import {placedName} from './running-sessions.ts';

/** `agent-tui stop [ID|NAME|--all] [--now]`: ends running sessions, all at the same time. */
export async function runStop(call: CliCall, cli: CliContext): Promise<number> {
	const [word] = call.words;
	const isForAll = hasFlag(call.flags, 'all');
	if (isForAll && word !== undefined) {
		cli.complain(`agent-tui: stop either all sessions or "${oneLine(word)}", not both\n`);
		return 2;
	}
	const folder = enginesFolder(cli.folders.state);
	const read = readRecords(folder);
	if (!read.ok) {
		cli.complain(`agent-tui: ${read.failure.message}\n`);
		return 1;
	}
	if (read.value.length === 0 && word === undefined) {
		cli.complain('No session is running.\n');
		return 0;
	}
	const chosen = isForAll ? read.value : chooseOne(read.value, {word, cwd: cli.cwd});
	if (typeof chosen === 'string') {
		cli.complain(`agent-tui: ${chosen}\n`);
		return 2;
	}
	const end = hasFlag(call.flags, 'now') ? killWithPrograms : endInOrder;
	const ends = await Promise.all(
		chosen.map(async record => tell(await end(record, cli.clock, cli.folders), record, cli)),
	);
	// Reading the records also removes those of engines that were killed.
	readRecords(folder);
	removeStaleRunFile(join(cli.folders.state, 'run', 'proxy.json'));
	return ends.every(isEnded => isEnded) ? 0 : 1;
}

/**
 * Finds the session by id, name or the beginning of an id; without a word, the session of this
 * folder. Returns a message if there is not exactly one.
 */
function chooseOne(
	running: readonly EngineRecord[],
	{word, cwd}: {word: string | undefined; cwd: string},
): readonly EngineRecord[] | string {
	const candidates =
		word === undefined
			? [running.filter(record => record.cwd === cwd)]
			: [
					running.filter(({session}) => session === word),
					running.filter(({name}) => name === word),
					running.filter(({session}) => word !== '' && session.startsWith(word)),
				];
	const found = candidates.find(({length}) => length > 0) ?? [];
	if (found.length === 1) {
		return found;
	}
	const which = word === undefined ? 'of this folder' : `called "${oneLine(word)}"`;
	const others = (found.length > 0 ? found : running)
		.map(record => `${record.session} (${placedName(record)})`)
		.join(', ');
	return found.length > 0
		? `${found.length} sessions ${which} are running: ${others}. Name one by its id, or use --all.`
		: `No session ${which} is running.${others === '' ? '' : ` These are: ${others}.`}`;
}

/** Prints what became of the engine. Returns whether it has ended. */
function tell(end: EngineEnd, record: EngineRecord, cli: CliContext): boolean {
	const name = `Session ${record.session} (${placedName(record)})`;
	switch (end) {
		case 'ended':
			cli.print(`${name} has ended.\n`);
			break;
		case 'still running':
			cli.complain(
				`agent-tui: ${name} has not ended within 5 seconds: process ${record.pid} is still there. To kill it with its programs: agent-tui stop ${record.session} --now\n`,
			);
			break;
		case 'unsure':
			cli.complain(
				`agent-tui: ${name} was left alone: nothing proves that process ${record.pid} is its own.\n`,
			);
			break;
	}
	return end === 'ended';
}
