import type {Action} from '../../keys/actions.ts';
import {isAtWork} from '../../state/select.ts';
import type {TerminalRecord} from '../../state/state.ts';
import {type Pane, paneNames, panes} from '../panes/panes.ts';
import {selectedTerminal} from '../terminal/selected.ts';
import {nextSplit} from '../terminal/split.ts';
import {allowInTerminal, closeTerminal} from './ask-first.ts';
import {focusCard} from './card-focus.ts';
import type {InputTools, KeyHandler} from './key-handler.ts';
import {beginSecret} from './secret-handler.ts';
import {liveTerminal} from './terminal-scroll.ts';

const quitAgainMs = 2000;

/** Actions of the whole program, known in every pane. */
export function createGlobalHandler(
	tools: InputTools,
	composer: KeyHandler,
): Pick<KeyHandler, 'act'> {
	const quitIfSure = (words: string) => {
		const now = tools.clock.elapsed();
		if (now - tools.ui().quitArmedAt < quitAgainMs) {
			tools.perform({type: 'quit'});
		} else {
			tools.change({quitArmedAt: now});
			tools.flash(words);
		}
	};
	return {
		act(action, key) {
			switch (action) {
				case 'quit':
					return done(() => quit(tools, quitIfSure));
				case 'interrupt':
					return done(() => interrupt(tools, quitIfSure));
				case 'cancel':
					return done(() => cancel(tools));
				case 'edit-outside':
				case 'history-search':
					tools.perform({type: 'focus', pane: 'chat'});
					return composer.act(action, key);
				default:
					return goTo(tools, action) || look(tools, action) || handleTerminal(tools, action);
			}
		},
	};
}

function done(action: () => void): true {
	action();
	return true;
}

function quit(tools: InputTools, ifSure: (words: string) => void): void {
	const running = tools.store.state().terminals.filter(terminal => !terminal.ended).length;
	// Leaving loses no waiting card: cards come back with the session.
	if (running === 0 && !isAtWork(tools.store.state())) {
		tools.perform({type: 'quit'});
		return;
	}
	ifSure(
		running === 0
			? 'The agent is at work. Once more ends it and quits.'
			: `${running === 1 ? 'A terminal still runs' : `${running} terminals still run`}. Once more ends ${running === 1 ? 'it' : 'them'} and quits.`,
	);
}

function interrupt(tools: InputTools, ifSure: (words: string) => void): void {
	if (tools.store.state().chat.turn) {
		stopTurn(tools);
	} else {
		ifSure('Press Ctrl+C again to quit.');
	}
}

/** Interrupts the turn, and says that programs in terminals keep running. */
export function stopTurn(tools: InputTools): void {
	tools.perform({type: 'interrupt'});
	const running = tools.store.state().terminals.filter(terminal => !terminal.ended);
	const still = running.map(terminal => terminal.title).join(', ');
	const queued = tools.store.state().chat.queue.filter(({how}) => how === 'queue').length;
	tools.flash(
		[
			'Stopped.',
			...(queued > 0 ? [`${queued} queued: Enter sends, Alt+Up takes back.`] : []),
			...(still === '' ? [] : [`Still running: ${still}`]),
		].join(' '),
	);
}

function cancel(tools: InputTools): void {
	const {chat} = tools.store.state();
	if (tools.ui().focus !== 'chat') {
		tools.perform({type: 'focus', pane: 'chat'});
	} else if (chat.turn) {
		stopTurn(tools);
	}
}

function goTo(tools: InputTools, action: Action): boolean {
	switch (action) {
		case 'focus-chat':
			return done(() => tools.perform({type: 'focus', pane: 'chat'}));
		case 'focus-terminal':
			return done(() => tools.perform({type: 'focus', pane: 'terminal'}));
		case 'focus-monitor':
			return done(() => tools.perform({type: 'focus', pane: 'monitor'}));
		case 'focus-next':
			return done(() => tools.perform({type: 'focus', pane: nextPane(tools)}));
		case 'focus-card':
			return done(() => goToCard(tools));
		case 'browse':
			return done(() => tools.perform({type: 'browse'}));
		case 'search':
			return done(() => tools.perform({type: 'search', text: ''}));
		default:
			return false;
	}
}

function nextPane(tools: InputTools): Pane {
	const state = tools.store.state();
	const order = paneNames.filter(pane => !panes[pane].isEmpty(state));
	return order[(order.indexOf(tools.ui().focus) + 1) % order.length] ?? 'chat';
}

