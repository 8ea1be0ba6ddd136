import type {Command} from '../../view/command.ts';
import type {Intent} from '../../view/ui-state/intent.ts';
import type {Overlay, PickerItem} from '../../view/ui-state/overlay.ts';

/** A list that waits for a number. Any other line leaves it. */
export type List = {
	readonly open: (items: readonly PickerItem[]) => void;
	/** Null: the line chooses nothing, and is what it would be without a list. */
	readonly choose: (line: string) => Intent | null;
};

export function createList(say: (line: string) => void): List {
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

/** What the screen shows in a dialog, as lines. */
export function overlayLines(
	overlay: Overlay,
	{list, commands}: {list: List; commands: Readonly<Record<string, Command>>},
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
