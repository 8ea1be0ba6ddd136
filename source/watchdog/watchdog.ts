import type {Evidence, Incident, Tier, WatchAction, WatchView} from '../events/incident.ts';
import type {JsonObject} from '../events/json.ts';
import {createEmitter, type Live} from '../events/live.ts';
import type {Settings} from '../events/settings.ts';
import type {Signal} from '../events/signal.ts';
import type {Clock} from '../platform/clock.ts';
import {alertOf, choose} from './choose.ts';
import {createCounter, patternKey, type Raised} from './count.ts';
import {askForDiagnosis, type Diagnose, type Refuses} from './diagnose.ts';
import {createIncidentRun, type IncidentRun, type IncidentRunPorts} from './incident-run.ts';
import {type IncidentStore, type Memory, withIncident} from './incident-store.ts';
import {refusal} from './ledger.ts';
import {droppedLine, logLine, waitLine} from './log-line.ts';

/**
 * Turns signals into incidents and incidents into actions, and records the outcomes. It reads typed
 * signals only, and records only outcomes that were observed.
 */
export type Watchdog = {
	readonly take: (signal: Signal) => void;
	/** Cancels the action that is counting down. */
	readonly cancel: () => void;
	/** Runs the action at once, without the rest of its countdown. */
	readonly goAhead: () => void;
	/** All remembered incidents; those that are still running come last. */
	readonly live: Live<WatchView>;
	/** Forgets incidents and fixes, but not the cost of diagnoses. */
	readonly clear: () => void;
	readonly close: () => Promise<void>;
};

export type WatchdogPorts = Omit<IncidentRunPorts, 'onChange' | 'onTick'> & {
	readonly clock: Clock;
	readonly newId: () => string;
	/**
	 * Identifies this process. If it is killed, a later one can see that its incidents were
	 * abandoned.
	 */
	readonly owner?: NonNullable<Incident['owner']>;
	/** Called at each use, so that a changed setting takes effect at once. */
	readonly settings: () => Settings['monitoring'];
	readonly store: IncidentStore;
	readonly log: (line: string) => void;
	readonly diagnose: Diagnose;
	/** Returns facts for a diagnosis: the current health, upstream and route. */
	readonly facts: () => JsonObject;
	readonly refuses: Refuses;
	readonly onIncident: (incident: Incident) => void;
};

export function createWatchdog(ports: WatchdogPorts): Watchdog {
	const {store} = ports;
	const counter = createCounter();
	const emitter = createEmitter();
	const state: WatchdogState = {
		incidentRuns: new Map(),
		log: [],
		view: null,
		emit() {
			state.view = null;
			emitter.emit();
		},
	};
	return {
		take(signal) {
			for (const incidentRun of [...state.incidentRuns.values()]) {
				incidentRun.take(signal);
			}
			if (signal.kind === 'tool.dropped') {
				write(ports, state, droppedLine(signal));
			}
			if (ports.settings().enabled) {
				for (const raised of counter.take(signal)) {
					raise(ports, state, raised);
				}
			}
		},
		cancel: () => lastOf(state.incidentRuns)?.cancel(),
		goAhead: () => lastOf(state.incidentRuns)?.goAhead(),
		live: {subscribe: emitter.subscribe, snapshot: () => viewNow(ports, state)},
		clear() {
			store.change(memory => ({...memory, incidents: [], knowledge: []}));
			state.emit();
		},
		async close() {
			for (const incidentRun of [...state.incidentRuns.values()]) {
				incidentRun.close();
			}
			await store.settled();
		},
	};
}

type WatchdogState = {
	readonly incidentRuns: Map<string, IncidentRun>;
	/** The newest lines of the log, for a diagnosis. */
	log: readonly string[];
	/** The view for the screen: computed on demand and discarded at each change. */
	view: WatchView | null;
	readonly emit: () => void;
};

function raise(ports: WatchdogPorts, state: WatchdogState, raised: Raised): void {
	const {fault, signal} = raised;
	const key = patternKey(fault, signal);
	if (state.incidentRuns.has(key)) {
		return;
	}
	const {incidents, knowledge, ledger} = ports.store.memory();
	const settings = ports.settings();
	const now = ports.clock.now();
	const past = incidents.filter(({pattern}) => pattern === key);
	const diagnosisRefused =
		settings.provider === '' ? noProvider : refusal(ledger, {...settings, now});
	const choice = choose({fault, key, past, knowledge, settings, diagnosisRefused, now});
	if (choice.type === 'wait') {
		write(ports, state, waitLine({fault, now, untilAt: choice.untilAt}));
	} else if (choice.type === 'act') {
		open(ports, state, {raised, decided: permitted(ports, raised, choice)}).begin();
	} else {
		const decided = {tier: 'diagnosis', action: alertOf(fault), why: choice.why} as const;
		const incidentRun = open(ports, state, {raised, decided});
		keep(ports, state, incidentRun.incident());
		void askForDiagnosis(ports, {fault, incidentRun, past, log: state.log});
	}
}

