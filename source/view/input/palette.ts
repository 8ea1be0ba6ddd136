import {neutralise} from '../../text/neutralise.ts';
import {shorten} from '../../text/width.ts';
import type {Overlay} from '../ui-state/overlay.ts';
import type {RunningElsewhere} from '../ui-state/ui-state.ts';

const nameWidthMax = 50;

/** The palette. Besides commands and actions, it lists the other running sessions. */
export function paletteOf(running: readonly RunningElsewhere[]): Overlay {
	return {
		type: 'palette',
		items: running.map(({session, name, hop, state}) => {
			const words = shorten(neutralise(name.replaceAll('\n', ' ')), nameWidthMax);
			return {
				label: `Session: ${words}`,
				detail: [doing[state], ...(hop === null ? [] : [`on ${hop}`])].join(' '),
				intent: {type: 'open-session', session},
			};
		}),
	};
}

const doing: Readonly<Record<RunningElsewhere['state'], string>> = {
	waiting: 'waits for you',
	working: 'at work',
	idle: 'runs',
	ended: 'ends',
};
