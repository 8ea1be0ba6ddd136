import {refuseToAnswer, sendAnswer} from '../cards/answer-context.ts';
import {leaveCardStep} from '../cards/card-actions.ts';
import {giveBack} from '../cards/edit-context.ts';
import {finishLine, leaveLine, stepHistory} from '../input/line-context.ts';
import {chooseEntry, leaveList, stepInList} from '../overlays/list-context.ts';
import {endFinding, leavePager, scrollPager} from '../overlays/pager-context.ts';
import {leaveSecret, sendSecret} from '../terminal/secret-context.ts';
import {endSelection} from '../terminal/select-lines.ts';
import {leaveBrowsing} from '../transcript/browse-actions.ts';
import type {ActionTable} from './action.ts';
import {leaveOrStop} from './stop.ts';

/** Actions that several contexts share. Each context carries them out in its own way. */
export const sharedActions = {
	choose: {
		words: 'Choose',
		keys: {suggestions: ['tab', 'enter'], secret: ['enter'], list: ['enter']},
		brief: {secret: 'hands it over, and keeps nothing of it'},
		run: {
			suggestions: ({suggester}, key) => suggester.choose(key),
			secret: sendSecret,
			answer: sendAnswer,
			line: finishLine,
			list: chooseEntry,
			find: endFinding,
		},
	},
	'complete-next': {
		words: 'Next suggestion',
		keys: {suggestions: ['down', 'ctrl+n'], list: ['down', 'ctrl+n', 'tab']},
		run: {
			suggestions: ({suggester}) => suggester.step(1),
			line: tools => stepHistory(tools, 'newer'),
			list: tools => stepInList(tools, 1),
			find: tools => scrollPager(tools, 'scroll-down'),
		},
	},
	'complete-previous': {
		words: 'Previous suggestion',
		keys: {suggestions: ['up'], list: ['up', 'ctrl+p', 'shift+tab']},
		run: {
			suggestions: ({suggester}) => suggester.step(-1),
			line: tools => stepHistory(tools, 'older'),
			list: tools => stepInList(tools, -1),
			find: tools => scrollPager(tools, 'scroll-up'),
		},
	},
	cancel: {
		words: 'Close, go back, or interrupt',
		keys: {
			global: ['escape'],
			suggestions: ['escape'],
			browse: ['escape', 'q', 'i'],
			card: ['escape'],
			'card-time': ['escape'],
			'card-rule': ['escape'],
			'card-group': ['escape'],
			'host-key': ['escape'],
			trust: ['escape'],
			secret: ['escape', 'ctrl+c'],
			list: ['escape'],
			pager: ['escape', 'q', 'enter', '?'],
			leader: ['escape'],
		},
		brief: {
			card: 'later',
			'card-time': 'back',
			'card-rule': 'back',
			'card-group': 'back',
			'host-key': 'later',
			trust: 'later',
			secret: 'gives up',
			leader: 'back',
		},
		run: {
			suggestions: ({suggester}) => suggester.hide(),
			edit: giveBack,
			browse: leaveBrowsing,
			terminal: endSelection,
			card: leaveCardStep,
			'card-time': leaveCardStep,
			'card-rule': leaveCardStep,
			'card-group': leaveCardStep,
			'host-key': leaveCardStep,
			trust: leaveCardStep,
			secret: leaveSecret,
			answer: refuseToAnswer,
			line: leaveLine,
			list: leaveList,
			find: leavePager,
			pager: leavePager,
			global: leaveOrStop,
		},
	},
} as const satisfies ActionTable;
