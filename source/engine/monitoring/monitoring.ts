import {join} from 'node:path';
import type {ProxyState} from '../../events/event.ts';
import {localHost} from '../../events/ids.ts';
import type {WatchView} from '../../events/incident.ts';
import type {JsonObject} from '../../events/json.ts';
import type {Live} from '../../events/live.ts';
import type {Meter} from '../../events/meter.ts';
import type {Settings} from '../../events/settings.ts';
import type {Signal} from '../../events/signal.ts';
import type {Child} from '../../platform/child.ts';
import type {Clock} from '../../platform/clock.ts';
import type {Ids} from '../../platform/ids.ts';
import {startOfProcess} from '../../platform/process-identity.ts';
import {createRotatingLog} from '../../platform/rotating-log.ts';
import {isStaleRunFile} from '../../platform/run-file.ts';
import {modelAsked} from '../../state/select.ts';
import type {Store} from '../../state/store.ts';
import type {GuestWatch} from '../../watchdog/agent-watch.ts';
import {createIncidentStore} from '../../watchdog/incident-store.ts';
import {listModels} from '../../watchdog/list-models.ts';
import {createMeter, type MeterSource} from '../../watchdog/meter.ts';
import {createProbe, type HealthProbe} from '../../watchdog/probe.ts';
import {createSupervisor, type SpawnChoice, type Supervisor} from '../../watchdog/supervisor.ts';
import {createWatchdog, type Watchdog} from '../../watchdog/watchdog.ts';
import {askDiagnosis} from './ask-diagnosis.ts';
import {type ActionDeps, carryOut, cleanRunFile, whyNotAllowed} from './incident-actions.ts';
import {recordIncident} from './incident-notices.ts';
import {meterFacts, monitoringReport} from './monitoring-report.ts';
import {createProcessLoad} from './process-load.ts';
import {noteDropped} from './signal-notices.ts';

/** The parts of the outside world that the monitoring uses. */
export type MonitoringPorts = {
	readonly clock: Clock;
	readonly ids: Ids;
	readonly settings: Settings;
	/** The settings of the watchdog as they are now. */
	readonly monitoring: () => Settings['monitoring'];
	/** The folder for incidents and the watchdog's log. If null, both stay in memory. */
	readonly watchFolder: string | null;
	/** Returns a function that releases the lock, or null while another program holds it. */
	readonly lockFile: (path: string) => (() => void) | null;
	readonly redact: (text: string) => string;
	readonly proxyAtStart: boolean;
	readonly spawnProxy: (choice: SpawnChoice) => Child;
};

/** The proxy and everything that watches over it. */
export type Monitoring = {
	/**
	 * Checks what an earlier process left behind, and starts the proxy if the settings want one. With
	 * `hasProxy` it starts none, because a running proxy is taken over, or because the proxy was
	 * switched off.
	 */
	readonly start: (how?: {readonly hasProxy: boolean}) => void;
	readonly supervisor: Supervisor;
	readonly meter: Live<Meter>;
	readonly incidents: Live<WatchView>;
	readonly watchdog: Watchdog;
	readonly addGuest: (guest: GuestWatch) => void;
	readonly removeGuest: (guest: GuestWatch) => void;
	/** Returns whether an agent that was launched here is being watched. */
	readonly hasGuests: () => boolean;
	/** Takes signals that don't come from the proxy: from a launched agent, a hop or the storage. */
	readonly take: (signal: Signal) => void;
	/**
	 * Call this with true while no screen shows the session and nothing in it runs. The proxy is then
	 * probed less often.
	 */
	readonly rest: (isResting: boolean) => void;
	/** Returns what the watchdog knows, for the model. */
	readonly report: () => JsonObject;
	readonly close: () => Promise<void>;
};

const logBytesMax = 2_097_152;

export function createMonitoring(ports: MonitoringPorts, store: Store): Monitoring {
	const {clock, monitoring} = ports;
	const meter = createMeter();
	const guests = createGuests();
	const processLoad = createProcessLoad(ports.watchFolder);
	const take = (signal: Signal) => {
		probe.stir();
		meter.take(signal);
		watchdog.take(signal);
		noteSignal(store, signal);
		guests.take(signal);
	};
	const supervisor = createSupervisor({
		clock,
		spawn: ports.spawnProxy,
		mayRestart: () => monitoring().autoRestartProxy,
		onSignal: take,
		onState(proxy) {
			store.append({type: 'proxy.changed', proxy});
			meter.restarted(supervisor.restarts());
			probe.forget();
			if (isOver(proxy)) {
				cleanRunFile(deps.runFile);
			}
			if (proxy.status === 'ready' && supervisor.current()) {
				void probe.look();
				listModelsOf(supervisor, store);
			}
		},
		onDefault: found => chooseDefault(store, found),
	});
	const probe = createProbe({
		clock,
		address: supervisor.current,
		settings: monitoring,
		onHealth: health => meter.probed(health, processLoad()),
		onSignal: take,
	});
	const deps = actionDeps(ports, {store, supervisor, probe});
	const watchdog = openWatchdog(ports, {store, deps, meter});
	return {
		start: ({hasProxy} = {hasProxy: false}) => start(ports, {deps, take, hasProxy}),
		supervisor,
		meter,
		incidents: watchdog.live,
		watchdog,
		take,
		rest: probe.rest,
		report: () => reportOf(ports, {watchdog, meter}),
		...guests.watched,
		async close() {
			probe.close();
			guests.close();
			await supervisor.stop();
			await watchdog.close();
		},
	};
}

