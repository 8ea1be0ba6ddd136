import type {HelpSection} from '../actions/contexts.ts';
import type {Intent} from './intent.ts';

/** A dialog over the panes. It gets every key until it is closed. */
export type Overlay =
	| {
			readonly type: 'help';
			/** Sections that come first. If unset, the keys of the focused pane do. */
			readonly first?: readonly HelpSection[];
	  }
	/** `items`: entries besides commands and actions, such as other running sessions. */
	| {readonly type: 'palette'; readonly items: readonly PickerItem[]}
	| {
			readonly type: 'picker';
			readonly title: string;
			readonly items: readonly PickerItem[];
			/** The index of the entry that is marked at first. */
			readonly selected?: number;
	  }
	| {
			readonly type: 'text';
			readonly title: string;
			readonly lines: readonly string[];
			/** Set if spaces must stay, and lines may be broken only at the full width. */
			readonly isExact?: boolean;
	  }
	| {readonly type: 'diff'; readonly title: string; readonly patch: string};

export type PickerItem = {
	readonly label: string;
	readonly detail?: string;
	readonly intent: Intent;
	/**
	 * Carried out while the entry is marked. If the list is closed without a choice, `restore` undoes
	 * it.
	 */
	readonly preview?: Intent;
	readonly restore?: Intent;
};
