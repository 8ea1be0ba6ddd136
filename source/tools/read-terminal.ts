import {failed} from '../events/failure.ts';
import type {JsonObject} from '../events/json.ts';
import type {Outcome} from '../events/outcome.ts';
import {renderOutput} from '../terminal/model-output.ts';
import type {TerminalInfo} from '../terminal/terminal.ts';
import {clamp} from './clamp.ts';
import {refusal, withoutEmptyEnd} from './terminal-answer.ts';
import {findTerminal, sessionHost, sessionIdSchema} from './terminal-input.ts';
import {fail, succeed, type Tool, type ToolContext} from './tool.ts';

export const readTerminal: Tool = {
	name: 'read_terminal',
	description:
		'Looks at a session without typing and without waiting. view "screen": the rows as they stand now, for full-screen programs. "tail": the last lines of output. "range": a part of everything it printed, by byte offsets; from and to may be left out, and size says how much there is.',
	parameters: {
		type: 'object',
		properties: {
			session_id: sessionIdSchema,
			view: {type: 'string', enum: ['screen', 'tail', 'range'], description: 'Default screen.'},
			lines: {type: 'integer', description: 'For tail: how many. Default 50, at most 1000.'},
			from: {type: 'integer', description: 'For range: first byte. Default: near the end.'},
			to: {type: 'integer', description: 'For range: byte after the last; at most 65536 more.'},
		},
		required: ['session_id'],
	},
	scope: () => null,
	host: sessionHost,
	summary: input => `look at terminal ${input['session_id']} (${input['view'] ?? 'screen'})`,
	isDoneHere: true,
	run,
};

const tailLines = {fallback: 50, min: 1, max: 1000};
const rangeBytesMax = 65_536;

async function run(input: JsonObject, context: ToolContext): Promise<Outcome> {
	const found = findTerminal(input['session_id'], context);
	if (!found.ok) {
		return refusal(found);
	}
	const {terminal} = found;
	const view = context.terminals.view(terminal.id);
	await view?.flush();
	const state = {
		session_id: Number(terminal.id),
		title: view?.modes().title || terminal.title,
		running: terminal.ended === null,
		exit_code: terminal.ended?.exitCode ?? null,
		waiting: await context.terminals.waiting(terminal.id),
		controlled_by: terminal.control,
		user_typed: terminal.userTyped,
	};
	switch (input['view']) {
		case 'tail':
			return succeed({
				...state,
				view: 'tail',
				lines: view?.lastLines(clamp(input['lines'], tailLines)) ?? [],
			});
		case 'range':
			return readRange(input, {context, terminal, state});
		default:
			return succeed({
				...state,
				view: 'screen',
				rows: withoutEmptyEnd(view?.plainRows(context.hide) ?? []),
				cursor: view?.modes().cursor ?? null,
				alternate: view?.modes().isAlternate ?? false,
			});
	}
}

async function readRange(
	input: JsonObject,
	{context, terminal, state}: {context: ToolContext; terminal: TerminalInfo; state: JsonObject},
): Promise<Outcome> {
	const size = (await context.terminals.transcript(terminal.id, {from: 0, to: 0}))?.size ?? 0;
	const to = clamp(input['to'], {fallback: size, min: 0, max: size});
	const from = clamp(input['from'], {
		fallback: Math.max(0, to - rangeBytesMax),
		min: 0,
		max: to,
	});
	const part = await context.terminals.transcript(terminal.id, {
		from,
		to: Math.min(to, from + rangeBytesMax),
	});
	if (part === null) {
		return fail(
			failed('not-found', `No transcript is kept of terminal ${terminal.id}. Use view "tail".`),
		);
	}
	const rendered = await renderOutput(
		{
			head: part.bytes,
			tail: part.bytes.subarray(0, 0),
			omittedBytes: 0,
			totalBytes: part.bytes.length,
		},
		{size: terminal.size, startsAlternate: false},
	);
	return succeed({
		...state,
		view: 'range',
		from: part.from,
		to: part.from + part.bytes.length,
		size: part.size,
		output: rendered.output.head,
	});
}
