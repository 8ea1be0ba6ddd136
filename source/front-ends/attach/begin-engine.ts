import {readFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import type {Duplex} from 'node:stream';
import {flagText, hasFlag} from '../../cli/parsed.ts';
import {isJsonObject, parseJson} from '../../events/json.ts';
import {systemClock} from '../../platform/clock.ts';
import {type Environment, foldersOf} from '../../platform/folders.ts';
import {newSessionId} from '../../storage/session-names.ts';
import type {StartCommand} from '../start.ts';
import {startEngine} from './start-engine.ts';

/** An engine that has just been started, and the connection to it. */
export type BegunEngine = {readonly socket: Duplex; readonly token: string};

/**
 * Starts the engine of a new session before the rest of the screen is loaded, so that both load at
 * the same time. Returns null if the command line asks for no new session, or if its engine runs in
 * this process.
 */
export function beginEngine(
	{command, flags}: StartCommand,
	{env, cwd}: {readonly env: Environment; readonly cwd: string},
): BegunEngine | null {
	const isNew = command === '' || command === 'launch';
	if (!isNew || runsInside(flags, env)) {
		return null;
	}
	const {state} = foldersOf(env, process.platform);
	const session = newSessionId(systemClock());
	const folder = resolve(cwd, flagText(flags, 'cwd') ?? '.');
	const socket = startEngine({session, isNew: true, flags}, {state, env, cwd: folder});
	return {socket, token: ''};
}

/**
 * Whether sessions end with their window, by the flag or by the settings. The settings are not
 * validated yet at this point.
 */
export function runsInside(flags: StartCommand['flags'], env: Environment): boolean {
	if (hasFlag(flags, 'inside')) {
		return true;
	}
	const {config} = foldersOf(env, process.platform);
	const settings = parseJson(textOf(join(config, 'config.json')));
	const engine = isJsonObject(settings) ? settings['engine'] : null;
	return isJsonObject(engine) && engine['process'] === 'inside';
}

function textOf(path: string): string {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		return '';
	}
}
