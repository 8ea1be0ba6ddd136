import type {HelpSection} from '../actions/contexts.ts';
import type {Intent} from './intent.ts';

/** A temporary view over the panes: it takes every key until it is closed. */
export type Overlay =
	| {
			readonly type: 'help';
			/** The sections at the top; if unset, the keys of the focused pane. */
			readonly first?: readonly HelpSection[];
	  }
	/** `items`: what can be gone to beside commands and actions. */
	| {readonly type: 'palette'; readonly items: readonly PickerItem[]}
	| {
			readonly type: 'picker';
			readonly title: string;
			readonly items: readonly PickerItem[];
			/** The entry that is marked at first. */
			readonly selected?: number;
	  }
	| {
			readonly type: 'text';
			readonly title: string;
			readonly lines: readonly string[];
			/** Spaces are kept, and lines are only broken at the full width. */
			readonly isExact?: boolean;
	  }
	| {readonly type: 'diff'; readonly title: string; readonly patch: string};

export type PickerItem = {
	readonly label: string;
	readonly detail?: string;
	readonly intent: Intent;
	/** Performed while the item is highlighted; leaving the picker performs `restore`. */
	readonly preview?: Intent;
	readonly restore?: Intent;
};
