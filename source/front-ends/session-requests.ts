import {assertNever} from '../events/assert-never.ts';
import type {SessionId, TerminalId} from '../events/ids.ts';
import type {Ask, DebugStatus, SessionSummary} from '../events/query.ts';
import {isLiveSetting} from '../events/settings.ts';
import {dayAndHour} from '../platform/time-words.ts';
import {remoteWork} from '../state/remote-work.ts';
import {isAtWork, waitingCalls} from '../state/select.ts';
import type {State} from '../state/state.ts';
import {runsThere} from '../view/input/ask-first.ts';
import {serverLines} from '../view/monitor/server-lines.ts';
import {settingsPicker} from '../view/monitor/settings-picker.ts';
import type {FrontEndIntent} from '../view/ui-state/intent.ts';
import type {Overlay} from '../view/ui-state/overlay.ts';
import type {RemoteEngine} from '../wire/remote-engine.ts';
import {isInUse, otherScreens} from './in-use.ts';
import {dismissScreen, listScreens} from './list-screens.ts';
import {upgradeSession} from './upgrade-session.ts';

/** How a front end leaves a session: it opens another one, exits, or detaches. */
export type SessionExit =
	| {readonly type: 'open'; readonly session: SessionId | null; readonly prompt: string}
	/** The front end exits and the session continues. */
	| {readonly type: 'detach'}
	| {readonly type: 'quit'; readonly exitCode: number; readonly words: string};

/** What the front end does after it has left a session. */
export type NextStep = Exclude<SessionExit, {readonly type: 'detach'}>;

type RemoteParts = 'screen' | 'screens' | 'dismiss' | 'refusal' | 'isGone' | 'upgrade';

/** The means by which a front end shows answers. Each front end has its own. */
export type Presenter = {
	readonly query: Ask;
	readonly session: SessionId;
	readonly state: () => State;
	/** Whether the session can continue without this front end. */
	readonly canDetach: boolean;
	/** The engine's connection if it runs in a process of its own, else null. */
	readonly remote: Pick<RemoteEngine, RemoteParts> | null;
	readonly say: (level: 'info' | 'warn' | 'error', text: string) => void;
	readonly show: (overlay: Overlay) => void;
	readonly leave: (exit: SessionExit) => void;
	/** Called after the user has opened a terminal, which should get the keyboard. */
	readonly enterTerminal: (terminal: TerminalId) => void;
};

/** Carries out an intent that needs an answer of the engine, for all front ends. */
export async function requestFromSession(
	intent: FrontEndIntent,
	presenter: Presenter,
): Promise<void> {
	const {query, say, show, leave} = presenter;
	switch (intent.type) {
		case 'quit':
			return quit(presenter, intent.isSure === true);
		case 'detach':
			return presenter.canDetach ? leave({type: 'detach'}) : say('info', endsWithScreen);
		case 'upgrade':
			return upgradeSession(presenter);
		case 'open-session':
			return openOther(presenter, intent.session);
		case 'list-sessions':
			return listSessions(presenter, intent.isRunning ?? false);
		case 'list-screens':
			return listScreens(presenter);
		case 'dismiss-screen':
			return dismissScreen(presenter, intent);
		case 'fork-session': {
			const copy = await query(intent);
			return copy.ok
				? leave({type: 'open', session: copy.value, prompt: ''})
				: say('error', copy.failure.message);
		}
		case 'delete-session':
			return deleteOther(presenter, intent);
		case 'export-session': {
			const done = await query(intent);
			return done.ok ? say('info', `Written to ${done.value}`) : say('error', done.failure.message);
		}
		case 'save-setting':
			return saveSetting(presenter, intent);
		case 'run-doctor':
			return showDoctor(presenter);
		case 'show-diff':
			return showDiff(presenter);
		case 'show-debug':
			return show(debugOverlay(await query({type: 'debug-status'})));
		case 'show-server':
			return showServer(presenter, intent.server);
		case 'run-shell': {
			const opened = await query(intent);
			return opened.ok
				? presenter.enterTerminal(opened.value)
				: say('error', opened.failure.message);
		}
		default:
			return assertNever(intent);
	}
}

const endsWithScreen =
	'This session runs inside this window and ends with it. With the setting engine.process at own, the next one goes on without a window.';

/** Quits. If something runs or waits, offers first to leave it running. */
function quit(presenter: Presenter, isSure: boolean): void {
	const {leave, show, canDetach, remote} = presenter;
	const state = presenter.state();
	const work = remoteWork(state);
	if (!isSure && canDetach && isInUse(state, remote)) {
		const items = [
			{label: 'Leave it running', detail: 'agent-tui attach comes back', intent: {type: 'detach'}},
			{
				label: 'End everything',
				detail: 'programs end, cards wait for resume',
				intent: {type: 'quit', isSure: true},
			},
			{label: 'Stay', detail: '', intent: {type: 'close-overlay'}},
		] as const;
		return show({type: 'picker', title: wordsOfUse(state, remote), items});
	}
	if (!isSure && !canDetach && work.length > 0) {
		const intent = {type: 'quit', isSure: true} as const;
		const items = [
			{label: 'Stay', intent: {type: 'close-overlay'} as const},
			{label: 'Quit, and end it there', detail: 'what it has not saved is lost', intent},
		];
		return show({type: 'picker', title: runsThere(work), items});
	}
	leave({type: 'quit', exitCode: 0, words: ''});
}

