import type {TerminalRecord} from '../../state/state.ts';
import {shorten} from '../../text/width.ts';
import type {Intent} from '../ui-state/intent.ts';
import type {PickerItem} from '../ui-state/overlay.ts';
import type {InputTools} from './input-tools.ts';

type Question = {
	readonly title: string;
	readonly no: string;
	readonly yes: string;
	readonly detail?: string;
	readonly intent: Intent;
};

/** Asks before an action that can't be undone; Enter alone means no. */
export function askFirst(tools: InputTools, {title, no, yes, detail, intent}: Question): void {
	const items: readonly PickerItem[] = [
		{label: no, intent: {type: 'close-overlay'}},
		{label: yes, intent, ...(detail !== undefined && {detail})},
	];
	tools.perform({type: 'open-overlay', overlay: {type: 'picker', title, items}});
}

const nameWidthMax = 40;

export function closeTerminal(tools: InputTools, terminal: TerminalRecord): void {
	const intent = {type: 'close-terminal', terminal: terminal.id} as const;
	if (terminal.ended) {
		tools.perform(intent);
		return;
	}
	askFirst(tools, {
		title: `${shorten(terminal.title, nameWidthMax)} still runs`,
		no: 'Let it run',
		yes: 'End it, and close its terminal',
		detail: 'what it has not saved is lost',
		intent,
	});
}

/** Asks before the agent may see or type: what it has seen can't be taken back. */
export function allowInTerminal(
	tools: InputTools,
	{id, isShared, mayTypeHidden}: TerminalRecord,
	what: 'see' | 'type-hidden',
): void {
	if (what === 'see' ? isShared : mayTypeHidden) {
		tools.flash(
			what === 'see'
				? `The agent can see terminal ${id} already.`
				: `The agent may type hidden input into terminal ${id} already.`,
		);
		return;
	}
	const intent = {type: 'allow-in-terminal', terminal: id, what} as const;
	askFirst(
		tools,
		what === 'see'
			? {
					title: `Show terminal ${id} to the agent?`,
					no: 'No, it stays mine',
					yes: 'Yes, all that is on it',
					detail: 'and the agent may type when you hand it the keyboard',
					intent,
				}
			: {
					title: `Let the agent type hidden input into terminal ${id}?`,
					no: 'No, only I type what is hidden',
					yes: 'Yes, as long as it is open',
					detail: 'and it sees the terminal',
					intent,
				},
	);
}
