import type {LayoutFile} from '../../storage/layout-file.ts';
import type {View} from '../../view/open-view.ts';

/** Keeps the borders that were moved, and the monitor that was opened. Returns how to end it. */
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
