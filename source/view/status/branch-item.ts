import {localHost} from '../../events/ids.ts';
import {neutralise} from '../../text/neutralise.ts';
import {shorten} from '../../text/width.ts';
import type {ItemSources, StatusItem} from './status.ts';

const branchColumnsMax = 24;

/**
 * The git branch of the working folder on this machine. Not shown while calls run on another
 * machine, which may have another branch.
 */
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

/**
 * Asks the engine for the branch at the start, and again after each turn, which may have changed
 * it.
 */
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
