import type {Event, Stamped} from '../events/event.ts';
import {localHost} from '../events/ids.ts';
import type {Permissions} from '../events/settings.ts';
import {createGate, type Gate} from '../gate/gate.ts';
import type {Model} from '../model/model.ts';
import {redactedModel} from '../model/redact-request.ts';
import {takesImages} from '../model/takes-images.ts';
import {withImages} from '../model/with-images.ts';
import {circumstances} from '../platform/circumstances.ts';
import {foldersOf} from '../platform/folders.ts';
import {programFor} from '../platform/programs.ts';
import {thisMachine} from '../platform/real-path.ts';
import {createSecrets} from '../platform/secret-places.ts';
import type {Store} from '../state/store.ts';
import {createTerminals, type Terminals} from '../terminal/terminals.ts';
import type {UndoStore} from '../tools/undo-store.ts';
import type {Turns} from '../turn/turns.ts';
import {type Acts, createActs} from './acts.ts';
import {type BackgroundWorkers, createBackgroundWorkers} from './background-workers.ts';
import {type BlackBox, createBlackBox} from './black-box.ts';
import {saveRule} from './change-rules.ts';
import type {EnginePorts} from './engine-ports.ts';
import {type LatePast, openPast} from './late-past.ts';
import {createLiveSettings, type LiveSettings} from './live-settings.ts';
import {createMonitoring, type Monitoring} from './monitoring/monitoring.ts';
import {openProject} from './open-project.ts';
import type {Project} from './project/project.ts';
import {createRemoteHosts, type RemoteHosts} from './remote-hosts/remote-hosts.ts';
import {answerServerRequests, type ServerRequests} from './server-requests.ts';
import {openServerTools} from './server-tools.ts';
import {openUndoStore} from './undo-changes.ts';
import {watchPermissions} from './watch-permissions.ts';
import {wireTurns} from './wire-turns.ts';

/** The parts of the engine. They carry out its intents and answer its queries. */
export type EngineParts = {
	readonly ports: EnginePorts;
	readonly store: Store;
	readonly append: (event: Event) => void;
	/** Reads the beginning of a long session, which is left out at the start. */
	readonly latePast: LatePast;
	readonly settings: LiveSettings;
	/** Returns the rules in force; reads the settings again first if they have changed. */
	readonly permissions: () => Permissions;
	readonly gate: Gate;
	readonly turns: Turns;
	readonly acts: Acts;
	readonly terminals: Terminals;
	readonly remoteHosts: RemoteHosts;
	readonly monitoring: Monitoring;
	readonly blackBox: BlackBox;
	readonly undoStore: UndoStore;
	readonly workers: BackgroundWorkers;
	/** The instructions of the folder; null in a replay. */
	readonly project: Project | null;
	/** The tools of MCP servers; null in a replay that starts no servers. */
	readonly serverTools: ReturnType<typeof openServerTools>;
	/** Questions of MCP servers to the person, and requests to the model. */
	readonly serverRequests: ServerRequests;
};

/** Creates the parts. Each is created after the parts that it uses. */
export function createEngineParts(ports: EnginePorts): EngineParts & {
	/** From now on, the journal leaves out the events for which this returns true. */
	readonly keepOut: (isKeptOut: (event: Stamped) => boolean) => void;
} {
	const {clock, ids} = ports;
	const {store, latePast} = openPast(ports);
	let isKeptOut: (event: Stamped) => boolean = () => false;
	store.onEvent(event => {
		if (!isKeptOut(event)) {
			ports.journal.append(event);
		}
	});
	const append = (event: Event) => void store.append(event);
	const notify = (text: string) => append({type: 'notice.shown', level: 'warn', text});
	const settings = createLiveSettings(ports);
	const permissions = watchPermissions(settings, store);
	const gate = createGate({
		store,
		clock,
		ids,
		permissions,
		askTimeoutMs: ports.settings.permissions.askTimeoutMs,
		headless: ports.headless,
		here: {
			...thisMachine(),
			program: (name, cwd) => programFor(name, {env: ports.env, cwd}),
			secretAt: createSecrets(Object.values(foldersOf(ports.env, process.platform))).at,
		},
		circumstances,
		saveRule: rule => void saveRule({settings, append, permissions}, rule),
	});
	const remoteHosts = createRemoteHosts({ports, store, append, gate});
	const terminals = openTerminals(ports, {append, remoteHosts});
	const monitoring = createMonitoring(
		{...ports, monitoring: () => settings.now().monitoring},
		store,
	);
	const proxy = monitoring.supervisor.current;
	const blackBox = createBlackBox({ports, state: store.state, proxy, onProblem: notify});
	store.onEvent(blackBox.take);
	const undoStore = openUndoStore(ports, {append, remoteHosts});
	const project = openProject(ports, {store, append, remoteHosts});
	const workers = createBackgroundWorkers(ports, remoteHosts);
	const model = openModel(ports, {blackBox, monitoring, store});
	const made = {
		store,
		gate,
		terminals,
		remoteHosts,
		monitoring,
		undoStore,
		workers,
		blackBox,
		project,
		model,
		serverRequests: answerServerRequests({ports, store, append, model}),
		serverTools: openServerTools(ports, {store, append, remoteHosts}),
	};
	const turns = wireTurns(ports, made);
	return {
		...made,
		acts: createActs(),
		ports,
		latePast,
		append,
		settings,
		turns,
		permissions,
		keepOut(next) {
			isKeptOut = next;
		},
	};
}

function openModel(
	ports: EnginePorts,
	{blackBox, monitoring, store}: {blackBox: BlackBox; monitoring: Monitoring; store: Store},
): Model {
	const {supervisor} = monitoring;
	const asked = withImages(
		ports.model(signal => supervisor.address(signal)),
		{
			read: name => ports.images?.read(name) ?? null,
			isTaken: () => takesImages(ports.settings, store.state().session),
		},
	);
	return redactedModel(blackBox.model(asked), ports.redactor);
}

/** Opens the terminals of this machine and of every connected host. */
function openTerminals(
	ports: EnginePorts,
	{append, remoteHosts}: {append: (event: Event) => void; remoteHosts: RemoteHosts},
): Terminals {
	return createTerminals({
		...ports.terminals,
		transports: host =>
			host === localHost ? ports.terminals.transports(host) : remoteHosts.transport(host),
		onChange: append,
		notify: text => append({type: 'notice.shown', level: 'warn', text}),
		firstNumber: 1 + ports.past.lastTerminal,
	});
}
