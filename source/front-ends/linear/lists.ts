import type {SlashCommand} from '../../view/command.ts';
import type {Intent} from '../../view/ui-state/intent.ts';
import type {Overlay, PickerItem} from '../../view/ui-state/overlay.ts';

/** A list from which the person chooses by a number. Any other line closes it. */
export type LinearList = {
	readonly open: (items: readonly PickerItem[]) => void;
	/** Returns null if the line is no valid choice. It is then treated as if there were no list. */
	readonly choose: (line: string) => Intent | null;
};

export function createList(say: (line: string) => void): LinearList {
	let items: readonly PickerItem[] = [];
	return {
		open(next) {
			items = next;
		},
		choose(line) {
			const open = items;
			items = [];
			if (open.length === 0 || !/^\d+$/.test(line)) {
				return null;
			}
			const item = open[Number(line) - 1];
			if (!item) {
				items = open;
				say(`The list has no ${line}: write a number from 1 to ${open.length}.`);
			}
			return item?.intent ?? {type: 'close-overlay'};
		},
	};
}

/** The content of a dialog as lines of text. */
export function overlayLines(
	overlay: Overlay,
	{list, commands}: {list: LinearList; commands: Readonly<Record<string, SlashCommand>>},
): readonly string[] {
	switch (overlay.type) {
		case 'help':
			return [...(overlay.first?.includes('commands') ? [] : keyLines), ...commandLines(commands)];
		case 'palette':
			return commandLines(commands);
		case 'text':
			return overlay.lines;
		case 'diff':
			return [`${overlay.title}:`, ...overlay.patch.split('\n')];
		case 'picker':
			list.open(overlay.items);
			return [
				`${overlay.title}:`,
				...overlay.items.map(
					({label, detail}, index) => `${index + 1}. ${label}${detail ? `  ${detail}` : ''}`,
				),
				'Write a number to choose; anything else leaves the list.',
			];
	}
}

function commandLines(commands: Readonly<Record<string, SlashCommand>>): readonly string[] {
	return Object.entries(commands).map(
		([name, {summary, usage}]) => `/${name}${usage ? ` ${usage}` : ''}: ${summary}.`,
	);
}

/** The help text about keys and about lines that begin with a special character. */
const keyLines = [
	'Enter sends the line. Ctrl+C stops the turn; without one, and with Ctrl+D, the session ends.',
	'!command runs a command of yours. >text types a line into the program that runs, >2 text into terminal 2, >^C sends Ctrl+C.',
	'A question is answered with a word that it names, a list with a number.',
	'/name does what the list says:',
];
