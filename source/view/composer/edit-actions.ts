import type {ActionTable, RunAction} from '../actions/action.ts';
import {clearAnswer, shortenAnswer} from '../cards/answer-context.ts';
import type {InputTools} from '../input/input-tools.ts';
import {clearLine, shortenLine} from '../input/line-context.ts';
import {clearQuery, shortenQuery} from '../overlays/list-context.ts';
import {clearFind, shortenFind} from '../overlays/pager-context.ts';
import {clearSecret, shortenSecret} from '../terminal/secret-context.ts';
import {write} from './composer-contexts.ts';
import {setText} from './composer-state.ts';
import {type EditName, edits} from './edit.ts';
import {nextEntry, previousEntry} from './history.ts';
import {moveRow} from './layout.ts';
import {textWidthOf} from './render.ts';

/** Actions of the editing keys. Input lines other than the composer know only two of them. */
export const editActions = {
	newline: {
		words: 'New line',
		keys: {composer: ['alt+enter', 'ctrl+j', 'shift+enter']},
		run: editing('newline'),
	},
	'delete-left': {
		words: 'Delete left',
		keys: {
			composer: ['backspace', 'ctrl+h'],
			secret: ['backspace', 'ctrl+h'],
			list: ['backspace', 'ctrl+h'],
		},
		run: {
			composer: editing('delete-left'),
			secret: shortenSecret,
			answer: shortenAnswer,
			line: shortenLine,
			list: shortenQuery,
			find: shortenFind,
		},
	},
	'delete-right': {
		words: 'Delete right, or quit when empty',
		keys: {composer: ['delete', 'ctrl+d']},
		run: deleteRight,
	},
	'delete-word-left': {
		words: 'Delete the word to the left',
		keys: {composer: ['ctrl+w', 'alt+backspace', 'ctrl+backspace']},
		run: editing('delete-word-left'),
	},
	'delete-word-right': {
		words: 'Delete the word to the right',
		keys: {composer: ['alt+d', 'ctrl+delete']},
		run: editing('delete-word-right'),
	},
	'delete-to-start': {
		words: 'Delete to the start of the line',
		keys: {composer: ['ctrl+u'], secret: ['ctrl+u'], list: ['ctrl+u']},
		run: {
			composer: editing('delete-to-start'),
			secret: clearSecret,
			answer: clearAnswer,
			line: clearLine,
			list: clearQuery,
			find: clearFind,
		},
	},
	'delete-to-end': {
		words: 'Delete to the end of the line',
		keys: {composer: ['ctrl+k']},
		run: editing('delete-to-end'),
	},
	yank: {words: 'Put back what was deleted', keys: {composer: ['ctrl+y']}, run: editing('yank')},
	'yank-pop': {
		words: 'Put back what was deleted before that',
		keys: {composer: ['alt+y']},
		run: editing('yank-pop'),
	},
	undo: {words: 'Undo', keys: {composer: ['ctrl+_', 'ctrl+/']}, run: editing('undo')},
	redo: {words: 'Redo', keys: {composer: ['alt+_', 'alt+/']}, run: editing('redo')},
	left: {words: 'Left', keys: {composer: ['left', 'ctrl+b']}, run: editing('left')},
	right: {words: 'Right', keys: {composer: ['right', 'ctrl+f']}, run: editing('right')},
	up: {words: 'Up, or older input', keys: {composer: ['up']}, run: tools => walk(tools, -1)},
	down: {
		words: 'Down, or newer input',
		keys: {composer: ['down', 'ctrl+n']},
		run: tools => walk(tools, 1),
	},
	'word-left': {
		words: 'Word left',
		keys: {composer: ['ctrl+left', 'alt+left', 'alt+b']},
		run: editing('word-left'),
	},
	'word-right': {
		words: 'Word right',
		keys: {composer: ['ctrl+right', 'alt+right', 'alt+f']},
		run: editing('word-right'),
	},
	home: {words: 'Start of the line', keys: {composer: ['home', 'ctrl+a']}, run: editing('home')},
	end: {words: 'End of the line', keys: {composer: ['end', 'ctrl+e']}, run: editing('end')},
	'select-left': {
		words: 'Select left',
		keys: {composer: ['shift+left']},
		run: editing('select-left'),
	},
	'select-right': {
		words: 'Select right',
		keys: {composer: ['shift+right']},
		run: editing('select-right'),
	},
	'select-word-left': {
		words: 'Select a word left',
		keys: {composer: ['ctrl+shift+left', 'alt+shift+left']},
		run: editing('select-word-left'),
	},
	'select-word-right': {
		words: 'Select a word right',
		keys: {composer: ['ctrl+shift+right', 'alt+shift+right']},
		run: editing('select-word-right'),
	},
	'select-home': {
		words: 'Select to the start of the line',
		keys: {composer: ['shift+home']},
		run: editing('select-home'),
	},
	'select-end': {
		words: 'Select to the end of the line',
		keys: {composer: ['shift+end']},
		run: editing('select-end'),
	},
	'select-up': {
		words: 'Select a line up',
		keys: {composer: ['shift+up']},
		run: tools => selectRow(tools, -1),
	},
	'select-down': {
		words: 'Select a line down',
		keys: {composer: ['shift+down']},
		run: tools => selectRow(tools, 1),
	},
	'select-all': {words: 'Select all', keys: {composer: ['alt+s']}, run: editing('select-all')},
	transpose: {
		words: 'Swap the two characters at the cursor',
		keys: {composer: ['ctrl+t']},
		run: editing('transpose'),
	},
} as const satisfies ActionTable;

function editing(name: EditName): RunAction {
	return tools => write(tools, edits[name](tools.ui().composer.draft));
}

/** Ctrl+D: deletes to the right. In an empty composer it quits, as in a shell. */
function deleteRight(tools: InputTools): void {
	const {draft} = tools.ui().composer;
	if (draft.text === '') {
		tools.act('quit');
	} else {
		write(tools, edits['delete-right'](draft));
	}
}

function selectRow(tools: InputTools, rows: -1 | 1): void {
	const {draft} = tools.ui().composer;
	write(tools, moveRow(draft, {rows, width: textWidth(tools), select: 'select'}) ?? draft);
}

/** Moves up or down: through the rows of the draft, then through earlier input. */
function walk(tools: InputTools, rows: -1 | 1): void {
	const {composer} = tools.ui();
	const moved = moveRow(composer.draft, {rows, width: textWidth(tools)});
	if (moved) {
		write(tools, moved);
		return;
	}
	const recalled =
		rows < 0 ? previousEntry(composer.history, composer.draft.text) : nextEntry(composer.history);
	if (recalled) {
		const next = setText(composer, recalled.text);
		tools.change({composer: {...next, history: recalled.history}});
	}
}

function textWidth({layout}: InputTools): number {
	const shape = layout();
	const chat = shape.type === 'panes' ? shape.chat : null;
	return textWidthOf(chat?.composer.inner.width ?? 80);
}
