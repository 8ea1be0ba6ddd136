import type {TerminalRecord} from '../../state/state.ts';
import type {ActionTable} from '../actions/action.ts';
import {allowInTerminal, askFirst, closeTerminal} from '../input/ask-first.ts';
import type {InputTools} from '../input/input-tools.ts';
import {beginSecret} from './secret-context.ts';
import {selectedTerminal} from './selected.ts';
import {nextSplit} from './split.ts';
import {liveTerminal} from './terminal-scroll.ts';

/** Actions on terminals, in their pane and elsewhere. */
export const terminalActions = {
	'take-over': {
		words: 'Take the keyboard of the terminal, or hand it back',
		keys: {terminal: ['enter', 'i'], leader: ['i']},
		brief: {leader: 'take keyboard'},
		isOffered: true,
		unless: unlessRunning,
		run: onSelected(takeOver),
	},
	secret: {
		words: 'Type hidden input, such as a password, for the terminal',
		keys: {global: ['alt+p'], terminal: ['p'], leader: ['*']},
		brief: {leader: 'hidden input'},
		run: beginSecret,
	},
	'next-terminal': {
		words: 'Next terminal',
		keys: {terminal: ['right', 'tab'], leader: ['n']},
		brief: {leader: 'next terminal'},
		isOffered: true,
		run: tools => stepTerminal(tools, 1),
	},
	'previous-terminal': {
		words: 'Previous terminal',
		keys: {terminal: ['left'], leader: ['b']},
		brief: {leader: 'previous terminal'},
		isOffered: true,
		run: tools => stepTerminal(tools, -1),
	},
	split: {
		words: 'Show two, three or four terminals at once, or one again',
		keys: {terminal: ['|'], leader: ['|']},
		brief: {leader: 'split'},
		unless: unlessSplittable,
		run: split,
	},
	share: {
		words: 'Let the agent see a terminal of your own, and type into it',
		keys: {terminal: ['S'], leader: ['S']},
		brief: {leader: 'share terminal'},
		unless: unlessOpen,
		run: onSelected((tools, terminal) => allowInTerminal(tools, terminal, 'see')),
	},
	'allow-hidden': {
		words: 'Let the agent type hidden input into this terminal',
		keys: {terminal: ['H']},
		unless: unlessOpen,
		run: onSelected((tools, terminal) => allowInTerminal(tools, terminal, 'type-hidden')),
	},
	'close-terminal': {
		words: 'End the terminal shown',
		keys: {terminal: ['D'], leader: ['k']},
		brief: {leader: 'end terminal'},
		isOffered: true,
		unless: unlessOpen,
		run: onSelected(closeTerminal),
	},
	'clear-scrollback': {
		words: 'Forget the lines of this terminal that have scrolled away',
		keys: {terminal: ['C']},
		unless: unlessOpen,
		run: onSelected(clearScrollback),
	},
	'send-leader': {
		words: 'Send the leader key itself to the terminal',
		keys: {leader: ['leader']},
		brief: {leader: 'send it on'},
		run: onSelected(sendLeader),
	},
} as const satisfies ActionTable;

function onSelected(run: (tools: InputTools, terminal: TerminalRecord) => void) {
	return (tools: InputTools): void => {
		const terminal = selectedTerminal(tools.store.state(), tools.ui());
		if (terminal) {
			run(tools, terminal);
		}
	};
}

const noTerminal = 'No terminal is open. !command opens one.';

function unlessOpen({store, ui}: InputTools): string | null {
	return selectedTerminal(store.state(), ui()) ? null : noTerminal;
}

function sendLeader(tools: InputTools, {id, ended}: TerminalRecord): void {
	if (!ended) {
		const bytes = String.fromCharCode(tools.keymap.leader.charCodeAt(5) & 0x1f);
		tools.perform({type: 'type-into', terminal: id, bytes});
	}
}

/**
 * Asks whether to clear the scrollback. The view returns to the end first, because the lines that it
 * shows may disappear.
 */
function clearScrollback(tools: InputTools, {id}: TerminalRecord): void {
	tools.change({terminal: liveTerminal});
	askFirst(tools, {
		title: `Forget what has scrolled away in terminal ${id}?`,
		no: 'Keep it',
		yes: 'Forget it',
		detail: 'what is on its screen stays',
		intent: {type: 'clear-scrollback', terminal: id},
	});
}

function unlessRunning({store, ui}: InputTools): string | null {
	const terminal = selectedTerminal(store.state(), ui());
	return !terminal ? noTerminal : terminal.ended ? 'That program has ended.' : null;
}

function takeOver(tools: InputTools, terminal: TerminalRecord): void {
	const by = terminal.control === 'user' ? 'model' : 'user';
	tools.perform({type: 'focus', pane: by === 'user' ? 'terminal' : 'chat'});
	tools.change({terminal: liveTerminal});
	tools.perform({type: 'control-terminal', terminal: terminal.id, by});
}

function unlessSplittable({store, ui, layout}: InputTools): string | null {
	const state = store.state();
	if (nextSplit(state, ui(), layout()) > 1 || ui().split > 1) {
		return null;
	}
	return state.terminals.length < 2
		? 'A split needs two terminals.'
		: 'No room for two: z gives the pane the whole screen.';
}

function split(tools: InputTools): void {
	const count = nextSplit(tools.store.state(), tools.ui(), tools.layout());
	tools.perform({type: 'focus', pane: 'terminal'});
	tools.change({split: count});
}

function stepTerminal(tools: InputTools, step: 1 | -1): void {
	const {terminals} = tools.store.state();
	const selected = selectedTerminal(tools.store.state(), tools.ui());
	const at = terminals.findIndex(terminal => terminal.id === selected?.id);
	const next = terminals.at((at + step) % Math.max(1, terminals.length));
	if (next) {
		tools.perform({type: 'focus', pane: 'terminal'});
		tools.change({terminal: liveTerminal});
		tools.perform({type: 'select-terminal', terminal: next.id});
	}
}
