import type {SessionSummary} from '../events/query.ts';
import {listSessions} from '../storage/sessions.ts';
import {shortFolder} from '../text/short-folder.ts';
import {shorten} from '../text/width.ts';
import type {CliCall, CliContext} from './context.ts';
import {ago, alignColumns, oneLine} from './format.ts';
import {createPaint} from './paint.ts';
import {hasFlag} from './parsed.ts';

/**
 * `agent-tui sessions [--json]` lists the sessions; with an action, it does that to one session.
 */
export async function runSessions(call: CliCall, cli: CliContext): Promise<number> {
	const [word = ''] = call.words;
	if (word !== '') {
		const {runSessionAction, sessionActions} = await import('./session-actions.ts');
		return runSessionAction(sessionActions[word]!, call, cli);
	}
	const sessions = listSessions(cli.folders.state);
	if (hasFlag(call.flags, 'json')) {
		cli.print(`${JSON.stringify(sessions, null, '\t')}\n`);
		return 0;
	}
	if (sessions.length === 0) {
		cli.complain('There is no session yet. Start one with: agent-tui\n');
		return 0;
	}
	const paint = createPaint(call, cli);
	const [heading = '', ...lines] = alignColumns([
		['ID', 'LAST USED', 'MESSAGES', 'STATE', 'FOLDER', 'BEGINS WITH'],
		...sessions.map(session => cells(session, cli)),
	]);
	const cut = (line: string) => (cli.terminal.stdout ? shorten(line, cli.terminal.columns) : line);
	cli.print([paint.dim(cut(heading)), ...lines.map(cut), ''].join('\n'));
	return 0;
}

const folderWidthMax = 24;

function cells(session: SessionSummary, cli: CliContext): readonly string[] {
	const {id, title, cwd, updatedAt, messages, isPartial, waiting, state} = session;
	const folder = oneLine(shortFolder(cwd, cli.env['HOME']));
	return [
		id,
		ago(cli.clock.now() - updatedAt),
		`${String(messages)}${isPartial ? '+' : ''}`,
		waiting > 0 ? `${waiting} waiting` : state,
		folder.length > folderWidthMax ? `…${folder.slice(1 - folderWidthMax)}` : folder,
		oneLine(title),
	];
}
