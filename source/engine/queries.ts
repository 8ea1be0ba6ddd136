import {isAbsolute, relative, resolve} from 'node:path';
import {failed, type Result} from '../events/failure.ts';
import {type HostId, localHost, type SessionId} from '../events/ids.ts';
import {
	type AnswerTo,
	type Query,
	type QueryAnswers,
	type QueryType,
	queryEffects,
	type RunningHere,
	type SessionSummary,
} from '../events/query.ts';
import {plainDiff, runGit} from '../platform/git.ts';
import {gitBranch} from '../platform/git-branch.ts';
import {exportedSession} from '../state/exported-session.ts';
import {hopOf} from '../state/hops.ts';
import {exportSession, unusedName} from '../storage/export-session.ts';
import {forkSession} from '../storage/fork-session.ts';
import {deleteSession, findSession, listSessions} from '../storage/sessions.ts';
import {filesUnder} from '../tools/walk-files.ts';
import {bringServers} from './brought-servers.ts';
import type {EngineParts} from './engine-parts.ts';
import {launchAgent} from './launch-agent.ts';
import {listServerTools} from './mcp-actions.ts';
import {readRecords, waitingFirst} from './registry/registry.ts';
import {enginesFolder} from './registry/run-folder.ts';
import {switchHost} from './remote-hosts/switch-host.ts';
import {findInTerminal, terminalRows, terminalText} from './terminal-lines.ts';
import {openUserShell} from './user-shell.ts';

/** Answers one query of a front end. */
export async function answerQuery<Asked extends Query>(
	parts: EngineParts,
	query: Asked,
): Promise<AnswerTo<Asked>> {
	const {readOnly} = parts.ports;
	if (readOnly !== null && queryEffects[query.type] === 'acts') {
		return {ok: false, failure: failed('conflict', readOnly)} as AnswerTo<Asked>;
	}
	const answer = answers[query.type] as Answer<Asked['type']>;
	return (await answer(parts, query as never)) as AnswerTo<Asked>;
}

type Answer<Type extends QueryType> = (
	parts: EngineParts,
	query: Extract<Query, {readonly type: Type}>,
) => QueryAnswers[Type] | Promise<QueryAnswers[Type]>;

const answers: {readonly [Type in QueryType]: Answer<Type>} = {
	sessions: ({ports}) => sessionsHere(ports.folders.state),
	'running-here': ({ports}) => runningHere(ports),
	'session-to-open': ({ports}, {wanted}) => sessionToOpen(ports.folders.state, wanted),
	'fork-session': ({ports: {folders, session, clock}}) =>
		forkSession({folder: folders.state, session, clock}),
	'delete-session': ({ports}, {session}) => deleteClosed(ports.folders.state, session),
	'export-session': exportTo,
	doctor: ({ports}) => ports.doctor(),
	diff: workingDiff,
	branch: async ({ports}) => ({branch: gitBranch(ports.cwd)}),
	settings({settings, permissions}) {
		permissions();
		return settings.shown.snapshot();
	},
	'change-setting': ({settings}, {key, value}) => settings.change(key, value),
	files: filesHere,
	hosts: ({remoteHosts}) => remoteHosts.configured(),
	'files-there': filesThere,
	'terminal-rows': ({terminals}, query) => terminalRows(terminals.view(query.terminal), query),
	'terminal-text': ({terminals}, query) => terminalText(terminals.view(query.terminal), query),
	'find-in-terminal': ({terminals}, query) => findInTerminal(terminals.view(query.terminal), query),
	workers: ({workers}) => workers.look(),
	'server-tools': (parts, {server}) => listServerTools(parts, server),
	'bring-servers': bringServers,
	'debug-status': ({blackBox}) => blackBox.live.snapshot(),
	'connect-host': connectHost,
	'run-shell': (parts, {command}) => openUserShell(parts, command),
	launch: (parts, {words}) => launchAgent(words, parts),
	async idle({turns, acts}) {
		await Promise.all([turns.settled(), acts.settled()]);
		return null;
	},
};

/**
 * Lists every session. If a session runs in a process of its own, the entry says what it is doing.
 */
function sessionsHere(folder: string): readonly SessionSummary[] {
	const records = readRecords(enginesFolder(folder));
	const doing = new Map((records.ok ? records.value : []).map(one => [one.session, one.state]));
	return listSessions(folder).map(summary => {
		const runs = doing.get(summary.id);
		return runs === undefined || runs === 'ended' ? summary : {...summary, runs};
	});
}

