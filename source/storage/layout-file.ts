import {join} from 'node:path';
import {isJsonObject} from '../events/json.ts';
import {readTextFile, writeFileAtomic} from '../platform/atomic-file.ts';
import type {Clock, Timer} from '../platform/clock.ts';

/**
 * The position of the chat's border for each class of screen size, and whether the monitor is open.
 */
export type SavedLayout = {
	readonly shares: Readonly<Record<string, number>>;
	readonly isMonitorOpen: boolean;
};

export type LayoutFile = {
	readonly read: () => SavedLayout;
	/** Writes the layout after a short delay, since a border that is dragged moves many times. */
	readonly save: (layout: SavedLayout) => void;
	/** Writes the layout now, if it was not written yet. */
	readonly close: () => void;
};

const pauseMs = 400;

/**
 * Opens the layout that all sessions of this user share. If the file can't be read or written, the
 * layout is forgotten without a message.
 */
export function openLayoutFile({
	folder,
	clock,
}: {
	readonly folder: string;
	readonly clock: Clock;
}): LayoutFile {
	const path = join(folder, 'layout.json');
	let pending: {readonly layout: SavedLayout; readonly timer: Timer} | null = null;
	const write = () => {
		const due = pending;
		pending = null;
		due?.timer.cancel();
		try {
			due && writeFileAtomic(path, `${JSON.stringify(due.layout)}\n`);
		} catch {
			// Errors are ignored: the journal already reports a disk that refuses to write.
		}
	};
	return {
		read: () => readLayout(path),
		save(layout) {
			pending?.timer.cancel();
			pending = {layout, timer: clock.after(pauseMs, write)};
		},
		close: write,
	};
}

function readLayout(path: string): SavedLayout {
	try {
		const value: unknown = JSON.parse(readTextFile(path) ?? '{}');
		const {shares, isMonitorOpen} = isJsonObject(value) ? value : {};
		const pairs = isJsonObject(shares) ? Object.entries(shares) : [];
		return {
			shares: Object.fromEntries(pairs.filter(isShare)),
			isMonitorOpen: isMonitorOpen === true,
		};
	} catch {
		return {shares: {}, isMonitorOpen: false};
	}
}

function isShare(pair: readonly [string, unknown]): pair is [string, number] {
	const [, share] = pair;
	return typeof share === 'number' && share > 0 && share < 1;
}
