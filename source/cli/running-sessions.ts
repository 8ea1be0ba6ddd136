import type {EngineRecord} from '../engine/registry/engine-record.ts';
import {readRecords} from '../engine/registry/registry.ts';
import {enginesFolder} from '../engine/registry/run-folder.ts';
import {shortFolder} from '../text/short-folder.ts';
import {shorten} from '../text/width.ts';
import type {CliCall, CliContext} from './context.ts';
import {ago, alignColumns, oneLine} from './format.ts';
import {createPaint} from './paint.ts';
import {hasFlag} from './parsed.ts';

/**
 * `agent-tui sessions --running|--waiting [--json]`. It only reads the records of running engines
 * and contacts none.
 */
export function listRunning(call: CliCall, cli: CliContext): number {
	const read = readRecords(enginesFolder(cli.folders.state));
	if (!read.ok) {
		cli.complain(`agent-tui: ${read.failure.message}\n`);
		return 1;
	}
	const isForWaiting = hasFlag(call.flags, 'waiting');
	const running = read.value.filter(({waiting}) => !isForWaiting || waiting.length > 0);
	if (hasFlag(call.flags, 'json')) {
		cli.print(`${JSON.stringify(running.map(toTell), null, '\t')}\n`);
	} else if (isForWaiting) {
		cli.print(running.length === 0 ? '' : `${waitingLine(running)}\n`);
	} else if (running.length === 0) {
		cli.complain('No session is running. Start one with: agent-tui\n');
	} else {
		printTable(running, {call, cli});
	}
	return 0;
}

const namesMax = 4;

/** Makes the line that tells how many sessions wait: `2 wait: deploy@web1, tests`. */
function waitingLine(waiting: readonly EngineRecord[]): string {
	const verb = waiting.length === 1 ? 'waits' : 'wait';
	const names = waiting.slice(0, namesMax).map(placedName).join(', ');
	const more = waiting.length > namesMax ? `, +${waiting.length - namesMax}` : '';
	return `${waiting.length} ${verb}: ${names}${more}`;
}

/** Returns the session's name, with the machine if its calls run on another one: `deploy@web1`. */
export function placedName({name, session, hop}: EngineRecord): string {
	const plain = oneLine(name) || session;
	return hop === null ? plain : `${plain}@${oneLine(hop)}`;
}

/** Returns the record without the fields that would give access to the session. */
function toTell({session, token: _token, socket: _socket, v: _v, ...told}: EngineRecord) {
	return {id: session, ...told};
}

function printTable(
	running: readonly EngineRecord[],
	{call, cli}: {call: CliCall; cli: CliContext},
): void {
	const paint = createPaint(call, cli);
	const [heading = '', ...lines] = alignColumns([
		['ID', 'NAME', 'STATE', 'SINCE', 'SCREENS', 'FOLDER', 'WAITS FOR'],
		...running.map(record => cells(record, cli)),
	]);
	const cut = (line: string) => (cli.terminal.stdout ? shorten(line, cli.terminal.columns) : line);
	cli.print([paint.dim(cut(heading)), ...lines.map(cut), ''].join('\n'));
}

function cells(record: EngineRecord, cli: CliContext): readonly string[] {
	const {session, state, since, screens, cwd, waiting} = record;
	return [
		session,
		placedName(record),
		state,
		ago(cli.clock.now() - since),
		String(screens),
		oneLine(shortFolder(cwd, cli.env['HOME'])),
		waiting.map(({tool}) => oneLine(tool)).join(', '),
	];
}
