import type {JsonObject} from '../events/json.ts';
import type {Outcome} from '../events/outcome.ts';
import {refusal} from './terminal-answer.ts';
import {findTerminal, sessionHost, sessionIdSchema} from './terminal-input.ts';
import {succeed, type Tool, type ToolContext} from './tool.ts';

export const resizeTerminal: Tool = {
	name: 'resize_terminal',
	description:
		'Changes the size that a session believes its terminal has, as when a window is resized. A terminal that the person looks at gets the size of its pane again.',
	parameters: {
		type: 'object',
		properties: {
			session_id: sessionIdSchema,
			columns: {type: 'integer', description: 'Width in characters.', minimum: 2, maximum: 1000},
			rows: {type: 'integer', description: 'Height in lines.', minimum: 1, maximum: 500},
		},
		required: ['session_id', 'columns', 'rows'],
	},
	scope: () => null,
	host: sessionHost,
	summary: input =>
		`resize terminal ${input['session_id']} to ${input['columns']}x${input['rows']}`,
	isDoneHere: true,
	run,
};

async function run(input: JsonObject, context: ToolContext): Promise<Outcome> {
	const found = findTerminal(input['session_id'], context);
	if (!found.ok) {
		return refusal(found);
	}
	const {id} = found.terminal;
	const columns = Number(input['columns']);
	const rows = Number(input['rows']);
	const resized = context.terminals.resize(id, {columns, rows});
	return resized.ok
		? succeed({session_id: Number(id), columns, rows})
		: refusal(resized, found.terminal);
}
