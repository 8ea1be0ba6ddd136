import type {Stamped} from '../events/event.ts';
import type {TerminalId} from '../events/ids.ts';
import type {TerminalRecord} from './state.ts';

type TerminalList = readonly TerminalRecord[];

export function reduceTerminals(terminals: TerminalList, event: Stamped): TerminalList {
	switch (event.type) {
		case 'terminal.opened':
			return [...terminals, openedTerminal(event)];
		case 'terminal.returned':
			return change(terminals, event.terminal, {waiting: null, isWanted: false, typed: null});
		case 'terminal.exited':
			return change(terminals, event.terminal, {
				waiting: null,
				ended: {
					exitCode: event.exitCode,
					signal: event.signal,
					...(event.lost !== undefined && {lost: event.lost}),
					...(event.unseen && {unseen: true}),
					durationMs: event.durationMs,
				},
			});
		case 'terminal.waited':
			return change(terminals, event.terminal, {waiting: event.waiting});
		case 'terminal.controlled':
			return change(terminals, event.terminal, {
				control: event.by,
				isWanted: false,
				handsOverAt: undefined,
			});
		case 'terminal.wanted':
			return change(terminals, event.terminal, {isWanted: true, handsOverAt: event.until});
		case 'terminal.typed':
			return change(terminals, event.terminal, {typed: {text: event.text, at: event.at}});
		case 'terminal.allowed':
			return change(
				terminals,
				event.terminal,
				event.what === 'see' ? {isShared: true} : {isShared: true, mayTypeHidden: true},
			);
		case 'terminal.closed':
			return terminals.filter(terminal => terminal.id !== event.terminal);
		default:
			return terminals;
	}
}

function openedTerminal(
	event: Extract<Stamped, {readonly type: 'terminal.opened'}>,
): TerminalRecord {
	return {
		id: event.terminal,
		title: event.title,
		host: event.host,
		cwd: event.cwd,
		owner: event.owner,
		control: event.owner,
		waiting: null,
		isWanted: false,
		isShared: event.owner === 'model',
		mayTypeHidden: false,
		typed: null,
		openedAt: event.at,
		...(event.process && {process: event.process}),
		...(event.kept && {kept: event.kept}),
		ended: null,
	};
}

function change(
	terminals: TerminalList,
	id: TerminalId,
	values: Partial<TerminalRecord>,
): TerminalList {
	return terminals.map(terminal => (terminal.id === id ? {...terminal, ...values} : terminal));
}
