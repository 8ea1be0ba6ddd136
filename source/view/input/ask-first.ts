import type {RemoteWork} from '../../state/remote-work.ts';
import type {TerminalRecord} from '../../state/state.ts';
import {neutralise} from '../../text/neutralise.ts';
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

/** Asks for confirmation of an action that can't be undone. Enter alone means no. */
export function askFirst(tools: InputTools, question: Question): void {
	tools.perform(questionOf(question));
}

/** Makes the confirmation as an intent, for slash commands, which have no side effects. */
export function questionOf({title, no, yes, detail, intent}: Question): Intent {
	const items: readonly PickerItem[] = [
		{label: no, intent: {type: 'close-overlay'}},
		{label: yes, intent, ...(detail !== undefined && {detail})},
	];
	return {type: 'open-overlay', overlay: {type: 'picker', title, items}};
}

/** The title of a confirmation: which programs would end, and on which hosts. */
export function runsThere(work: readonly RemoteWork[]): string {
	const [first] = work;
	const hosts = [...new Set(work.map(({host}) => host))].join(', ');
	return work.length === 1 && first
		? `${shorten(neutralise(first.title), nameWidthMax)} still runs on ${first.host}`
		: `${work.length} programs still run on ${hosts}`;
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

/**
 * Asks for confirmation before the agent may see a terminal or type into it, because what it has
 * seen can't be taken back.
 */
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
