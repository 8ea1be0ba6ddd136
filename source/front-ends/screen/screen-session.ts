import {join} from 'node:path';
import {commands} from '../../../commands/index.ts';
import type {EngineIntent} from '../../events/intent.ts';
import type {Environment} from '../../platform/folders.ts';
import {createMirror, type Mirror} from '../../state/mirror.ts';
import {expandCommand, loadCommands} from '../../storage/commands.ts';
import {openDraftFile, type SavedDraft} from '../../storage/draft.ts';
import {openHistory} from '../../storage/history.ts';
import {openLayoutFile, type SavedLayout} from '../../storage/layout-file.ts';
import type {Keymap} from '../../view/actions/keymap.ts';
import {defaultTheme, lightTheme} from '../../view/built-in-themes.ts';
import {offerToEnd} from '../../view/input/offer-end.ts';
import {openView, type View} from '../../view/open-view.ts';
import {type FrontEndIntent, isFrontEndIntent} from '../../view/ui-state/intent.ts';
import type {FrontEndSession} from '../front-end-session.ts';
import {
	type NextStep,
	type Presenter,
	requestFromSession,
	type SessionExit,
} from '../session-requests.ts';
import {allThemes} from '../themes.ts';
import type {Booted} from './boot.ts';
import {followElsewhere} from './follow-elsewhere.ts';
import {followEngine, keepUnsent} from './follow-engine.ts';
import {keepDraft} from './keep-draft.ts';
import {keepLayout} from './keep-layout.ts';
import {endOrLeave, farewell, leaveAtSignal} from './leave-session.ts';
import {followDebug, presenterOf} from './screen-presenter.ts';
import {createSystemServices} from './system-services.ts';
import {tellLook} from './tell-look.ts';
import {keepPaneSize, tellSize} from './tell-size.ts';

export type ScreenSessionPorts = FrontEndSession & {
	readonly booted: Booted;
	readonly env: Environment;
	readonly signal?: AbortSignal;
	readonly keymap: Keymap;
	readonly lowBandwidth: boolean;
	readonly isFirst: boolean;
};

export type ScreenSession = {
	/** Runs another agent in a terminal here and gives it the keyboard. */
	readonly launch: (words: readonly [string, ...string[]]) => Promise<void>;
	/** Shows the running sessions, to choose one and open it. */
	readonly listRunning: () => void;
	readonly done: Promise<NextStep>;
};

type Ports = ScreenSessionPorts & {readonly mirror: Mirror};

/** Reports how long after an answer's last token the terminal got its last words. */
function tellShown({engine, mirror, booted: {clock, output}}: Ports): () => void {
	return mirror.onEvent(event => {
		if (event.type !== 'reply.ended') {
			return;
		}
		const {reply} = event;
		const endedAt = clock.elapsed();
		// The frame is drawn in this turn of the event loop; earlier output leaves first.
		clock.after(0, () => {
			output.write('', () => {
				const afterMs = Math.round(clock.elapsed() - endedAt);
				engine.dispatch({type: 'reply-shown', reply, afterMs});
			});
		});
	});
}

const warmUpDelayMs = 150;

/** Opens a session on the screen. It lasts until the user leaves it. */
export async function openScreenSession(from: ScreenSessionPorts): Promise<ScreenSession> {
	const {engine, booted} = from;
	const mirror = await createMirror(engine, booted.clock);
	const ports: Ports = {...from, mirror};
	let leave: (exit: SessionExit) => void = () => {};
	const left = new Promise<SessionExit>(resolve => {
		leave = resolve;
	});
	const quit = () => leave({type: 'quit', exitCode: 0, words: ''});
	from.signal?.addEventListener('abort', quit, {once: true});
	const presenter = presenterOf(ports, {leave: exit => leave(exit), screen: () => view});
	const draft = openDraft(ports);
	const layout = openLayoutFile({folder: ports.folders.state, clock: booted.clock});
	const view: View = showSession(ports, {presenter, draft: draft.read(), layout: layout.read()});
	const onResize = () => {
		view.resize({columns: booted.output.columns, rows: booted.output.rows});
	};
	booted.output.on('resize', onResize);
	// When the process ends for any reason, kill the programs that would outlive it.
	process.on('exit', ports.killPrograms);
	booted.listen(bytes => view.feed(bytes));
	const stops = [
		tellShown(ports),
		followDebug(ports, view),
		followElsewhere(ports, view),
		keepLayout(view, layout),
		draft.keep(view),
		...(ports.remote
			? [
					followEngine({remote: ports.remote, presenter, view}),
					tellLook({...ports, remote: ports.remote}, view),
				]
			: [engine.requests.subscribe(({type}) => type === 'leave' && quit())]),
	];
	const stopFollowing = () => {
		for (const stop of stops.splice(0)) {
			stop();
		}
	};
	takeEnds(ports, {view, stopFollowing});
	mirror.tellAll();
	offerToEnd(mirror.state(), presenter.show);
	const inkLayer = loadTheRest(ports, view);
	return {
		launch: words => launch(ports, {presenter, view, words}),
		listRunning: () => view.input.apply({type: 'list-sessions', isRunning: true}),
		done: left.then(async exit => {
			booted.output.off('resize', onResize);
			process.off('exit', ports.killPrograms);
			booted.guard.onEnd(async () => {});
			stopFollowing();
			(await inkLayer).close();
			view.close();
			const ended = await endOrLeave(ports, exit);
			mirror.close();
			return farewell(ports, exit, ended);
		}),
	};
}

