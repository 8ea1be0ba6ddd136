import {assertNever} from './events/assert-never.ts';
import type {Event} from './events/event.ts';
import type {Result} from './events/failure.ts';
import {localHost, type TerminalId} from './events/ids.ts';
import type {EngineIntent, ScreenIntent} from './events/intent.ts';
import type {Gate} from './gate/gate.ts';
import type {Ports} from './ports.ts';
import type {Store} from './state/store.ts';
import type {Terminals} from './terminal/terminals.ts';
import type {Turns} from './turn/turns.ts';
import type {Supervisor} from './watchdog/supervisor.ts';

/** What wishes are performed with. */
export type Parts = {
	readonly ports: Ports;
	readonly store: Store;
	readonly append: (event: Event) => void;
	readonly gate: Gate;
	readonly turns: Turns;
	readonly terminals: Terminals;
	readonly supervisor: Supervisor;
	/** Brings back the file that was changed last, and says so. */
	readonly undo: () => Promise<Result<string>>;
};

/** The one exhaustive switch over wishes, a line each. */
export function perform(parts: Parts, intent: EngineIntent | ScreenIntent): void {
	const {ports, append, gate, turns, terminals} = parts;
	switch (intent.type) {
		case 'send':
			return turns.send(intent.text);
		case 'queue':
			return turns.queue(intent.text);
		case 'unqueue':
			return turns.unqueue(intent.message);
		case 'interrupt':
			return turns.interrupt();
		case 'answer':
			return gate.answer(intent.call, intent.verdict, 'key');
		case 'revoke':
			return gate.revoke(intent.grant);
		case 'edit-call':
			void turns.edit(intent);
			return;
		case 'undo-change':
			void undoLast(parts);
			return;
		case 'run-shell':
			return runShell(parts, intent.command);
		case 'type-into':
			terminals.write(intent.terminal, intent.bytes, {by: 'user'});
			return;
		case 'resize-terminal':
			terminals.resize(intent.terminal, intent);
			return;
		case 'control-terminal':
			terminals.control(intent.terminal, intent.by);
			return;
		case 'allow-in-terminal':
			allowInTerminal(parts, intent);
			return;
		case 'close-terminal':
			void terminals.close(intent.terminal, {force: true});
			return;
		case 'choose-model':
			return append({...intent, type: 'model.chosen'});
		case 'rename-session':
			return append({...intent, type: 'session.renamed'});
		case 'clear-context':
			return append({type: 'context.cleared'});
		case 'restart-proxy':
			return parts.supervisor.restart();
		case 'notify':
			return append({...intent, type: 'notice.shown'});
		case 'open-session':
		case 'list-sessions':
		case 'fork-session':
		case 'export-session':
		case 'save-setting':
		case 'save-rule':
		case 'run-doctor':
		case 'show-diff':
		case 'quit':
			return ports.frontEnd(intent);
		default:
			return performOnScreen(append, intent);
	}
}

function performOnScreen(append: (event: Event) => void, intent: ScreenIntent): void {
	switch (intent.type) {
		case 'select-terminal':
			return append({...intent, type: 'terminal.selected'});
		case 'split':
			return append({...intent, type: 'split.changed'});
		case 'focus':
			return append({...intent, type: 'focus.moved'});
		case 'zoom':
			return append({type: 'zoom.toggled'});
		case 'open-overlay':
			return append({...intent, type: 'overlay.opened'});
		case 'close-overlay':
			return append({type: 'overlay.closed'});
		case 'choose-theme':
			return append({...intent, type: 'theme.chosen'});
		case 'toggle-mouse':
			return append({type: 'mouse.toggled'});
		case 'toggle-monitor':
			return append({type: 'monitor.toggled'});
		default:
			return assertNever(intent);
	}
}

/** `!command`: the user's own terminal, which the model does not see. */
function runShell({ports, store, append, terminals}: Parts, command: string): void {
	const program = {type: 'shell', command, login: false} as const;
	const request = {
		program,
		cwd: ports.cwd,
		host: localHost,
		owner: 'user',
		title: command,
	} as const;
	void terminals.open(request).then(opened => {
		if (opened.ok) {
			giveKeyboard({store, append, terminal: opened.terminal.id});
		} else {
			append({type: 'notice.shown', level: 'error', text: opened.failure.message});
		}
	});
}

function allowInTerminal(
	{terminals}: Parts,
	{terminal, what}: {terminal: TerminalId; what: 'see' | 'type-hidden'},
): void {
	terminals.share(terminal);
	if (what === 'type-hidden') {
		terminals.allowHiddenInput(terminal);
	}
}

/** Says what came of it, whichever way. */
async function undoLast({append, undo}: Parts): Promise<void> {
	const done = await undo();
	append({
		type: 'notice.shown',
		level: done.ok ? 'info' : 'warn',
		text: done.ok ? done.value : done.failure.message,
	});
}

/**
 * A terminal of the user's has the keyboard from the start: what is typed next, perhaps a password,
 * must not go to the model. When its program ends, the composer has it again.
 */
function giveKeyboard({
	store,
	append,
	terminal,
}: Pick<Parts, 'store' | 'append'> & {terminal: TerminalId}): void {
	const giveBack = () => {
		const {screen} = store.state();
		if (screen.focus === 'terminal' && screen.terminal === terminal) {
			append({type: 'focus.moved', pane: 'chat'});
		}
	};
	append({type: 'focus.moved', pane: 'terminal'});
	if (store.state().terminals.find(one => one.id === terminal)?.ended) {
		giveBack();
		return;
	}
	const stop = store.onEvent(event => {
		const isGone = event.type === 'terminal.exited' || event.type === 'terminal.closed';
		if (isGone && event.terminal === terminal) {
			stop();
			giveBack();
		}
	});
}