/** Says in a few words what would end with the session. */
function wordsOfUse(state: State, remote: Presenter['remote']): string {
	const waiting = waitingCalls(state).length;
	const running = state.terminals.filter(({ended}) => ended === null).length;
	const others = otherScreens(remote);
	const said = [
		...(isAtWork(state) ? ['the agent is at work'] : []),
		...(running > 0 ? [running === 1 ? 'a program runs' : `${running} programs run`] : []),
		...(waiting > 0 ? [waiting === 1 ? 'a card waits' : `${waiting} cards wait`] : []),
		...(others > 0 ? [others === 1 ? 'another screen shows it' : `${others} others show it`] : []),
	];
	const words = said.join(', ');
	return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

async function openOther(
	{query, session, say, leave, remote}: Presenter,
	wanted: SessionId | null,
): Promise<void> {
	// Opening the current session does nothing, unless its engine has died.
	if (wanted === null || (wanted === session && remote?.isGone())) {
		return leave({type: 'open', session: wanted, prompt: ''});
	}
	const found = await query({type: 'session-to-open', wanted});
	return found.ok
		? leave({type: 'open', session: found.value, prompt: ''})
		: say('error', found.failure.message);
}

const sessionsShownMax = 100;

async function listSessions(
	{query, session, say, show}: Presenter,
	isRunning: boolean,
): Promise<void> {
	const sessions = (await query({type: 'sessions'})).filter(({runs}) => !isRunning || runs);
	const items = sessions.slice(0, sessionsShownMax).map(summary => ({
		label: summary.title,
		detail: detailOf(summary, session),
		intent: {type: 'open-session', session: summary.id} as const,
	}));
	if (items.length === 0) {
		say('info', 'There is no earlier session yet.');
	} else {
		const title = isRunning ? 'Sessions that run' : 'Sessions';
		show({type: 'picker', title, items});
	}
}

function detailOf(summary: SessionSummary, own: SessionId): string {
	return [
		dayAndHour(summary.updatedAt),
		summary.id === own ? 'this one' : doingWords(summary),
		summary.waiting > 0 ? `${summary.waiting} waiting` : '',
	]
		.filter(part => part !== '')
		.join('  ');
}

function doingWords({runs, state}: SessionSummary): string {
	switch (runs) {
		case 'waiting':
			return 'waits for you';
		case 'working':
			return 'at work';
		case 'idle':
			return 'runs';
		default:
			return state === 'open' ? 'open elsewhere' : '';
	}
}

/** Lists the sessions that can be deleted. Choosing one asks for confirmation. */
async function deleteOther(
	{query, session, say, show}: Presenter,
	{session: wanted, isSure}: Extract<FrontEndIntent, {type: 'delete-session'}>,
): Promise<void> {
	const sessions = await query({type: 'sessions'});
	const others = sessions.filter(({state}) => state !== 'open');
	const chosen = others.find(({id}) => id === wanted);
	if (chosen && isSure) {
		const done = await query({type: 'delete-session', session: chosen.id});
		return done.ok
			? say('info', `Session "${chosen.title}" is deleted.`)
			: say('error', done.failure.message);
	}
	const intent = {type: 'delete-session', isSure: chosen !== undefined} as const;
	const all = others.slice(0, sessionsShownMax).map(summary => ({
		label: summary.title,
		detail: detailOf(summary, session),
		intent: {...intent, session: summary.id},
	}));
	const question = chosen && [
		{label: 'No, keep it', detail: '', intent: {type: 'close-overlay'} as const},
		{
			label: 'Yes, delete it with its journal',
			detail: detailOf(chosen, session),
			intent: {...intent, session: chosen.id},
		},
	];
	const title = chosen ? `Delete "${chosen.title}"?` : 'Delete which session?';
	return all.length === 0
		? say('info', 'There is no other session that could be deleted.')
		: show({type: 'picker', title, items: question ?? all});
}

async function saveSetting(
	{query, say, show}: Presenter,
	{key, value, reopens}: Extract<FrontEndIntent, {type: 'save-setting'}>,
): Promise<void> {
	const done = await query({type: 'change-setting', key, value});
	if (!done.ok) {
		return say('error', done.failure.message);
	}
	if (isLiveSetting(key)) {
		say('info', `${key} is ${value} from now on.`);
	}
	if (reopens !== undefined) {
		show(settingsPicker(done.value, reopens));
	}
}

async function showDoctor({query, say, show}: Presenter): Promise<void> {
	say('info', 'Looking around…');
	const checks = await query({type: 'doctor'});
	const lines = checks.flatMap(({name, status, message, hint}) => [
		`${status.padEnd(5)} ${name}: ${message}`,
		...(hint === undefined ? [] : [`      to do: ${hint}`]),
	]);
	show({type: 'text', title: 'Doctor', lines});
}

async function showServer({query, state, show}: Presenter, name: string): Promise<void> {
	const tools = await query({type: 'server-tools', server: name});
	const server = state().mcpServers.find(one => one.name === name);
	show({
		type: 'text',
		title: `MCP server ${name}`,
		lines: server ? serverLines(server, tools) : ['The settings have no such server any more.'],
	});
}

async function showDiff({query, say, show}: Presenter): Promise<void> {
	const {patch} = await query({type: 'diff'});
	if (patch) {
		return show({type: 'diff', title: 'Changes since the last commit', patch});
	}
	const text =
		patch === ''
			? 'Nothing has changed since the last commit.'
			: 'This folder is in no git repository with a commit, or git could not say.';
	say('info', text);
}

const debugTitle = 'Debug';

/** Shows the latest records, newest first. */
export function debugOverlay({isOn, path, bytes, lines}: DebugStatus): Overlay {
	const head = isOn
		? [`On. ${(bytes / 1_000_000).toFixed(1)} MB in ${path}`]
		: ['Off. /debug on records all that goes to the model and comes back, without secrets.'];
	return {type: 'text', title: debugTitle, lines: [...head, '', ...lines]};
}

export function isDebugOverlay(overlay: Overlay | null): boolean {
	return overlay?.type === 'text' && overlay.title === debugTitle;
}
