import type {JsonObject} from '../events/json.ts';
import type {Outcome} from '../events/outcome.ts';
import {refusal} from './terminal-answer.ts';
import {findTerminal, sessionHost, sessionIdSchema} from './terminal-input.ts';
import {succeed, type Tool, type ToolContext} from './tool.ts';

export const closePtySession: Tool = {
	name: 'close_pty_session',
	description:
		'Ends a session with everything that it started, and forgets it. Without force the programs are asked to end and may refuse; with force they are killed, also those that went into the background.',
	parameters: {
		type: 'object',
		properties: {
			session_id: sessionIdSchema,
			force: {type: 'boolean', description: 'Kill what does not end by itself. Default false.'},
		},
		required: ['session_id'],
	},
	scope: () => 'shell',
	host: sessionHost,
	summary: input =>
		`close terminal ${input['session_id']}${input['force'] === true ? ' by force' : ''}`,
	isDoneHere: true,
	hindrance: async (input, context) => {
		const found = findTerminal(input['session_id'], context);
		return found.ok ? null : refusal(found);
	},
	run,
};

async function run(input: JsonObject, context: ToolContext): Promise<Outcome> {
	const found = findTerminal(input['session_id'], context);
	if (!found.ok) {
		return refusal(found);
	}
	const {id} = found.terminal;
	const closed = await context.terminals.close(id, {force: input['force'] === true});
	if (closed.ok) {
		return succeed({session_id: Number(id), running: false});
	}
	const {code, failure} = closed;
	const error = {kind: failure.kind, code, message: failure.message};
	return {
		status: 'failed',
		failure,
		result: {success: false, session_id: Number(id), running: true, error},
	};
}
