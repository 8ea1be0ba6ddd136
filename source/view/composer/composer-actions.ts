import type {ActionTable, RunAction} from '../actions/action.ts';
import {keepEdit, unlessEditing} from '../cards/edit-context.ts';
import type {InputTools} from '../input/input-tools.ts';
import {runCommand} from '../input/run-command.ts';
import {acceptedOffer} from '../start/offer-running.ts';
import {type ComposerState, cleared, setText, startWith} from './composer-state.ts';
import {addEntry, emptySearch} from './history.ts';
import {expandPastes, togglePaste} from './paste.ts';
import {nextTourMessage} from './tour.ts';

/**
 * Actions on the whole message: send it, queue it, take it back, recall earlier ones, edit it in
 * another program.
 */
export const composerActions = {
	send: {
		words: 'Send, or steer the agent while it works',
		keys: {composer: ['enter']},
		run: {composer: tools => deliver(tools, 'send'), edit: keepEdit},
	},
	queue: {
		words: 'Queue for after this turn; complete a word when idle; go on with the tour',
		keys: {composer: ['tab']},
		run: queue,
	},
	'history-search': {
		words: 'Search earlier input',
		keys: {composer: ['ctrl+r'], leader: ['r']},
		brief: {leader: 'earlier input'},
		isOffered: true,
		unless: unlessEditing,
		run: inChat(searchHistory),
	},
	'edit-outside': {
		words: 'Edit in $EDITOR',
		keys: {composer: ['ctrl+g'], leader: ['e']},
		brief: {leader: 'your editor'},
		isOffered: true,
		run: inChat(editOutside),
	},
	'expand-paste': {
		words: 'Show or fold a pasted block',
		keys: {composer: ['ctrl+o']},
		run({ui, change}) {
			const {composer} = ui();
			change({composer: {...composer, draft: togglePaste(composer.draft)}});
		},
	},
	'take-back': {
		words: 'Take the newest queued message back',
		keys: {composer: ['alt+up']},
		unless: ({store}) => (store.state().chat.queue.length === 0 ? 'Nothing is queued.' : null),
		run: takeBack,
	},
} as const satisfies ActionTable;

/**
 * Makes an action that first moves the focus to the chat if it was chosen in the palette or with
 * the leader key.
 */
function inChat(run: (tools: InputTools) => unknown): RunAction {
	return (tools, key) => {
		if (key === null) {
			tools.perform({type: 'focus', pane: 'chat'});
		}
		run(tools);
	};
}

/** Tab: queues the message while the agent works; otherwise completes the word at the caret. */
function queue(tools: InputTools): void {
	if (tools.store.state().chat.turn) {
		deliver(tools, 'queue');
	} else if (isShown(tools) && !goOnWithTour(tools)) {
		tools.suggester.open();
	}
}

/**
 * Tab in an empty composer: starts or continues the practice model's tour. Returns false if there
 * is no tour.
 */
function goOnWithTour({store, ui, change, perform}: InputTools): boolean {
	const message = ui().composer.draft.text === '' ? nextTourMessage(store.state()) : null;
	if (message !== null) {
		change({offer: null});
		perform({type: 'send', text: message});
	}
	return message !== null;
}

/** Sends or queues the draft. Nothing is sent if the window is too small to show the composer. */
function deliver(tools: InputTools, how: 'send' | 'queue'): void {
	if (isShown(tools)) {
		send(tools, how);
	}
}

function isShown({layout}: InputTools): boolean {
	return layout().type !== 'too-small';
}

const quitWords = new Set(['q', 'quit', 'exit', ':q']);

/** Sends the text. Its first character makes it a command, a shell line or a message. */
function send(tools: InputTools, how: 'send' | 'queue'): void {
	const {composer} = tools.ui();
	const text = expandPastes(composer.draft).trim();
	if (text === '') {
		sendQueued(tools);
		return;
	}
	// Something was sent in this session, so Enter must no longer open the session that was offered
	// at the start.
	tools.change({offer: null});
	if (quitWords.has(text)) {
		empty(tools, composer, text);
		tools.act('quit');
		return;
	}
	if (text.startsWith('/') && !text.includes('\n') && !isPath(text)) {
		empty(tools, composer, text);
		if (!runCommand(tools, text)) {
			tools.change({composer: startWith(tools.ui().composer, text)});
		}
		return;
	}
	empty(tools, composer, text);
	tools.browser.follow();
	if (text.startsWith('!') && text.length > 1) {
		tools.perform({type: 'run-shell', command: text.slice(1).trim()});
	} else {
		tools.perform({type: how, text});
	}
}

/**
 * Enter in an empty composer: sends the first queued message, which waits after an interrupt.
 * Without a queue, accepts an offer.
 */
function sendQueued({store, clock, ui, perform}: InputTools): void {
	const {turn, queue} = store.state().chat;
	const [first] = queue;
	if (!turn && first) {
		perform({type: 'unqueue', message: first.id});
		perform({type: 'send', text: first.text});
	}
	const other = acceptedOffer({store, clock}, ui().offer);
	if (other) {
		perform(other);
	}
}

/** Whether the text begins with a path: `/usr/bin is empty` is a message, not a command. */
function isPath(text: string): boolean {
	return /^\/\S*\//.test(text);
}

function empty(tools: InputTools, composer: ComposerState, sent: string): void {
	tools.remember(sent);
	const history = addEntry(composer.history, sent);
	tools.change({mode: 'compose', flash: '', composer: {...cleared(composer), history}});
}

function searchHistory({ui, change}: InputTools): void {
	const {composer} = ui();
	change({
		mode: 'history',
		line: '',
		laidAside: composer.draft,
		composer: {...composer, search: emptySearch, suggestions: null},
	});
}

/** Empties the draft and returns true; false if it is empty already. Undo restores the draft. */
export function clearDraft(tools: InputTools): boolean {
	const {composer} = tools.ui();
	if (composer.draft.text === '') {
		return false;
	}
	tools.change({composer: setText(composer, '')});
	return true;
}

async function editOutside(tools: InputTools): Promise<void> {
	const edited = await tools.system.edit(expandPastes(tools.ui().composer.draft));
	if (edited === null) {
		tools.flash('The editor could not be used. Set $EDITOR to one that is installed.');
	} else {
		tools.change({composer: setText(tools.ui().composer, edited.replace(/\n$/, ''))});
	}
}

/** Moves the newest queued message back into the composer, so that it can be changed or dropped. */
function takeBack(tools: InputTools): void {
	const last = tools.store.state().chat.queue.at(-1);
	if (last) {
		tools.perform({type: 'unqueue', message: last.id});
		tools.change({composer: startWith(tools.ui().composer, last.text)});
	}
}
