import type {Engine} from '../../engine/engine.ts';
import type {SessionId, TerminalId} from '../../events/ids.ts';
import type {FrontEndSettings} from '../../events/query.ts';
import type {Mirror} from '../../state/mirror.ts';
import type {View} from '../../view/open-view.ts';
import {
	debugOverlay,
	isDebugOverlay,
	type Presenter,
	type SessionExit,
} from '../session-requests.ts';

/** What this screen knows of the engine: its state, and the settings that it follows. */
export type Known = {readonly mirror: Mirror; settings: FrontEndSettings};

type Ports = {
	readonly engine: Pick<Engine, 'dispatch' | 'query' | 'live'>;
	readonly session: SessionId;
	readonly known: Known;
};

/** The part of a screen in which answers are shown. */
type Screen = Pick<View, 'input' | 'handles'>;

/** Answers as dialogs and notices. */
export function presenterOf(
	ports: Ports,
	{leave, screen}: {leave: (exit: SessionExit) => void; screen: () => Screen},
): Presenter {
	const {engine, session, known} = ports;
	return {
		query: engine.query,
		session,
		say: (level, text) => engine.dispatch({type: 'notify', level, text}),
		show: overlay => screen().input.apply({type: 'open-overlay', overlay}),
		leave,
		enterTerminal: terminal => giveKeyboard(ports, screen(), terminal),
		settingsChanged(settings) {
			known.settings = settings;
		},
	};
}

/**
 * A terminal of the user's has the keyboard from the start: what is typed next, perhaps a password,
 * must not go to the model. When its program ends, the composer has it again.
 */
function giveKeyboard(
	{known: {mirror}}: Ports,
	{input, handles: {ui}}: Screen,
	terminal: TerminalId,
): void {
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

/** What is recorded goes on in the panel that shows it. */
export function followDebug({engine}: Ports, {input, handles: {ui}}: Screen): () => void {
	return engine.live.debug.subscribe(() => {
		if (isDebugOverlay(ui.snapshot().overlay)) {
			const overlay = debugOverlay(engine.live.debug.snapshot());
			input.apply({type: 'open-overlay', overlay});
		}
	});
}
