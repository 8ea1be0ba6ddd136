import type {DraftFile} from '../../storage/draft.ts';
import {unsentDraft} from '../../view/composer/composer-state.ts';
import type {View} from '../../view/open-view.ts';

/**
 * Saves the text in the composer whenever it changes, so that it is there again after a hang-up.
 * Returns a function that stops the saving.
 */
export function keepDraft({handles: {ui}}: Pick<View, 'handles'>, file: DraftFile): () => void {
	let last = ui.snapshot().composer.draft;
	const stop = ui.subscribe(() => {
		const {draft} = ui.snapshot().composer;
		if (draft !== last) {
			last = draft;
			file.save(unsentDraft(draft));
		}
	});
	return () => {
		stop();
		file.close();
	};
}
