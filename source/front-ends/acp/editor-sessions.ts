import {statSync} from 'node:fs';
import {isAbsolute} from 'node:path';
import type {
	ListSessionsRequest,
	ListSessionsResponse,
	McpServer,
	SessionConfigOption,
	SessionModeState,
} from '@agentclientprotocol/sdk';
import type {CliContext} from '../../cli/context.ts';
import {type Flags, flagText} from '../../cli/parsed.ts';
import type {SessionId} from '../../events/ids.ts';
import {createMirror} from '../../state/mirror.ts';
import {isSessionId} from '../../storage/session-names.ts';
import {listSessions} from '../../storage/sessions.ts';
import type {SessionOpener} from '../session-opener.ts';
import {bringServers} from './brought-servers.ts';
import {type AcpEditor, errorCodes} from './editor.ts';
import {createEditorSession, type EditorSession} from './editor-session.ts';

export type OpenedInEditor = {
	readonly opened: EditorSession;
	readonly answer: {
		readonly sessionId: string;
		readonly modes: SessionModeState;
		readonly configOptions: SessionConfigOption[];
	};
};

/** The sessions that the editor has open, by id. */
export type EditorSessions = {
	readonly begin: (wanted: Wanted) => Promise<OpenedInEditor>;
	/**
	 * Opens an earlier session, or joins one that runs. `isTold`: the editor gets the earlier
	 * conversation.
	 */
	readonly comeBack: (
		wanted: Wanted & {readonly sessionId: string},
		how: {readonly isTold: boolean},
	) => Promise<OpenedInEditor>;
	readonly list: (request: ListSessionsRequest) => ListSessionsResponse;
	/** Interrupts the session's turn and disconnects from it. */
	readonly close: (id: string) => Promise<Record<string, never>>;
	/** Throws if the editor has not opened a session with this id. */
	readonly find: (id: string) => EditorSession;
	readonly known: (id: string) => EditorSession | undefined;
	/** Disconnects from all sessions, because the editor has ended. The sessions continue. */
	readonly leave: () => Promise<void>;
};

type Wanted = {readonly cwd: string; readonly mcpServers?: readonly McpServer[]};

type Ports = {
	readonly cli: CliContext;
	readonly editor: AcpEditor;
	readonly flags: Flags;
	readonly openerFor: (cwd: string) => SessionOpener;
};

export function createEditorSessions(ports: Ports): EditorSessions {
	const {cli, editor} = ports;
	const sessions = new Map<string, EditorSession>();
	const open = async (
		wanted: Wanted,
		id: SessionId | null,
		isTold: boolean,
	): Promise<OpenedInEditor> => {
		const opened = await openOne(ports, wanted, {id, isTold});
		sessions.set(opened.id, opened);
		opened.onGone(() => sessions.get(opened.id) === opened && sessions.delete(opened.id));
		return {
			opened,
			answer: {sessionId: opened.id, modes: opened.modes(), configOptions: opened.options()},
		};
	};
	return {
		begin: wanted => open(wanted, null, true),
		async comeBack(wanted, {isTold}) {
			const {sessionId} = wanted;
			if (!isSessionId(sessionId)) {
				throw editor.failure(errorCodes.notFound, `There is no session "${sessionId}".`);
			}
			await sessions.get(sessionId)?.leave();
			return open(wanted, sessionId, isTold);
		},
		list: request => listOf(cli, request),
		async close(id) {
			const session = sessions.get(id);
			sessions.delete(id);
			await session?.close();
			return {};
		},
		find(id) {
			const session = sessions.get(id);
			if (!session) {
				throw editor.failure(
					errorCodes.notFound,
					`Session "${id}" is not open here: load it first.`,
				);
			}
			return session;
		},
		known: id => sessions.get(id),
		async leave() {
			await Promise.all([...sessions.values()].map(session => session.leave()));
		},
	};
}

async function openOne(
	{cli, editor, flags, openerFor}: Ports,
	{cwd, mcpServers = []}: Wanted,
	{id, isTold}: {readonly id: SessionId | null; readonly isTold: boolean},
): Promise<EditorSession> {
	if (!isAbsolute(cwd) || !statSync(cwd, {throwIfNoEntry: false})?.isDirectory()) {
		throw editor.failure(errorCodes.invalidParams, `cwd is no folder with a full path: ${cwd}`);
	}
	const problems: string[] = [];
	let tell = (text: string): unknown => problems.push(text);
	const opened = await openerFor(cwd)({wanted: id, onProblem: text => tell(text)});
	if (!opened.ok) {
		const isMissing = opened.failure.kind === 'not-found';
		const code = isMissing ? errorCodes.notFound : errorCodes.internal;
		throw editor.failure(code, opened.failure.message);
	}
	const mirror = await createMirror(opened.value.engine, cli.clock);
	opened.value.start();
	const ofServers = await bringServers({...opened.value, mirror, editor}, mcpServers);
	const session = await createEditorSession({
		clock: cli.clock,
		editor,
		front: opened.value,
		mirror,
		isTold,
		words: [...problems, ...ofServers],
		hop: flagText(flags, 'hop') ?? null,
	});
	tell = session.say;
	return session;
}

const pageSize = 50;

function listOf({folders}: CliContext, {cwd, cursor}: ListSessionsRequest): ListSessionsResponse {
	const all = listSessions(folders.state).filter(one => !cwd || one.cwd === cwd);
	const start = cursor ? all.findIndex(({id}) => id === cursor) + 1 : 0;
	const page = all.slice(start, start + pageSize);
	const last = page.at(-1);
	return {
		sessions: page.map(({id, cwd: folder, title, updatedAt}) => ({
			sessionId: id,
			cwd: folder,
			title,
			updatedAt: new Date(updatedAt).toISOString(),
		})),
		...(last && start + pageSize < all.length && {nextCursor: last.id}),
	};
}
