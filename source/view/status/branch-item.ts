import {localHost} from '../../events/ids.ts';
import {neutralise} from '../../text/neutralise.ts';
import {shorten} from '../../text/width.ts';
import type {StatusItem} from './status.ts';

const branchColumnsMax = 24;

/** The git branch of the working folder, while calls run on this machine: it is not the branch there. */
export const branchItem: StatusItem = {
	parts({state: {hops}, ui: {branch}}, paint) {
		if (branch === null || hops.current !== localHost) {
			return [];
		}
		const shown = shorten(neutralise(branch), branchColumnsMax, paint.glyphs.more);
		return [{text: paint.style('text.dim', `git ${shown}`), stays: 'with room'}];
	},
	madeOf: ({hops}, {branch}) => [hops.current, branch],
};
