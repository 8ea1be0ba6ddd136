import type {Engine} from '../../engine/engine.ts';
import type {SessionId, TerminalId} from '../../events/ids.ts';
import type {Mirror} from '../../state/mirror.ts';
import type {View} from '../../view/open-view.ts';
import {
	debugOverlay,
	isDebugOverlay,
	type Presenter,
	type SessionExit,
} from '../session-requests.ts';

type Ports = {
	readonly engine: Pick<Engine, 'dispatch' | 'query' | 'live'>;
	readonly session: SessionId;
	readonly mirror: Mirror;
	readonly remote: Presenter['remote'];
	readonly readOnly: string | null;
};

/** The part of a screen that shows answers. */
type Screen = Pick<View, 'input' | 'handles'>;

/** Shows answers as dialogs and notices. */
export function presenterOf(
	ports: Ports,
	{leave, screen}: {leave: (exit: SessionExit) => void; screen: () => Screen},
): Presenter {
	const {engine, session, mirror, remote, readOnly} = ports;
	return {
		query: engine.query,
		session,
		state: mirror.state,
		canDetach: remote !== null && readOnly === null,
		remote,
		say: (level, text) => engine.dispatch({type: 'notify', level, text}),
		show: overlay => screen().input.apply({type: 'open-overlay', overlay}),
		leave,
		enterTerminal: terminal => giveKeyboard(ports, screen(), terminal),
	};
}

/**
 * Gives the keyboard to a terminal that the user has opened, at once: the next thing typed may be a
 * password, which must not go to the model. When the terminal's program ends, the composer gets the
 * keyboard back.
 */
function giveKeyboard({mirror}: Ports, {input, handles: {ui}}: Screen, terminal: TerminalId): void {
	const giveBack = () => {
		const {focus, selectedTerminal} = ui.snapshot();
		if (focus === 'terminal' && selectedTerminal === terminal) {
			input.apply({type: 'focus', pane: 'chat'});
		}
	};
	input.apply({type: 'focus', pane: 'terminal'});
	if (mirror.state().terminals.find(one => one.id === terminal)?.ended) {
		giveBack();
		return;
	}
	const stop = mirror.onEvent(event => {
		const isGone = event.type === 'terminal.exited' || event.type === 'terminal.closed';
		if (isGone && event.terminal === terminal) {
			stop();
			giveBack();
		}
	});
}

/** Updates the debug panel while it is open, whenever a record is written. */
export function followDebug({engine}: Ports, {input, handles: {ui}}: Screen): () => void {
	return engine.live.debug.subscribe(() => {
		if (isDebugOverlay(ui.snapshot().overlay)) {
			const overlay = debugOverlay(engine.live.debug.snapshot());
			input.apply({type: 'open-overlay', overlay});
		}
	});
}