function goToCard(tools: InputTools): void {
	const {card} = tools.ui();
	if (card.call === null) {
		tools.flash('No card waits for an answer.');
		return;
	}
	tools.perform({type: 'focus', pane: 'chat'});
	tools.change({mode: 'compose', card: focusCard(card, tools.clock.elapsed())});
}

function look(tools: InputTools, action: Action): boolean {
	switch (action) {
		case 'help':
			return helpUnlessTyping(tools);
		case 'palette':
			return done(() => tools.perform({type: 'open-overlay', overlay: {type: 'palette'}}));
		case 'zoom':
			return done(() => tools.perform({type: 'zoom'}));
		case 'toggle-monitor':
			return done(() => tools.perform({type: 'toggle-monitor'}));
		case 'toggle-mouse':
			return done(() => tools.perform({type: 'toggle-mouse'}));
		case 'restart-proxy':
			return done(() => tools.perform({type: 'restart-proxy'}));
		case 'retry-hops':
			return done(() => tools.perform({type: 'retry-hop', host: null}));
		case 'undo-change':
			return done(() => tools.perform({type: 'undo-change'}));
		case 'redraw':
			return done(tools.system.redraw);
		case 'suspend':
			return done(tools.system.suspend);
		case 'copy-reply':
			return done(() => tools.perform({type: 'copy', what: 'reply'}));
		case 'copy-code':
			return done(() => tools.perform({type: 'copy', what: 'code'}));
		case 'copy-output':
			return done(() => tools.perform({type: 'copy', what: 'output'}));
		default:
			return false;
	}
}

/** Within a sentence, a question mark is text. */
function helpUnlessTyping(tools: InputTools): boolean {
	const {mode, composer, leader, focus} = tools.ui();
	if (!leader && mode === 'compose' && focus === 'chat' && composer.draft.text !== '') {
		return false;
	}
	tools.perform({type: 'open-overlay', overlay: {type: 'help'}});
	return true;
}

function handleTerminal(tools: InputTools, action: Action): boolean {
	const terminal = selectedTerminal(tools.store.state(), tools.ui());
	switch (action) {
		case 'next-terminal':
			return done(() => stepTerminal(tools, 1));
		case 'previous-terminal':
			return done(() => stepTerminal(tools, -1));
		case 'take-over':
			return done(() => takeOver(tools, terminal));
		case 'split':
			return done(() => split(tools));
		case 'share':
		case 'allow-hidden':
			return done(() => allow(tools, terminal, action));
		case 'secret':
			return done(() => beginSecret(tools));
		case 'close-terminal':
			return done(() => {
				if (terminal) {
					closeTerminal(tools, terminal);
				}
			});
		case 'send-leader':
			return done(() => {
				if (terminal && !terminal.ended) {
					const bytes = String.fromCharCode(tools.keymap.leader.charCodeAt(5) & 0x1f);
					tools.perform({type: 'type-into', terminal: terminal.id, bytes});
				}
			});
		default:
			return false;
	}
}

function takeOver(tools: InputTools, terminal: TerminalRecord | null): void {
	if (!terminal || terminal.ended) {
		tools.flash(terminal ? 'That program has ended.' : 'No terminal is open. !command opens one.');
		return;
	}
	const by = terminal.control === 'user' ? 'model' : 'user';
	tools.perform({type: 'focus', pane: by === 'user' ? 'terminal' : 'chat'});
	tools.change({terminal: liveTerminal});
	tools.perform({type: 'control-terminal', terminal: terminal.id, by});
}

function split(tools: InputTools): void {
	const state = tools.store.state();
	const count = nextSplit(state, tools.ui(), tools.layout());
	if (count === 1 && tools.ui().split === 1) {
		const fewer = state.terminals.length < 2;
		tools.flash(
			fewer
				? 'A split needs two terminals.'
				: 'No room for two: z gives the pane the whole screen.',
		);
		return;
	}
	tools.perform({type: 'focus', pane: 'terminal'});
	tools.perform({type: 'split', count});
}

function allow(
	tools: InputTools,
	terminal: TerminalRecord | null,
	action: 'share' | 'allow-hidden',
): void {
	if (!terminal) {
		tools.flash('No terminal is open. !command opens one.');
		return;
	}
	allowInTerminal(tools, terminal, action === 'share' ? 'see' : 'type-hidden');
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
