import type {State} from '../../state/state.ts';
import {runningWords} from '../../state/survivors.ts';
import {neutralise} from '../../text/neutralise.ts';
import {shorten} from '../../text/width.ts';
import type {Overlay, PickerItem} from '../ui-state/overlay.ts';

/** Asks once, when a session is resumed, what to do with programs that still run after a crash. */
export function offerToEnd({survivors}: State, show: (overlay: Overlay) => void): void {
	const [first] = survivors;
	if (!first) {
		return;
	}
	const isOne = survivors.length === 1;
	const running = survivors.flatMap(one => one.running);
	const each = isOne ? [] : survivors;
	const items: readonly PickerItem[] = [
		{label: isOne ? 'Leave it running' : 'Leave them running', intent: {type: 'close-overlay'}},
		{
			label: isOne ? 'End it' : 'End them all',
			detail: runningWords(running),
			intent: {type: 'end-survivors', terminals: survivors.map(({terminal}) => terminal)},
		},
		...each.map(
			({terminal, title, running: own}): PickerItem => ({
				label: `End only ${nameOf(title)}`,
				detail: runningWords(own),
				intent: {type: 'end-survivors', terminals: [terminal]},
			}),
		),
	];
	const what = isOne
		? `${nameOf(first.title)} still runs`
		: `${survivors.length} programs still run`;
	show({type: 'picker', title: `${what} after the crash`, items});
}

function nameOf(title: string): string {
	return shorten(neutralise(title), nameWidthMax);
}

const nameWidthMax = 40;
