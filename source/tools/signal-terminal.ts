import type {JsonObject} from '../events/json.ts';
import type {Outcome} from '../events/outcome.ts';
import {hasExited} from '../terminal/terminals.ts';
import {refusal} from './terminal-answer.ts';
import {findTerminal, sessionHost, sessionIdSchema} from './terminal-input.ts';
import {succeed, type Tool, type ToolContext} from './tool.ts';

const signals = ['INT', 'TERM', 'KILL', 'HUP', 'QUIT', 'TSTP', 'STOP', 'CONT', 'USR1', 'USR2'];

export const signalTerminal: Tool = {
	name: 'signal_terminal',
	description:
		'Sends a signal to what runs in the foreground of a session. The answer says only that it was sent: wait with write_stdin to see what came of it.',
	parameters: {
		type: 'object',
		properties: {
			session_id: sessionIdSchema,
			signal: {
				type: 'string',
				enum: [...signals, ...signals.map(name => `SIG${name}`)],
				description: 'Such as INT or TERM.',
			},
		},
		required: ['session_id', 'signal'],
	},
	scope: () => 'shell',
	host: sessionHost,
	summary: input => `send ${fullName(input['signal'])} to terminal ${input['session_id']}`,
	isDoneHere: true,
	hindrance,
	run,
};

/**
 * Returns why no signal can be sent (the session does not exist, or its program has ended); null if
 * it can.
 */
async function hindrance(input: JsonObject, context: ToolContext): Promise<Outcome | null> {
	const found = findTerminal(input['session_id'], context);
	if (!found.ok) {
		return refusal(found);
	}
	const {terminal} = found;
	return terminal.ended === null ? null : refusal(hasExited(terminal.id), terminal);
}

async function run(input: JsonObject, context: ToolContext): Promise<Outcome> {
	const found = findTerminal(input['session_id'], context);
	if (!found.ok) {
		return refusal(found);
	}
	const {id} = found.terminal;
	const name = fullName(input['signal']);
	const sent = context.terminals.signal(id, name);
	return sent.ok ? succeed({session_id: Number(id), signal: name}) : refusal(sent, found.terminal);
}

function fullName(name: unknown): NodeJS.Signals {
	return `SIG${String(name).replace(/^SIG/, '')}` as NodeJS.Signals;
}
