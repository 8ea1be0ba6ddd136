import {answerContext} from '../cards/answer-context.ts';
import {cardContexts} from '../cards/card-contexts.ts';
import {editContext} from '../cards/edit-context.ts';
import {composerContext, suggestionsContext} from '../composer/composer-contexts.ts';
import {isInPane, pasteNowhere} from '../input/in-pane.ts';
import type {InputTools} from '../input/input-tools.ts';
import {lostContext} from '../input/keyboard-loss.ts';
import {lineContext} from '../input/line-context.ts';
import {listContext} from '../overlays/list-context.ts';
import {findContext, pagerContext} from '../overlays/pager-context.ts';
import {type SidePane, sidePanes} from '../panes/panes.ts';
import {controlContext} from '../terminal/control-context.ts';
import {secretContext} from '../terminal/secret-context.ts';
import {browseContext} from '../transcript/browse-actions.ts';
import type {FocusContext} from './action.ts';

const globalContext: FocusContext = {name: 'global', keys: 'global', holds: () => true};

/** The context of a pane beside the chat. It ignores text. */
function paneContext(pane: SidePane): FocusContext {
	return {
		name: pane,
		keys: pane,
		holds: ({ui}) => isInPane(ui(), pane),
		type: () => {},
		paste: pasteNowhere,
	};
}

/** All contexts that can get keys. Those higher up get them first. */
export const focusContexts: readonly FocusContext[] = [
	lostContext,
	listContext,
	findContext,
	pagerContext,
	secretContext,
	controlContext,
	lineContext,
	editContext,
	...sidePanes.map(paneContext),
	browseContext,
	answerContext,
	...cardContexts,
	suggestionsContext,
	composerContext,
	globalContext,
];

/**
 * The contexts that apply now, the highest first. The list ends with the first one that takes
 * everything.
 */
export function focusStack(tools: Pick<InputTools, 'ui' | 'store'>): readonly FocusContext[] {
	const holding = focusContexts.filter(context => context.holds(tools));
	const last = holding.findIndex(context => context.takesEverything);
	return last === -1 ? holding : holding.slice(0, last + 1);
}
