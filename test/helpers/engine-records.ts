import type {EngineRecord} from '../../source/engine/registry/engine-record.ts';
import {identity} from '../../source/engine/registry/registry.ts';
import {prepareRunFolder} from '../../source/engine/registry/run-folder.ts';
import type {SessionId} from '../../source/events/ids.ts';

/** The record of an engine that is this very process, and so is running. */
export function engineRecord(changes: Partial<EngineRecord> = {}): EngineRecord {
	return {
		...identity(),
		session: '20261119-101112-abcde' as SessionId,
		name: 'shop',
		version: '0.1.0',
		protocol: 1,
		socket: '/nowhere.sock',
		cwd: '/work',
		hop: null,
		title: 'deploy it',
		since: 1000,
		state: 'working',
		waiting: [],
		screens: 0,
		...changes,
	};
}

/** The folder of the engines' records, made as at the start of an engine. */
export function enginesIn(state: string): string {
	const made = prepareRunFolder(state);
	if (!made.ok) {
		throw new Error(made.failure.message);
	}
	return made.value;
}
