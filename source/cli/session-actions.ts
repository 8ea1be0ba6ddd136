import {existsSync} from 'node:fs';
import {resolve} from 'node:path';
import type {Event} from '../events/event.ts';
import {failed, type Result} from '../events/failure.ts';
import type {SessionId} from '../events/ids.ts';
import {exportedSession} from '../state/exported-session.ts';
import {createStore} from '../state/store.ts';
import {exportSession} from '../storage/export-session.ts';
import {forkSession} from '../storage/fork-session.ts';
import {journalPath} from '../storage/journal.ts';
import {openSession} from '../storage/open-session.ts';
import {hasReadableJournal, readJournal} from '../storage/read-journal.ts';
import {installedRedactor} from '../storage/redact.ts';
import {deleteSession, findSession} from '../storage/sessions.ts';
import {readSettings} from '../storage/settings.ts';
import type {CliCall, CliContext} from './context.ts';
import {hasFlag} from './parsed.ts';

type Action = {
	readonly usage: string;
	readonly words: readonly [min: number, max: number];
	/** Performs the action. The result is the text to print. */
	readonly run: (given: Given) => Promise<Result<string>>;
};

type Given = {
	readonly call: CliCall;
	readonly cli: CliContext;
	readonly session: SessionId;
	readonly words: readonly string[];
};

/** `agent-tui sessions rename ID NAME` and the other actions on sessions that are not open. */
export const sessionActions: Readonly<Record<string, Action>> = {
	rename: {usage: 'rename ID NAME', words: [2, 2], run: rename},
	fork: {usage: 'fork ID', words: [1, 1], run: fork},
	export: {usage: 'export ID [FILE.md|FILE.json]', words: [1, 2], run: exportTo},
	delete: {usage: 'delete ID', words: [1, 1], run: remove},
};

export async function runSessionAction(
	action: Action,
	call: CliCall,
	cli: CliContext,
): Promise<number> {
	const [, id = '', ...words] = call.words;
	const given = call.words.length - 1;
	const [min, max] = action.words;
	if (given < min || given > max) {
		cli.complain(`agent-tui: use it as: agent-tui sessions ${action.usage}\n`);
		return 2;
	}
	const found = findSession(cli.folders.state, id);
	const done = found.ok ? await action.run({call, cli, session: found.value, words}) : found;
	if (!done.ok) {
		cli.complain(`agent-tui: ${done.failure.message}\n`);
		return done.failure.kind === 'bad-input' ? 2 : 1;
	}
	cli.print(`${done.value}\n`);
	return 0;
}

/** Appends a line to the journal, which is what a running session does when it is renamed. */
async function rename({cli, session, words: [title = '']}: Given): Promise<Result<string>> {
	const {folders, clock} = cli;
	const opened = openSession({
		folder: folders.state,
		wanted: session,
		clock,
		redactor: redactorOf(cli),
		onProblem: ({message}) => cli.complain(`agent-tui: ${message}\n`),
	});
	if (!opened.ok) {
		return opened;
	}
	const {journal, past} = opened.value;
	const store = createStore(clock);
	store.replay(past.events);
	store.onEvent(journal.append);
	const renamed: Event = {type: 'session.renamed', title};
	store.append(renamed);
	const isWritten = journal.isWriting();
	journal.close();
	return isWritten
		? {ok: true, value: `Session ${session} is now called "${title}".`}
		: {ok: false, failure: failed('storage', 'The name was not written down.')};
}

async function fork({cli: {folders, clock}, session}: Given): Promise<Result<string>> {
	const copy = forkSession({folder: folders.state, session, clock});
	return copy.ok
		? {
				ok: true,
				value: `Session ${copy.value} has the same past. Open it: agent-tui resume ${copy.value}`,
			}
		: copy;
}

async function exportTo({cli, session, words: [file]}: Given): Promise<Result<string>> {
	const path = resolve(cli.cwd, file ?? `${session}.md`);
	const journal = journalPath(cli.folders.state, session);
	if (!hasReadableJournal(journal)) {
		return {
			ok: false,
			failure: failed(
				'storage',
				`Session ${session} has no journal that can be read (${journal}).`,
			),
		};
	}
	const store = createStore(cli.clock);
	store.replay(readJournal(journal).events);
	const done = exportSession(exportedSession(store.state()), {path, redactor: redactorOf(cli)});
	return done.ok ? {ok: true, value: `Written to ${path}`} : done;
}

/** Deletes a session. That can't be undone, so it needs a yes at a terminal, or --yes. */
async function remove({call, cli, session}: Given): Promise<Result<string>> {
	if (!hasFlag(call.flags, 'yes') && !(await isSure(cli, session))) {
		return {
			ok: false,
			failure: failed('denied', `Session ${session} is still there. Say yes, or use --yes.`),
		};
	}
	const done = deleteSession(cli.folders.state, session);
	if (!done.ok) {
		return done;
	}
	return existsSync(journalPath(cli.folders.state, session))
		? {ok: false, failure: failed('storage', `Session ${session} could not be deleted.`)}
		: {ok: true, value: `Session ${session} is deleted.`};
}

async function isSure(cli: CliContext, session: SessionId): Promise<boolean> {
	if (!cli.terminal.stdin) {
		return false;
	}
	cli.complain(`Delete session ${session} with its journal? It can't be brought back. [y/N] `);
	return /^y(?:es)?\s*$/i.test(await cli.readLine());
}

function redactorOf({folders, env}: CliContext) {
	const {providers} = readSettings(folders.config).settings;
	return installedRedactor({folder: folders.state, env, providers});
}
