import type {State} from '../../state/state.ts';
import type {Paint} from '../theme.ts';
import type {UiState} from '../ui-state/ui-state.ts';
import {branchItem} from './branch-item.ts';
import {contextItem} from './context-item.ts';
import {costItem} from './cost-item.ts';
import {debugItem} from './debug-item.ts';
import {elsewhereItem} from './elsewhere-item.ts';
import {healthItem} from './health-item.ts';
import {hiddenPanesItem} from './hidden-panes-item.ts';
import {hostsItem} from './hosts-item.ts';
import {modeItem} from './mode-item.ts';
import {modelItem} from './model-item.ts';
import {screensItem} from './screens-item.ts';
import type {ItemSources, StatusFacts, StatusItem, StatusPart, StayingPower} from './status.ts';

/** The items at the right end of the status line, from left to right. */
const statusItems: readonly StatusItem[] = [
	hiddenPanesItem,
	elsewhereItem,
	screensItem,
	hostsItem,
	branchItem,
	debugItem,
	modeItem,
	modelItem,
	contextItem,
	costItem,
	healthItem,
];

/** The right end in several versions, from the longest to the shortest. */
export function rightEnds(facts: StatusFacts, paint: Paint): readonly (readonly StatusPart[])[] {
	const parts = statusItems.flatMap(item => item.parts(facts, paint));
	const levels: readonly (readonly StayingPower[])[] = [
		['always', 'longer', 'long', 'with room'],
		['always', 'longer', 'long'],
		['always', 'longer'],
		['always'],
	];
	return levels.map(level => parts.filter(({stays}) => level.includes(stays)));
}

/** The values on which the right end depends. If one changes, the line is drawn again. */
export function rightEndMadeOf(state: State, ui: UiState): readonly unknown[] {
	return statusItems.flatMap(item => item.madeOf(state, ui));
}

export function isRightEndMoving(state: State): boolean {
	return statusItems.some(item => item.isMoving?.(state));
}

/** Starts keeping the values up to date that items need. Returns the functions that stop this. */
export function followStatusItems(sources: ItemSources): readonly (() => void)[] {
	return statusItems.flatMap(item => item.follow?.(sources) ?? []);
}
