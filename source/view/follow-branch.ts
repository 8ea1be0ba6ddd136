import type {Ask} from '../events/query.ts';
import type {StateSource} from '../state/store.ts';
import type {UiStore} from './ui-state/ui-store.ts';

/** Asks for the branch of the folder at the start, and again when a turn may have changed it. */
export function followBranch(
	{store, query}: {readonly store: StateSource; readonly query: Ask},
	ui: Pick<UiStore, 'change' | 'snapshot'>,
): () => void {
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
