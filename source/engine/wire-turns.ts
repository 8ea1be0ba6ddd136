import {localHost} from '../events/ids.ts';
import type {Gate} from '../gate/gate.ts';
import type {ServerCatalogue} from '../mcp-tools/server-catalogue.ts';
import {withServerTools} from '../mcp-tools/with-server-tools.ts';
import type {Model} from '../model/model.ts';
import {costUsd, windowTokens} from '../model/window.ts';
import {foldersOf} from '../platform/folders.ts';
import {createSecrets} from '../platform/secret-places.ts';
import {hopOf} from '../state/hops.ts';
import type {Store} from '../state/store.ts';
import type {Terminals} from '../terminal/terminals.ts';
import {createCatalogue} from '../tools/catalogue.ts';
import type {ToolContext} from '../tools/tool.ts';
import type {UndoStore} from '../tools/undo-store.ts';
import {instructions} from '../turn/instructions.ts';
import type {CallContext} from '../turn/ports.ts';
import {createTurns, type Turns} from '../turn/turns.ts';
import type {BackgroundWorkers} from './background-workers.ts';
import type {EnginePorts} from './engine-ports.ts';
import type {Monitoring} from './monitoring/monitoring.ts';
import type {Project} from './project/project.ts';
import {type RecordedCalls, recordedServerTool, recordedTools} from './recorded-tools.ts';
import {hostTools} from './remote-hosts/host-tools.ts';
import type {RemoteHosts} from './remote-hosts/remote-hosts.ts';

type TurnParts = {
	readonly store: Store;
	readonly gate: Gate;
	readonly terminals: Terminals;
	readonly remoteHosts: RemoteHosts;
	readonly monitoring: Monitoring;
	readonly undoStore: UndoStore;
	readonly workers: BackgroundWorkers;
	readonly model: Model;
	readonly project: Project | null;
	readonly serverTools: ServerCatalogue | null;
};

/** Creates the conversation and gives it everything that calls may use. */
export function wireTurns(ports: EnginePorts, parts: TurnParts): Turns {
	const {store, gate, terminals, remoteHosts, monitoring, undoStore, workers} = parts;
	const {project, serverTools, model} = parts;
	const secrets = createSecrets(Object.values(foldersOf(ports.env, process.platform)));
	return createTurns({
		store,
		gate,
		clock: ports.clock,
		ids: ports.ids,
		model,
		hide: ports.redactor,
		cutter: ports.redactor.cutter,
		tools: withServerTools(
			createCatalogue(ports.recorded && recordedTools(ports.recorded), {
				hasWorkers: workers.tools !== null,
			}),
			serverTools && ports.recorded ? asRecorded(serverTools, ports.recorded) : serverTools,
		),
		context: call => ({
			...call,
			...surroundings(call, {ports, store, remoteHosts}),
			progress: note => call.progress(remoteHosts.withState(call.host, note)),
			clock: ports.clock,
			terminals,
			hops: hostTools({...parts, clock: ports.clock, endServers: ports.mcpServers?.leaveMachine}),
			...(workers.tools && {workers: workers.tools}),
			incidents: monitoring.report,
			keep: undoStore.keep(call.call),
			hide: ports.redactor.text,
			marks: ports.redactor.marks,
			...(call.host === localHost && {secrets}),
			ruleForReading: target => gate.ruleForReading({host: call.host, target}),
		}),
		host: () => store.state().hops.current,
		// A replay connects to no machine, so hosts can't be unreachable.
		...(!ports.recorded && {whyNot: remoteHosts.whyNot}),
		async prepare(turn) {
			await Promise.all([project?.prepare(turn), serverTools?.prepare()]);
		},
		instructions: () =>
			instructions({
				here: {
					cwd: ports.cwd,
					system: process.platform,
					shell: ports.env['SHELL'] ?? '/bin/sh',
				},
				hops: store.state().hops,
				files: project?.told() ?? [],
				date: new Date(ports.clock.now()).toISOString().slice(0, 10),
			}),
		roundsMax: ports.roundsMax,
		patience: ports.headless && !ports.headless.waits ? 'script' : 'person',
		budget: {
			windowTokens: () => windowTokens(ports.settings, store.state().session),
			costUsd: usage => costUsd(ports.settings, store.state().session, usage),
		},
		repair: ports.settings.repair,
	});
}

/**
 * The folder, shell and files of the host to which the call is bound. A host that was never
 * connected gets the defaults `~` and `sh`.
 */
function surroundings(
	{host, cwd: bound}: CallContext,
	{ports, store, remoteHosts}: {ports: EnginePorts; store: Store; remoteHosts: RemoteHosts},
): Pick<ToolContext, 'cwd' | 'workspace' | 'shell' | 'files'> {
	if (host === localHost) {
		const shell = ports.env['SHELL'];
		const {cwd: workspace} = ports;
		return {cwd: bound ?? workspace, workspace, ...(shell !== undefined && {shell})};
	}
	const {cwd: usual = '~', shell = 'sh'} = hopOf(store.state(), host)?.place ?? {};
	const cwd = bound ?? usual;
	const files = remoteHosts.files(host);
	return {cwd, workspace: cwd, shell, ...(files && {files})};
}

/** For a replay: the servers' tools return what was recorded, and no server is called. */
function asRecorded(servers: ServerCatalogue, recorded: RecordedCalls): ServerCatalogue {
	return {
		...servers,
		find(name) {
			const tool = servers.find(name);
			return tool && recordedServerTool(tool, recorded);
		},
	};
}