const noProvider = 'no provider is chosen for it';

type Decided = {readonly tier: Tier; readonly action: WatchAction; readonly why: string};

/** If the user's settings forbid the action, replaces it by a message that suggests it. */
function permitted(ports: WatchdogPorts, {signal}: Raised, decided: Decided): Decided {
	const text = ports.refuses(decided.action, signal);
	return text === null
		? decided
		: {tier: 'user', action: {type: 'alert', text}, why: `${decided.action.type} is not allowed`};
}

function open(
	ports: WatchdogPorts,
	state: WatchdogState,
	{raised, decided}: {raised: Raised; decided: Decided},
): IncidentRun {
	const incident = newIncident(ports, {raised, decided});
	const onChange = (next: Incident) => keep(ports, state, next);
	const incidentRun = createIncidentRun({...ports, onChange, onTick: state.emit}, incident);
	state.incidentRuns.set(incident.pattern, incidentRun);
	return incidentRun;
}

function keep(ports: WatchdogPorts, state: WatchdogState, incident: Incident): void {
	write(ports, state, logLine(ports.clock.now(), incident));
	ports.store.change(memory => withIncident(memory, incident));
	if (incident.status.type === 'ended') {
		state.incidentRuns.delete(incident.pattern);
	}
	ports.onIncident(incident);
	state.emit();
}

function write(ports: WatchdogPorts, state: WatchdogState, line: string): void {
	ports.log(line);
	state.log = [...state.log.slice(1 - recentMax), line];
}

function newIncident(
	{newId, clock, owner}: Pick<WatchdogPorts, 'newId' | 'clock' | 'owner'>,
	{raised, decided}: {raised: Raised; decided: Decided},
): Incident {
	const {fault, signal, count} = raised;
	const {tier, action, why} = decided;
	return {
		id: newId(),
		fault: fault.id,
		name: fault.name,
		pattern: patternKey(fault, signal),
		at: clock.now(),
		evidence: evidenceOf(signal, count),
		tier,
		action,
		why,
		status: {type: 'diagnosing'},
		...(owner && {owner}),
	};
}

const recentMax = 60;

function viewNow({settings, store}: WatchdogPorts, state: WatchdogState): WatchView {
	const isOn = settings().enabled;
	if (state.view?.isOn !== isOn) {
		state.view = viewOf(store.memory(), {incidentRuns: state.incidentRuns, isOn});
	}
	return state.view;
}

/**
 * Returns the view for the screen. Leaves out incidents that another program with the same home
 * handles, since no key here could stop them.
 */
function viewOf(
	{incidents, knowledge, ledger}: Memory,
	{incidentRuns, isOn}: Pick<WatchdogState, 'incidentRuns'> & {isOn: boolean},
): WatchView {
	const {callsThisMonth, inputTokens, outputTokens, costUsd} = ledger;
	const ours = new Set([...incidentRuns.values()].map(incidentRun => incidentRun.incident().id));
	return {
		isOn,
		incidents: incidents.filter(({id, status}) => status.type === 'ended' || ours.has(id)),
		patterns: knowledge.length,
		diagnoses: {thisMonth: callsThisMonth, tokens: inputTokens + outputTokens, costUsd},
	};
}

function evidenceOf(signal: Signal, count: number): Evidence {
	const {kind, provider, model, route, host, code, note} = signal;
	return {
		signal: kind,
		count,
		...(provider !== undefined && {provider}),
		...(model !== undefined && {model}),
		...(route !== undefined && {route}),
		...(host !== undefined && {host}),
		...(code !== undefined && {code}),
		...(note !== undefined && {note}),
	};
}

/** Returns the incident whose countdown began last. */
function lastOf(incidentRuns: ReadonlyMap<string, IncidentRun>): IncidentRun | undefined {
	return [...incidentRuns.values()].findLast(incidentRun => incidentRun.isCountingDown());
}