function reportOf(
	{monitoring}: MonitoringPorts,
	{watchdog, meter}: {watchdog: Watchdog; meter: MeterSource},
): JsonObject {
	const isOn = monitoring().enabled;
	return monitoringReport(watchdog.live.snapshot(), {meter: meter.snapshot(), isOn});
}

/** Watches the agents that were launched here. Each watch gets every signal. */
function createGuests() {
	const guests = new Set<GuestWatch>();
	return {
		watched: {
			addGuest: (guest: GuestWatch) => void guests.add(guest),
			removeGuest: (guest: GuestWatch) => void guests.delete(guest),
			hasGuests: () => guests.size > 0,
		},
		take(signal: Signal) {
			for (const guest of guests) {
				guest.take(signal);
			}
		},
		close() {
			for (const guest of guests) {
				guest.close();
			}
		},
	};
}

function start(
	{clock, proxyAtStart}: MonitoringPorts,
	{deps, take, hasProxy}: {deps: ActionDeps; take: (signal: Signal) => void; hasProxy: boolean},
): void {
	if (deps.runFile !== null && isStaleRunFile(deps.runFile)) {
		take({kind: 'run-file.stale', at: clock.now()});
	}
	if (proxyAtStart && !hasProxy) {
		deps.supervisor.start();
	}
}

function actionDeps(
	{settings, watchFolder}: MonitoringPorts,
	{store, supervisor, probe}: {store: Store; supervisor: Supervisor; probe: HealthProbe},
): ActionDeps {
	return {
		supervisor,
		probe,
		settings,
		models: () => store.state().models,
		onSwitched({from, to}) {
			const {provider, model} = store.state().session;
			if (provider === from.provider && model === from.model) {
				store.append({type: 'model.chosen', ...to});
			}
		},
		runFile: watchFolder === null ? null : join(watchFolder, 'run', 'proxy.json'),
	};
}

function openWatchdog(
	ports: MonitoringPorts,
	{store, deps, meter}: {store: Store; deps: ActionDeps; meter: MeterSource},
): Watchdog {
	const {clock, watchFolder, monitoring} = ports;
	const tell = (text: string) => {
		meter.storeProblem(text);
		store.append({type: 'notice.shown', level: 'warn', text});
	};
	const log =
		watchFolder === null
			? null
			: createRotatingLog({
					path: join(watchFolder, 'monitor.log'),
					bytesMax: logBytesMax,
					onProblem: error => tell(`monitor.log can't be written: ${String(error)}`),
				});
	return createWatchdog({
		clock,
		newId: () => ports.ids('incident'),
		owner: {pid: process.pid, start: startOfProcess(process.pid)},
		settings: monitoring,
		store: createIncidentStore({
			clock,
			path: watchFolder === null ? null : join(watchFolder, 'incidents.json'),
			takeLock: () =>
				watchFolder === null ? () => {} : ports.lockFile(join(watchFolder, 'incidents.lock')),
			onProblem: tell,
		}),
		log: line => log?.line(ports.redact(line)),
		execute: incident => carryOut(deps, incident),
		isProxyWell: async () => (await deps.probe.look()).isWell,
		isProxyRunning: () => deps.supervisor.current() !== null,
		diagnose: askDiagnosis({
			supervisor: deps.supervisor,
			monitoring,
			redact: ports.redact,
			settings: ports.settings,
		}),
		facts: () => ({host: localHost, ...meterFacts(meter.snapshot())}),
		refuses: (action, {provider}) =>
			whyNotAllowed(deps, {action, provider, monitoring: monitoring()}),
		onIncident: incident => recordIncident({store, notify: () => monitoring().notify}, incident),
	});
}

function listModelsOf(supervisor: Supervisor, store: Store): void {
	const address = supervisor.current();
	if (address) {
		void listModels(address).then(models => store.append({type: 'models.listed', models}));
	}
}

/** A resumed session keeps the model that was chosen in it. */
function chooseDefault(
	store: Store,
	{provider, model, route}: {provider: string; model: string; route: string | null},
): void {
	if (store.state().session.model === '') {
		// Ask by the name of the route. By the name of its first model, only that model would be
		// tried.
		const chosen = route === null ? {provider, model} : {provider: '', model: route};
		store.append({type: 'model.chosen', ...chosen});
	}
}

/** Whether the proxy process is gone for good, so that it will not write its run file again. */
function isOver(proxy: ProxyState): boolean {
	return proxy.status === 'off' || (proxy.status === 'down' && proxy.restartInMs === undefined);
}

function noteSignal(store: Store, signal: Signal): void {
	noteResumedStream(store, signal);
	noteReroute(store, signal);
	noteDropped(store, signal);
}

/**
 * Shows a notice when another model answers than the first one of the route. It is shown once, not
 * with each answer.
 */
function noteReroute(store: Store, {kind, route, provider, model}: Signal): void {
	const state = store.state();
	if (kind !== 'request.rerouted' || route !== modelAsked(state)) {
		return;
	}
	const text = `The first choice of the route “${route}” did not answer; ${provider}/${model} is asked.`;
	if (!state.notices.some(notice => notice.text === text)) {
		store.append({type: 'notice.shown', level: 'warn', text});
	}
}

/** An answer that broke off and was resumed looks complete, so a notice tells of the break. */
function noteResumedStream(store: Store, {kind, route}: Signal): void {
	const state = store.state();
	const isOurs = route === 'default' || route === modelAsked(state);
	if (kind === 'stream.resumed' && state.chat.turn?.reply && isOurs) {
		const text = 'The stream broke off in the middle; the rest of the answer was asked for.';
		store.append({type: 'notice.shown', level: 'info', text});
	}
}
