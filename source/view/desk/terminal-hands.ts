import {selectedTerminal} from '../../state/select.ts';
import type {DeskTools, Hands} from './hands.ts';

/** The user holds the keyboard of a terminal: every byte goes there, only the leader comes back. */
export function createTerminalHands(tools: DeskTools): Hands {
	const send = (bytes: string) => {
		const terminal = selectedTerminal(tools.store.state());
		if (terminal) {
			tools.wish({type: 'type-into', terminal: terminal.id, bytes});
		}
	};
	return {
		takesEverything: true,
		contexts: () => ['control'],
		act: () => false,
		type: key => send(key.raw),
		paste(_text, raw) {
			const terminal = selectedTerminal(tools.store.state());
			const wraps = terminal !== null && tools.outside.wrapsPaste(terminal.id);
			send(wraps ? `\u001B[200~${raw}\u001B[201~` : raw);
		},
	};
}
