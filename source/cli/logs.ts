import type {Result} from '../events/failure.ts';
import type {SessionId} from '../events/ids.ts';
import {journalPath} from '../storage/journal.ts';
import {hasReadableJournal, parseLine} from '../storage/read-journal.ts';
import {sessionFolder} from '../storage/session-names.ts';
import {findSession, lastSession} from '../storage/sessions.ts';
import {parseRecord, sidecarPath} from '../storage/sidecar.ts';
import {sidecarParts} from '../storage/sidecar-parts.ts';
import type {CliCall, CliContext} from './context.ts';
import {createView, type JournalView} from './journal-view.ts';
import {createPaint} from './paint.ts';
import {type Flags, flagText, flagTexts, hasFlag} from './parsed.ts';
import {createTail, type FileTail} from './tail-lines.ts';

/** `agent-tui logs [--session ID] [--follow] [--type T…] [--failures] [--pretty]` */
export async function runLogs(call: CliCall, cli: CliContext): Promise<number> {
	const {flags} = call;
	const session = chooseSession(cli, flagText(flags, 'session'));
	if (!session.ok) {
		cli.complain(`agent-tui: ${session.failure.message}\n`);
		return 1;
	}
	const path = journalPath(cli.folders.state, session.value);
	if (!hasReadableJournal(path)) {
		cli.complain(`agent-tui: session ${session.value} has no journal that can be read (${path})\n`);
		return 1;
	}
	const view = createView({
		paint: createPaint(call, cli),
		types: flagTexts(flags, 'type').flatMap(text => text.split(',')),
		failuresOnly: hasFlag(flags, 'failures'),
		whole: hasFlag(flags, 'pretty'),
	});
	const folder = sessionFolder(cli.folders.state, session.value);
	const tails = {journal: createTail(path), sidecar: createTail(sidecarPath(folder))};
	const earlier = [...sidecarParts(folder)].flatMap(part => part.split('\n'));
	try {
		const look = (before: readonly string[] = []) => tellNew(tails, {view, cli, before});
		const hasTold = look(earlier);
		if (hasFlag(flags, 'follow')) {
			return await follow(look, cli);
		}
		if (!hasTold) {
			cli.complain(`agent-tui: ${nothingWords(flags)}\n`);
		}
		return 0;
	} finally {
		tails.journal.close();
		tails.sidecar.close();
	}
}

const pollMs = 200;

/**
 * The message on stderr if there is nothing to print. Without it, an empty output could be taken
 * for a failure.
 */
function nothingWords(flags: Flags): string {
	const types = flagTexts(flags, 'type').join(' ');
	const what = hasFlag(flags, 'failures')
		? 'nothing failed, was denied or was interrupted in this session'
		: 'nothing is recorded in this session';
	return types === '' ? what : `${what}, of the types asked for: ${types}`;
}

function chooseSession(cli: CliContext, start: string | undefined): Result<SessionId> {
	const {state} = cli.folders;
	if (start !== undefined) {
		return findSession(state, start);
	}
	const last = lastSession(state, cli.cwd) ?? lastSession(state, null);
	return last
		? {ok: true, value: last}
		: {
				ok: false,
				failure: {kind: 'not-found', message: 'there is no session yet. Start one with: agent-tui'},
			};
}

type Told = {readonly at: number; readonly lines: readonly string[]};

/**
 * Prints the new lines of journal and sidecar in the order of time. Returns whether there were any.
 */
function tellNew(
	{journal, sidecar}: {journal: FileTail; sidecar: FileTail},
	{view, cli, before}: {view: JournalView; cli: CliContext; before: readonly string[]},
): boolean {
	const told = [
		...[...journal.lines()].flatMap(text => tellEvent(text, view, cli)),
		...[...before, ...sidecar.lines()].flatMap(text => tellRecord(text, view)),
	];
	for (const {lines} of told.toSorted((left, right) => left.at - right.at)) {
		for (const line of lines) {
			cli.print(`${line}\n`);
		}
	}
	return told.some(({lines}) => lines.length > 0);
}

function tellEvent(text: string, view: JournalView, cli: CliContext): readonly Told[] {
	const parsed = parseLine(text);
	if (!parsed.ok) {
		cli.complain(`agent-tui: a line was skipped: ${parsed.why}\n`);
		return [];
	}
	try {
		return [{at: parsed.event.at, lines: view.tell(parsed.event)}];
	} catch {
		// The line's type is known, but its fields are wrong. Skip it and continue.
		cli.complain('agent-tui: a line was skipped: its fields are not those of its type\n');
		return [];
	}
}

function tellRecord(text: string, view: JournalView): readonly Told[] {
	const record = parseRecord(text);
	return record ? [{at: record.at, lines: view.tellRecord(record)}] : [];
}

/**
 * Prints new lines until Ctrl+C, or until the program that reads our output ends. Neither is an
 * error.
 */
async function follow(look: () => void, cli: CliContext): Promise<number> {
	const abort = new AbortController();
	let code = 0;
	const stop = cli.onEnding(ending => {
		code = ending === 'interrupted' ? 130 : 0;
		abort.abort();
	});
	while (!abort.signal.aborted) {
		look();
		await cli.clock.sleep(pollMs, abort.signal);
	}
	stop();
	return code;
}
