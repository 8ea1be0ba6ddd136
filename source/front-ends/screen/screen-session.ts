import {join, relative} from 'node:path';
import {commands} from '../../../commands/index.ts';
import type {Engine} from '../../engine/engine.ts';
import type {FrontEndIntent} from '../../engine/engine-ports.ts';
import {localHost, type SessionId} from '../../events/ids.ts';
import type {Settings} from '../../events/settings.ts';
import type {Keymap} from '../../keys/keymap.ts';
import type {Folders} from '../../platform/folders.ts';
import {hopOf} from '../../state/hops.ts';
import {expandCommand, loadCommands} from '../../storage/commands.ts';
import {openHistory} from '../../storage/history.ts';
import type {Redactor} from '../../storage/redact.ts';
import {deleteSession} from '../../storage/sessions.ts';
import {loadThemes} from '../../storage/themes.ts';
import {filesUnder} from '../../tools/walk-files.ts';
import {builtInThemes, defaultTheme, lightTheme} from '../../view/built-in-themes.ts';
import {openView, type View} from '../../view/open-view.ts';
import {isStyle} from '../../view/theme.ts';
import type {Booted} from './boot.ts';
import {performFrontEnd} from './front-end-intents.ts';
import {createOutside} from './system-services.ts';

/** Where the screen goes next: to another session, or away. */
export type Way =
	| {readonly type: 'open'; readonly session: SessionId | null; readonly prompt: string}
	| {readonly type: 'quit'; readonly exitCode: number; readonly words: string};

/** The watchdog's settings can be changed while it runs. */
export type WatchSettings = {
	readonly now: () => Settings['monitoring'];
	readonly change: (next: Settings['monitoring']) => void;
};

export type FrontEndPorts = {
	readonly engine: Engine;
	readonly booted: Booted;
	readonly settings: Settings;
	readonly folders: Folders;
	readonly keymap: Keymap;
	readonly redactor: Redactor;
	readonly session: SessionId;
	readonly watchSettings: WatchSettings;
	/** Kept up to date: the size of the pane in which the next terminal appears. */
	readonly pane: {columns: number; rows: number};
	readonly lowBandwidth: boolean;
	readonly isFirst: boolean;
};

/** When an answer's last word has been handed to the terminal: what was waited for, measured. */
function tellShown({engine, booted: {clock}}: FrontEndPorts): () => void {
	return engine.store.onEvent(event => {
		if (event.type !== 'reply.ended') {
			return;
		}
		const {reply} = event;
		const endedAt = clock.elapsed();
		// It is drawn at once; a terminal that is slow has what was written before this.
		clock.after(0, () => {
			process.stdout.write('', () => {
				const afterMs = Math.round(clock.elapsed() - endedAt);
				engine.store.append({type: 'reply.shown', reply, afterMs});
			});
		});
	});
}

const warmUpDelayMs = 150;

/** One session on the screen, until it is left. */
export function openFrontEnd(ports: FrontEndPorts): {
	readonly take: (intent: FrontEndIntent) => void;
	readonly done: Promise<Way>;
} {
	const {engine, booted} = ports;
	let leave: (way: Way) => void = () => {};
	const left = new Promise<Way>(resolve => {
		leave = resolve;
	});
	const view = showSession(ports);
	const onResize = () => {
		view.resize({columns: process.stdout.columns, rows: process.stdout.rows});
	};
	process.stdout.on('resize', onResize);
	// Whatever ends the process, the programs in its terminals end with it.
	process.on('exit', engine.terminals.killNow);
	booted.listen(bytes => view.feed(bytes));
	booted.guard.onEnd(() => {
		// The screen is the shell's again: what changes while we close is not drawn on it.
		view.compositor.pause();
		return engine.stop('signal');
	});
	booted.guard.onCrash(error => {
		const report = engine.blackBox.report('crash', error);
		return `What happened is in ${engine.journalPath}\n${report ? `and, with the last requests, in ${report}\n` : ''}`;
	});
	const stopTelling = tellShown(ports);
	const chrome = loadTheRest(ports, view);
	return {
		take: intent => performFrontEnd(intent, {...ports, leave: way => leave(way)}),
		done: left.then(async way => {
			process.stdout.off('resize', onResize);
			process.off('exit', engine.terminals.killNow);
			booted.guard.onEnd(async () => {});
			stopTelling();
			(await chrome).close();
			view.close();
			const isKept = engine.isKept();
			await engine.stop('quit');
			return farewell(ports, way, isKept ? 'kept' : 'lost');
		}),
	};
}

