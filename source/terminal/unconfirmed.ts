import type {TerminalId} from '../events/ids.ts';
import type {SessionInfo} from './session.ts';
import {type Done, type OpenTerminal, type Refusal, refuse, type TerminalFact} from './terminal.ts';
import {titleOf} from './title.ts';
import type {EndReport, Unconfirmed} from './transport.ts';

/** Returns the event because of which this process, or a later one, will ask the host again. */
export function unconfirmedFact(
	terminal: TerminalId,
	{request, unconfirmed}: {request: OpenTerminal; unconfirmed: Unconfirmed},
): TerminalFact {
	const {host, call} = request;
	const title = titleOf(request);
	const fact = {type: 'terminal.unconfirmed', terminal, host, title, ...unconfirmed} as const;
	return call === undefined ? fact : {...fact, call};
}

export const done: Done = {ok: true};

/** Describes how a program ended, claiming no more than is known. */
export function endingOf({id, host}: SessionInfo, {left, unconfirmed}: EndReport): Done {
	if (unconfirmed) {
		return refuse(
			'unconfirmed',
			'timeout',
			`Terminal ${id} was asked to end, and ${host} has not confirmed it: it may still run there. It is asked again when ${host} answers.`,
		);
	}
	return left.length === 0 ? done : unkillable(left);
}

function unkillable(left: readonly number[]): Refusal {
	return refuse(
		'still_running',
		'internal',
		`Processes that could not be killed: ${left.join(', ')}.`,
	);
}
