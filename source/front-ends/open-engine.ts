import {systemCliContext} from '../cli/context.ts';
import {wantedModel, withGlobals} from '../cli/globals.ts';
import type {Flags} from '../cli/parsed.ts';
import {version} from '../cli/version.ts';
import {createEngine, type OwnEngine} from '../engine/engine.ts';
import type {EnginePorts} from '../engine/engine-ports.ts';
import {checkpointKeeper} from '../engine/keep-checkpoint.ts';
import {endOfPast, sessionPast} from '../engine/past-of-session.ts';
import {reducersVersion} from '../engine/reducers-version.ts';
import {type SystemPortsOptions, systemPorts} from '../engine/system-ports.ts';
import type {Effort} from '../events/effort.ts';
import type {Result} from '../events/failure.ts';
import type {SessionId} from '../events/ids.ts';
import type {DoctorCheck} from '../events/query.ts';
import type {Settings} from '../events/settings.ts';
import type {Clock} from '../platform/clock.ts';
import type {Environment, Folders} from '../platform/folders.ts';
import type {JournalOptions} from '../storage/journal.ts';
import {openSession} from '../storage/open-session.ts';
import {installedRedactor, type Redactor} from '../storage/redact.ts';
import {sessionFolder} from '../storage/session-names.ts';
import {readSettings} from '../storage/settings.ts';

/** A session with its engine. Nothing happens in it before `start` is called. */
export type EngineSession = {
	readonly engine: OwnEngine;
	readonly session: SessionId;
	readonly settings: Settings;
	readonly folders: Folders;
	readonly redactor: Redactor;
	readonly journalPath: string;
	/** Whether the journal is still being written, so that the session can be resumed. */
	readonly isWritten: () => boolean;
	/** Why the session is read-only; null if it can be continued. */
	readonly readOnly: string | null;
	/** Records the first events, starts the proxy and chooses the model of the command line. */
	readonly start: () => void;
};

export type EngineSessionRequest = Pick<
	SystemPortsOptions,
	'headless' | 'roundsMax' | 'terminalSize' | 'proxyAtStart'
> & {
	readonly flags: Flags;
	/** The id of an earlier session or its first characters; null for a new session. */
	readonly wanted: string | null;
	/** The id to give to a new session; if absent, one is made up. */
	readonly newId?: SessionId | null;
	readonly env: Environment;
	readonly cwd: string;
	readonly folders: Folders;
	readonly clock: Clock;
	/** Called for each problem, even later: writing the journal can fail at any time. */
	readonly onProblem: (text: string) => void;
	/**
	 * Takes the lock of the journal. Set if another process has the lock and hands the session over.
	 */
	readonly lock?: JournalOptions['lock'];
	/** For tests: replaces ports of the system. */
	readonly ports?: Partial<Pick<EnginePorts, 'spawnProxy'>>;
};

/** Opens a session with its settings, journal, secrets and engine. Every front end uses this. */
export function openEngineSession(request: EngineSessionRequest): Result<EngineSession> {
	const {flags, wanted, newId = null, env, folders, clock, onProblem} = request;
	const settings = settingsOf(request);
	const redactor = installedRedactor({folder: folders.state, env, providers: settings.providers});
	const opened = openSession({
		folder: folders.state,
		wanted,
		newId,
		version: reducersVersion,
		clock,
		redactor,
		onProblem: ({message}) => onProblem(message),
		lock: request.lock,
	});
	if (!opened.ok) {
		return opened;
	}
	const {session, journal, readOnly} = opened.value;
	// Read the end of the conversation first, because a person sees that first. Without a person,
	// read everything.
	const past = sessionPast(opened.value.past, request.headless ? undefined : endOfPast);
	const isNew = past.seq === 0;
	const engine = createEngine({
		...systemPorts({
			...request,
			version,
			settings,
			session,
			past,
			keepPast: checkpointKeeper(opened.value, {folder: folders.state, past, clock}),
			journal,
			readOnly,
			redactor,
			doctor,
			terminalsFolder: `${sessionFolder(folders.state, session)}/terminals`,
			imagesFolder: `${sessionFolder(folders.state, session)}/images`,
			watchFolder: folders.state,
			configFolder: folders.config,
		}),
		...request.ports,
	});
	const {path: journalPath, isWriting: isWritten} = journal;
	return {
		ok: true,
		value: {
			engine,
			session,
			settings,
			folders,
			redactor,
			journalPath,
			isWritten,
			readOnly,
			start() {
				engine.start();
				chooseFirst(engine, {effort: settings.effort, model: wantedModel(flags), isNew});
			},
		},
	};
}

/**
 * Chooses the model and effort of the command line. A resumed session may already have others,
 * which the flags replace.
 */
function chooseFirst(
	engine: Pick<OwnEngine, 'dispatch'>,
	{effort, model, isNew}: {effort: Effort; model: string | null; isNew: boolean},
): void {
	if (isNew && effort !== 'default') {
		engine.dispatch({type: 'choose-effort', effort});
	}
	if (model !== null && !isNew) {
		engine.dispatch({type: 'choose-model', provider: '', model});
	}
}

/** Reads the settings from the file, and applies the flags of the command line. */
function settingsOf({folders, flags, onProblem}: EngineSessionRequest): Settings {
	const {settings, warnings, problem} = readSettings(folders.config);
	for (const text of [...warnings, ...(problem === null ? [] : [everythingAsks])]) {
		onProblem(text);
	}
	return withGlobals(settings, flags);
}

const everythingAsks =
	'Not every rule of the settings could be read, so everything asks until that is mended.';

/**
 * Runs the checks of `doctor`. They are imported only now, because they load much of the program.
 */
async function doctor(): Promise<readonly DoctorCheck[]> {
	const {runChecks} = await import('../cli/doctor.ts');
	return runChecks(systemCliContext(), {online: false});
}
