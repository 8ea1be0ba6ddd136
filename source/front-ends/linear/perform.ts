import {actionWords, statusWords} from '../../state/incident-words.ts';
import {serverWords} from '../../state/mcp-words.ts';
import {revealInRow} from '../../text/neutralise.ts';
import {settingsPicker} from '../../view/monitor/settings-picker.ts';
import type {Pane} from '../../view/panes/panes.ts';
import {lastText} from '../../view/transcript/copy.ts';
import {type Intent, isFrontEndIntent} from '../../view/ui-state/intent.ts';
import {workersAsLines} from '../../view/workers/worker-words.ts';
import {requestFromSession} from '../session-requests.ts';
import type {Talk} from './linear.ts';

/** Carries out any intent of a command or a list, without a screen. */
export async function performLinear(talk: Talk, intent: Intent): Promise<void> {
	if (isFrontEndIntent(intent)) {
		return requestFromSession(intent, talk.presenter);
	}
	const say = (text: string) => talk.presenter.say('info', text);
	switch (intent.type) {
		case 'open-overlay':
			return talk.presenter.show(intent.overlay);
		case 'close-overlay':
		case 'tell-engine':
		case 'tell-elsewhere':
			return;
		case 'choose-theme':
			return say(`The full screen has the colours of ${intent.theme} from its next start on.`);
		case 'focus':
			return toldPanes[intent.pane]?.(talk);
		case 'select-terminal':
			return talk.terminals.show(intent.terminal);
		case 'compose':
			return say(`Write ${intent.text.trim()} and what follows it.`);
		case 'search':
			return search(talk, intent.text);
		case 'copy':
			return say(lastText(talk.mirror.state(), intent.what) || `There is no ${intent.what} yet.`);
		case 'zoom':
		case 'toggle-mouse':
			return say('That changes how the full screen looks, and nothing here.');
		default:
			return talk.engine.dispatch(intent);
	}
}

/** Panes whose content can be printed as text. */
const toldPanes: Readonly<Partial<Record<Pane, (talk: Talk) => Promise<void>>>> = {
	monitor: showMonitor,
	workers: showWorkers,
};

async function showWorkers({engine, presenter}: Talk): Promise<void> {
	for (const line of workersAsLines(await engine.query({type: 'workers'}))) {
		presenter.say('info', line);
	}
}

/** Prints the proxy's state, the open incidents and the watchdog's settings. */
async function showMonitor({engine, mirror, presenter}: Talk): Promise<void> {
	const {proxy, incidents, mcpServers} = mirror.state();
	presenter.say('info', `The proxy is ${proxy.status}.`);
	for (const server of mcpServers) {
		presenter.say('info', `MCP server ${revealInRow(server.name)}: ${serverWords(server)}.`);
	}
	for (const {name, status, action} of incidents.slice(-incidentsShownMax)) {
		presenter.say('info', `${name}: ${actionWords(action)}, ${statusWords(status)}`);
	}
	presenter.show(settingsPicker(await engine.query({type: 'settings'})));
}

const incidentsShownMax = 5;

const linesShownMax = 40;

/** Prints the messages and replies that contain these words, the newest last. */
function search({mirror, presenter}: Talk, words: string): void {
	const sought = words.trim().toLowerCase();
	if (sought === '') {
		presenter.say('info', 'Write the words to look for after /search.');
		return;
	}
	const found = mirror
		.state()
		.chat.items.flatMap(item =>
			item.type === 'message' || item.type === 'reply' ? item.text.split('\n') : [],
		)
		.filter(line => line.toLowerCase().includes(sought));
	for (const line of found.slice(-linesShownMax)) {
		presenter.say('info', line);
	}
	if (found.length === 0) {
		presenter.say('info', `"${words.trim()}" was not said.`);
	}
}
