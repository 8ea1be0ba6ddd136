import {neutralise} from '../../text/neutralise.ts';
import {shorten} from '../../text/width.ts';
import type {StatusItem} from './status.ts';

const nameWidthMax = 24;

/**
 * Shows another session that waits for the person without a screen, and the key that goes there.
 */
export const elsewhereItem: StatusItem = {
	parts({ui: {elsewhere}}, paint) {
		if (!elsewhere) {
			return [];
		}
		const name = shorten(neutralise(elsewhere.name.replaceAll('\n', ' ')), nameWidthMax);
		return [{text: paint.style('status.warn', `${name} waits: ${elsewhere.key}`), stays: 'always'}];
	},
	madeOf: (_, {elsewhere}) => [elsewhere],
};