/** A screen that only watches neither reads the unsent message that was saved, nor saves one. */
function openDraft(ports: Ports): {
	readonly read: () => SavedDraft | null;
	readonly keep: (view: View) => () => void;
} {
	const {folders, booted, readOnly, remote} = ports;
	const file = openDraftFile({...ports, folder: folders.state, clock: booted.clock});
	const isWatching = (remote?.refusal() ?? null) !== null;
	return {
		read: () => (isWatching ? null : file.read()),
		keep: view => (readOnly === null && !isWatching ? keepDraft(view, file) : () => {}),
	};
}

/**
 * Starts another agent in a terminal. The terminal gets the focus at once, and with it the larger
 * size of a focused pane.
 */
async function launch(
	ports: Ports,
	{
		presenter,
		view,
		words,
	}: {presenter: Presenter; view: View; words: Parameters<ScreenSession['launch']>[0]},
): Promise<void> {
	tellSize(ports, view.handles, 'terminal');
	const launched = await ports.engine.query({type: 'launch', words});
	if (launched.ok) {
		presenter.enterTerminal(launched.value);
	} else {
		presenter.say('error', launched.failure.message);
	}
}

/** Handles signals and crashes: stops the engine in order and prints what happened. */
function takeEnds(
	{end, remote, reportCrash, settings, booted, journalPath, session}: Ports,
	{view, stopFollowing}: {view: View; stopFollowing: () => void},
): void {
	booted.guard.onEnd(() => {
		view.release();
		stopFollowing();
		return leaveAtSignal({end, remote, settings});
	});
	booted.guard.onCrash(error => {
		if (remote) {
			return `Only this screen has stopped. The session goes on: agent-tui attach ${session}`;
		}
		const report = reportCrash(error);
		return `What happened is in ${journalPath}\n${report ? `and, with the last requests, in ${report}\n` : ''}`;
	});
}

/**
 * Returns the function that carries out intents: those that need a query in this front end, all
 * others in the engine.
 */
function sendWith(
	ports: Ports,
	presenter: Presenter,
	screen: () => View,
): (intent: EngineIntent | FrontEndIntent) => void {
	const {engine, remote} = ports;
	return intent => {
		// The view may not exist yet: while it is made, it sends its terminals' sizes.
		if (intent.type === 'resize-terminal') {
			engine.dispatch(intent);
			return;
		}
		const view = screen();
		if (remote && keepUnsent({remote, presenter, view}, intent)) {
			return;
		}
		if (intent.type === 'run-shell') {
			// Tell the engine first how large the terminal will be once it has the focus.
			tellSize(ports, view.handles, 'terminal');
		}
		if (isFrontEndIntent(intent)) {
			void requestFromSession(intent, presenter);
		} else {
			engine.dispatch(intent);
		}
	};
}

function showSession(
	ports: Ports,
	{presenter, draft, layout}: {presenter: Presenter; draft: SavedDraft | null; layout: SavedLayout},
): View {
	const {lowBandwidth, isFirst, engine, booted, folders, keymap, redactor, mirror, env} = ports;
	const {output} = booted;
	const loaded = allThemes(folders.config);
	const history = openHistory({
		folder: folders.state,
		clock: booted.clock,
		redactor,
		onProblem: ({message}) => presenter.say('warn', message),
	});
	const own = loadCommands(folders.config);
	for (const text of [...loaded.warnings, ...own.warnings]) {
		presenter.say('warn', text);
	}
	const view = openView({
		store: mirror,
		send: sendWith(ports, presenter, () => view),
		query: engine.query,
		live: engine.live,
		clock: booted.clock,
		env,
		keymap,
		terminal: {
			stream: output,
			columns: output.columns,
			rows: output.rows,
			modes: booted.modes,
			colors: booted.colors,
			// Only for the first view the screen already shows the first frame.
			shown: isFirst ? booted.shown() : null,
			widths: booted.widths,
		},
		themes: loaded.themes,
		standardTheme: defaultTheme(env),
		lightTheme,
		lowBandwidth,
		input: {
			commands,
			promptCommands: own.commands.map(command => ({
				name: command.name,
				summary: command.description,
				usage: command.argument,
				expand: text => expandCommand(command, text),
			})),
			history: history.entries(),
			remember: history.add,
			draft,
			layout,
			files: () => engine.query({type: 'files'}),
			canDetach: ports.remote !== null && ports.readOnly === null,
			system: ({compositor}) =>
				createSystemServices({booted, env, compositor, folder: join(folders.state, 'copies')}),
		},
	});
	keepPaneSize(ports, view);
	return view;
}

/** Loads Ink, the model's client and the terminals, after the prompt already accepts keys. */
async function loadTheRest(
	{engine, booted, warmUp}: Ports,
	view: View,
): Promise<{readonly close: () => void}> {
	const {drawInkLayer} = await import('../../view/ink-layer.tsx');
	// Echo the keys that were typed meanwhile before Ink takes its time.
	await booted.clock.sleep(0);
	const inkLayer = drawInkLayer(view.handles, {
		compositor: view.compositor,
		onError: text => engine.dispatch({type: 'notify', level: 'error', text}),
	});
	booted.clock.after(warmUpDelayMs, () => {
		warmUp();
	});
	return inkLayer;
}
