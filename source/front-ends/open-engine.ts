import type {Flags} from '../cli/arguments.ts';
import {wantedModel, withGlobals} from '../cli/globals.ts';
import {version} from '../cli/version.ts';
import type {Engine} from '../engine/engine.ts';
import type {SystemPortsOptions} from '../engine/system-ports.ts';
import type {Result} from '../events/failure.ts';
import type {Settings} from '../events/settings.ts';
import type {Clock} from '../platform/clock.ts';
import {type Folders, foldersOf} from '../platform/folders.ts';
import {sessionFolder} from '../storage/journal.ts';
import {type OpenedSession, openSession} from '../storage/open-session.ts';
import {installedRedactor, type Redactor} from '../storage/redact.ts';
import {readSettings} from '../storage/settings.ts';

/** What a session with a person begins with, whether it has a screen or not. */
export type Run = OpenedSession & {
	readonly folders: Folders;
	readonly settings: Settings;
	readonly redactor: Redactor;
};

export type RunRequest = {
	readonly flags: Flags;
	readonly wanted: string | null;
	readonly clock: Clock;
	/** Also later: the journal can fail at any time. */
	readonly onProblem: (text: string) => void;
};

export function openEngineSession({flags, wanted, clock, onProblem}: RunRequest): Result<Run> {
	const {env, platform} = process;
	const folders = foldersOf(env, platform);
	const {settings: own, warnings, problem} = readSettings(folders.config);
	for (const text of [...warnings, ...(problem === null ? [] : [everythingAsks])]) {
		onProblem(text);
	}
	const settings = withGlobals(own, flags);
	const redactor = installedRedactor({folder: folders.state, env, providers: settings.providers});
	const opened = openSession({
		folder: folders.state,
		wanted,
		clock,
		redactor,
		onProblem: ({message}) => onProblem(message),
	});
	return opened.ok ? {ok: true, value: {...opened.value, folders, settings, redactor}} : opened;
}

const everythingAsks =
	'Not every rule of the settings could be read, so everything asks until that is mended.';

export function choicesOf(run: Run): Omit<SystemPortsOptions, 'frontEnd'> {
	const {session, history, journal, settings, redactor, folders} = run;
	return {
		env: process.env,
		cwd: process.cwd(),
		version,
		settings,
		session,
		history,
		journal,
		headless: null,
		terminalsFolder: `${sessionFolder(folders.state, session)}/terminals`,
		watchFolder: folders.state,
		configFolder: folders.config,
		redactor,
	};
}

/** A resumed session has a model already; the command line may name another one. */
export function chooseModel(
	engine: Engine,
	{flags, history}: {flags: Flags} & Pick<Run, 'history'>,
) {
	const model = wantedModel(flags);
	if (model !== null && history.length > 0) {
		engine.dispatch({type: 'choose-model', provider: '', model});
	}
}
