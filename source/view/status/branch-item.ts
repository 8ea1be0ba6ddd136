import {localHost} from '../../events/ids.ts';
import {neutralise} from '../../text/neutralise.ts';
import {shorten} from '../../text/width.ts';
import type {ItemSources, StatusItem} from './status.ts';

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
	follow: followBranch,
};

/** Asks for the branch of the folder at the start, and again when a turn may have changed it. */
function followBranch({store, query, ui}: ItemSources): () => void {
	let turn = store.state().chat.turn;
	const ask = async () => {
		const {branch} = await query({type: 'branch'});
		if (branch !== ui.snapshot().branch) {
			ui.change({branch});
		}
	};
	void ask();
	return store.subscribe(() => {
		const before = turn;
		turn = store.state().chat.turn;
		if (before !== null && turn === null) {
			void ask();
		}
	});
}
