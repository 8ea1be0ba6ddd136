import type {SlashCommand} from '../../view/command.ts';
import type {Intent} from '../../view/ui-state/intent.ts';
import type {Overlay, PickerItem} from '../../view/ui-state/overlay.ts';

/** A list that waits for a number. Any other line closes it. */
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
		case 'palette':
			return Object.entries(commands).map(
				([name, {summary, usage}]) => `/${name}${usage ? ` ${usage}` : ''}: ${summary}.`,
			);
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