function showSession({
	lowBandwidth,
	isFirst,
	engine,
	booted,
	settings,
	folders,
	keymap,
	redactor,
	pane,
	watchSettings,
}: FrontEndPorts): View {
	const {env, stdout} = process;
	const loaded = loadThemes({folder: folders.config, builtIn: builtInThemes, isStyle});
	const history = openHistory({
		folder: folders.state,
		clock: booted.clock,
		redactor,
		onProblem: ({message}) => engine.dispatch({type: 'notify', level: 'warn', text: message}),
	});
	const own = loadCommands(folders.config);
	for (const text of [...loaded.warnings, ...own.warnings]) {
		engine.dispatch({type: 'notify', level: 'warn', text});
	}
	const view = openView({
		store: engine.store,
		perform: engine.dispatch,
		live: engine.live,
		clock: booted.clock,
		env,
		keymap,
		terminal: {
			stream: stdout,
			columns: stdout.columns,
			rows: stdout.rows,
			modes: booted.modes,
			colors: booted.colors,
			// Only the first view finds the first frame on the screen; a later one draws everything.
			shown: isFirst ? booted.shown() : null,
		},
		themes: [...builtInThemes, ...loaded.themes],
		standardTheme: defaultTheme(env),
		lightTheme,
		bell: settings.bell,
		lowBandwidth,
		hands: {
			commands,
			monitoring: watchSettings.now,
			promptCommands: own.commands.map(command => ({
				name: command.name,
				summary: command.description,
				usage: command.argument,
				expand: text => expandCommand(command, text),
			})),
			history: history.entries(),
			remember: history.add,
			files: () => filesNow(engine),
			vim: settings.vim,
			rules: settings.permissions.rules,
			outside: ({compositor}) =>
				createOutside({engine, booted, compositor, folder: join(folders.state, 'copies')}),
		},
	});
	keepPaneSize(view, pane);
	return view;
}

const filesTimeoutMs = 2000;

/** Where calls go now. */
async function filesNow({store, remoteHosts}: Engine): Promise<readonly string[]> {
	const state = store.state();
	const {current} = state.hops;
	const folder = current === localHost ? process.cwd() : hopOf(state, current)?.place?.cwd;
	const files = remoteHosts.files(current);
	if (folder === undefined || files === null) {
		return [];
	}
	try {
		const paths = await filesUnder(folder, AbortSignal.timeout(filesTimeoutMs), files);
		return paths.map(path => relative(folder, path));
	} catch {
		// A host that is lost names no files; that it is lost is said elsewhere.
		return [];
	}
}

/** Terminals start at the size at which they will be shown. */
function keepPaneSize({handles}: View, pane: {columns: number; rows: number}): void {
	const follow = () => {
		const layout = handles.layoutWithTerminal();
		const inner = layout.type === 'panes' ? layout.terminal?.inner : undefined;
		if (inner) {
			pane.columns = inner.width;
			pane.rows = inner.height;
		}
	};
	follow();
	handles.look.subscribe(follow);
}

/** The prompt answers already; Ink, the model's client and the terminals come after it. */
async function loadTheRest(
	{engine, booted}: FrontEndPorts,
	view: View,
): Promise<{readonly close: () => void}> {
	const {drawChrome} = await import('../../view/ink-chrome.tsx');
	const chrome = drawChrome(view.handles, {
		compositor: view.compositor,
		onError: text => engine.dispatch({type: 'notify', level: 'error', text}),
	});
	booted.clock.after(warmUpDelayMs, () => {
		void engine.warmUp();
	});
	return chrome;
}

/** A session in which nothing was said leaves nothing behind. */
function farewell(
	{engine, folders, session}: FrontEndPorts,
	way: Way,
	journal: 'kept' | 'lost',
): Way {
	if (engine.store.state().chat.items.length === 0) {
		deleteSession(folders.state, session);
		return way;
	}
	return way.type === 'quit' && journal === 'kept'
		? {...way, words: `Go on with this session: agent-tui resume ${session}\n`}
		: way;
}