async function connectHost(
	parts: EngineParts,
	{target, isQuiet}: {readonly target: string; readonly isQuiet: boolean},
): Promise<Result<null>> {
	if (!isQuiet) {
		return switchHost(parts, target, 'at once');
	}
	const done = await parts.remoteHosts.connect(target, {choose: 'at once'});
	return done.ok ? {ok: true, value: null} : done;
}

/**
 * Checks the id of the wanted session before the present session is closed, so that a mistyped id
 * does not end it.
 */
function sessionToOpen(folder: string, wanted: string): Result<SessionId> {
	const found = findSession(folder, wanted);
	const summary = found.ok ? listSessions(folder).find(({id}) => id === found.value) : undefined;
	return summary?.state === 'open' && !isReachable(folder, summary.id)
		? {
				ok: false,
				failure: failed('refused', 'That session is open already, here or in another window.'),
			}
		: found;
}

/** Whether the session's engine runs in a process of its own, which other screens can join. */
function isReachable(folder: string, session: SessionId): boolean {
	const records = readRecords(enginesFolder(folder));
	return records.ok && records.value.some(record => record.session === session);
}

/**
 * Lists the sessions of this folder that already run. A session that a screen shows and in which
 * nothing was said yet is left out: somebody has just opened it in another window.
 */
function runningHere({
	folders,
	cwd,
	session: own,
}: Pick<EngineParts['ports'], 'folders' | 'cwd' | 'session'>): readonly RunningHere[] {
	const records = readRecords(enginesFolder(folders.state));
	const here = (records.ok ? records.value : []).filter(
		({session, title, screens, ...record}) =>
			record.cwd === cwd && session !== own && (title !== '' || screens === 0),
	);
	return waitingFirst(here).map(({session, name, state}) => ({
		session,
		name,
		isWaiting: state === 'waiting',
	}));
}

function deleteClosed(folder: string, session: SessionId): Result<null> {
	const summary = listSessions(folder).find(({id}) => id === session);
	return summary === undefined || summary.state === 'open'
		? {ok: false, failure: failed('refused', 'That session is open, or gone already.')}
		: deleteSession(folder, session);
}

function exportTo(
	{ports, store, latePast}: EngineParts,
	query: {readonly path: string},
): Result<string> {
	latePast.readAll();
	const {id} = store.state().session;
	const path =
		query.path === '' ? unusedName(ports.cwd, id ?? 'session') : resolve(ports.cwd, query.path);
	const done = exportSession(exportedSession(store.state()), {path, redactor: ports.redactor});
	return done.ok ? {ok: true, value: path} : done;
}

const diffTimeoutMs = 10_000;

async function workingDiff({ports: {cwd, env}}: EngineParts): Promise<{patch: string | null}> {
	const ran = await runGit([...plainDiff, 'HEAD'], {
		timeoutMs: diffTimeoutMs,
		env,
		cwd,
	});
	return {patch: ran.status === 'ended' && ran.exitCode === 0 ? ran.output : null};
}

const filesTimeoutMs = 2000;

/** Lists the files on the current host. */
async function filesHere({ports, store, remoteHosts}: EngineParts): Promise<readonly string[]> {
	const state = store.state();
	const {current} = state.hops;
	const folder = current === localHost ? ports.cwd : hopOf(state, current)?.place?.cwd;
	const files = remoteHosts.files(current);
	if (folder === undefined || files === null) {
		return [];
	}
	try {
		const paths = await filesUnder(folder, AbortSignal.timeout(filesTimeoutMs), files);
		return paths.map(path => relative(folder, path));
	} catch {
		// If the host was lost, there are no files to list. Other code reports the loss.
		return [];
	}
}

const namesMax = 1000;

async function filesThere(
	{store, remoteHosts}: EngineParts,
	{host, folder}: {readonly host: HostId; readonly folder: string},
): Promise<readonly string[]> {
	const files = remoteHosts.files(host);
	const place = hopOf(store.state(), host)?.place;
	if (files === null || !place) {
		return [];
	}
	const home = folder.replace(/^~(?=\/|$)/, place.home);
	const path = isAbsolute(home) ? home : resolve(place.cwd, home);
	try {
		const signal = AbortSignal.timeout(filesTimeoutMs);
		const entries = await files.readdir(path, {signal});
		return entries
			.slice(0, namesMax)
			.map(({name, kind}) => (kind === 'folder' ? `${name}/` : name))
			.toSorted();
	} catch {
		// The folder does not exist or can't be read, so nothing is suggested.
		return [];
	}
}
