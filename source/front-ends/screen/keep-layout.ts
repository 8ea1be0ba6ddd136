import type {LayoutFile} from '../../storage/layout-file.ts';
import type {View} from '../../view/open-view.ts';

/**
 * Saves which borders the user has moved and whether the monitor is open. Returns a function that
 * stops the saving.
 */
export function keepLayout({handles: {ui}}: Pick<View, 'handles'>, file: LayoutFile): () => void {
	let {shares, openPanes} = ui.snapshot();
	const stop = ui.subscribe(() => {
		const now = ui.snapshot();
		const isOpened = now.openPanes.monitor === 'opened';
		if (now.shares !== shares || isOpened !== (openPanes.monitor === 'opened')) {
			file.save({shares: now.shares, isMonitorOpen: isOpened});
		}
		({shares, openPanes} = now);
	});
	return () => {
		stop();
		file.close();
	};
}
