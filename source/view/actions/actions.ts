import {borderActions} from '../border-actions.ts';
import {answerActions} from '../cards/answer-actions.ts';
import {cardActions} from '../cards/card-actions.ts';
import {trustActions} from '../cards/trust-actions.ts';
import {composerActions} from '../composer/composer-actions.ts';
import {editActions} from '../composer/edit-actions.ts';
import {monitorActions} from '../monitor/monitor-actions.ts';
import {terminalActions} from '../terminal/terminal-actions.ts';
import {browseActions} from '../transcript/browse-actions.ts';
import type {ActionRecord} from './action.ts';
import {programActions} from './program-actions.ts';
import {scrollActions} from './scroll-actions.ts';
import {sharedActions} from './shared-actions.ts';

/** Every action by the name that settings know it by. Help and the docs keep this order. */
export const actions = {
	...programActions,
	...borderActions,
	...composerActions,
	...editActions,
	...terminalActions,
	...browseActions,
	...scrollActions,
	...monitorActions,
	...trustActions,
	...answerActions,
	...cardActions,
	...sharedActions,
} as const satisfies Readonly<Record<string, ActionRecord>>;

export type Action = keyof typeof actions;
