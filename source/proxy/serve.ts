import {randomBytes} from 'node:crypto';
import type {Server} from 'node:http';
import type {Settings} from '../events/settings.ts';
import type {Signal} from '../events/signal.ts';
import type {Clock} from '../platform/clock.ts';
import type {Environment} from '../platform/folders.ts';
import {createIdleMemory} from '../platform/idle-memory.ts';
import {goingDown} from './edge/answer-call.ts';
import {createCallCounts} from './edge/call-counts.ts';
import {createGuard} from './edge/guard.ts';
import {handle} from './edge/handle.ts';
import {answerTheLast, untilFree} from './edge/last-requests.ts';
import {createLoopGuard} from './edge/loop-guard.ts';
import {createOpenCalls} from './edge/open-calls.ts';
import {largeRequests, type ProxyContext} from './edge/proxy-context.ts';
import {sendFailure} from './edge/reply.ts';
import {defaultNames} from './edge/reports.ts';
import {createResponseStore} from './edge/response-store.ts';
import type {CallFailure} from './failure.ts';
import {keepOpeners} from './repair/reader-openers.ts';
import {proxyNotes} from './route/agents.ts';
import {createCaller} from './route/call.ts';
import {createCatalogue} from './route/catalogue.ts';
import {type Client, createClient} from './route/client.ts';
import {createControl} from './route/control.ts';
import {detectNotes, detectProviders} from './route/detect.ts';
import {createKeys, type RunCommand} from './route/keys.ts';
import {createLearnedShapes} from './route/learned-shapes.ts';
import {createLessons} from './route/lessons.ts';
import {createLocalServers} from './route/local-servers.ts';
import {probeLocalProviders} from './route/probe.ts';
import {type Provider, practiceProvider} from './route/provider.ts';
import {createRouteHealth} from './route/route-health.ts';
import {createTell, type Tell} from './route/tell.ts';
import {createTraces} from './route/trace.ts';

export type ProxyOptions = {
	readonly settings: Settings;
	readonly env: Environment;
	/** A loopback address, because the proxy holds the user's keys. */
	readonly host: string;
	/** 0 for any free port. */
	readonly port: number;
	readonly token: string;
	readonly clock: Clock;
	readonly onSignal: (signal: Signal) => void;
	/** Runs the command of a provider whose key is printed by one. */
	readonly runCommand?: RunCommand;
	/** The file for what was learned about providers; absent to keep it in memory only. */
	readonly capsFile?: string;
	/** The file for raised time limits. If absent, they are kept in memory only. */
	readonly limitsFile?: string;
	/** Collects all garbage at once. Absent if this process can't do that. */
	readonly collectGarbage?: () => void;
	/**
	 * Set if another process still has the port. Call this when the new process is prepared: resolves
	 * to the listening socket, or to undefined if the other process has ended.
	 */
	readonly takePort?: () => Promise<unknown>;
};

export type RunningProxy = {
	readonly url: string;
	readonly port: number;
	readonly token: string;
	/** A random text of this process, which `/health` repeats. */
	readonly nonce: string;
	/** The provider and model for requests that name none; `model` is empty while unknown. */
	readonly provider: string;
	readonly model: string;
	/** The name of the route that leads to this model; null if none does. */
	readonly route: string | null;
	readonly notes: readonly string[];
	/** The listening socket, to be passed to the next process. */
	readonly socket: unknown;
	/** Leaves the port to another process. Resolves when the open calls have ended. */
	readonly release: () => Promise<void>;
	/** Takes no new calls, lets open ones finish until the deadline, and frees everything. */
	readonly close: (deadlineMs: number) => Promise<void>;
};

/** Starts the proxy. Rejects with the system's error when the address can't be listened on. */
export async function serveProxy(options: ProxyOptions): Promise<RunningProxy> {
	const {settings, env, clock, token, host} = options;
	const client = createClient(clock, env);
	const server = process.getBuiltinModule('node:http').createServer(serverLimits);
	const providers = await prepare(server, {...options, client}).catch(error => {
		client.close();
		throw error;
	});
	const port = portOf(server);
	const meter = createCallCounts(settings);
	const tell = createTell(clock, signal => {
		meter.note(signal);
		options.onSignal(signal);
	});
	const limitsFile = options.limitsFile ?? null;
	const routeHealth = createRouteHealth({settings, clock, tell, limitsFile});
	const lessons = createLessons({clock, tell, file: options.capsFile ?? null});
	const keys = createKeys({env, clock, run: options.runCommand ?? noCommands, tell});
	const tools = {
		client,
		clock,
		keys,
		catalogue: createCatalogue({client, clock}),
		lessons,
		openers: keepOpeners(),
		shapes: createLearnedShapes(),
		localServers: createLocalServers({client, clock}),
		bytesMax: settings.proxy.bufferBytesMax,
	};
	const proxyContext: ProxyContext = {
		settings,
		providers,
		notes: [...detectNotes(settings), ...proxyNotes(env)],
		token,
		clock,
		guard: createGuard({port, token}),
		caller: createCaller({settings, providers, routeHealth, tell, random: Math.random, tools}),
		control: createControl({settings, providers, routeHealth, keys, lessons}),
		routeHealth,
		lessons,
		callCounts: meter,
		store: createResponseStore({clock, ttlMs: settings.proxy.storeTtlMs}),
		traces: createTraces(clock),
		loops: createLoopGuard({clock, tell, timesMax: settings.proxy.sameAskedMax}),
		newId: createIds(),
		...beginning(options),
	};
	attach(server, {proxyContext, tell});
	return {
		url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
		port,
		token,
		nonce: proxyContext.nonce,
		...defaultNames(proxyContext),
		notes: proxyContext.notes,
		socket: (server as {_handle?: unknown})._handle,
		release: () => answerTheLast({server, proxyContext, limitMs: lastRequestsMs}),
		close: deadlineMs => close({server, proxyContext, client, deadlineMs}),
	};
}

const nonceBytes = 12;
const going = {closing: false, isReplaced: false};
/** No answer of a model takes longer than this. */
const lastRequestsMs = 1_800_000;
const takeOverMs = 10_000;

function beginning({
	clock,
	collectGarbage: collect = () => {},
}: ProxyOptions): Pick<ProxyContext, keyof typeof going | StateName> {
	const open = createOpenCalls();
	return {
		nonce: randomBytes(nonceBytes).toString('hex'),
		open,
		memory: createIdleMemory({...largeRequests, clock, collect, isIdle: () => open.count() === 0}),
		startedAt: clock.elapsed(),
		requestsTotal: 0,
		...going,
	};
}

type StateName = 'nonce' | 'open' | 'memory' | 'startedAt' | 'requestsTotal';

const serverLimits = {
	keepAliveTimeout: 75_000,
	headersTimeout: 15_000,
	requestTimeout: 60_000,
	noDelay: true,
};

async function noCommands(): Promise<null> {
	return null;
}

async function findProviders({
	settings,
	env,
	client,
	clock,
}: {
	settings: Settings;
	env: Environment;
	client: Client;
	clock: Clock;
}): Promise<readonly Provider[]> {
	const detected = detectProviders({settings, env});
	if (detected[0] !== practiceProvider) {
		return detected;
	}
	const local = await probeLocalProviders({client, clock});
	return [...local, ...detected];
}

async function prepare(
	server: Server,
	{client, takePort, ...options}: ProxyOptions & {readonly client: Client},
): Promise<readonly Provider[]> {
	const {clock} = options;
	const find = () => findProviders({...options, client});
	const bind = () => listen(server, {host: options.host, port: options.port, exclusive: true});
	if (!takePort) {
		const [providers] = await Promise.all([find(), bind()]);
		return providers;
	}
	const providers = await find();
	const socket = await takePort();
	await (socket ? listen(server, socket) : untilFree(bind, {clock, limitMs: takeOverMs}));
	return providers;
}

/** Listens at an address, or on a socket that another process has opened. */
function listen(server: Server, at: object): Promise<void> {
	return new Promise((resolve, reject) => {
		server.once('error', reject);
		server.listen(at, () => {
			server.off('error', reject);
			resolve();
		});
	});
}

/** Returns a function that makes ids which are unique, also among restarts of the proxy. */
function createIds(): () => string {
	const start = randomBytes(8).toString('hex');
	let count = 0;
	return () => {
		count += 1;
		return `${start}${count.toString(16).padStart(8, '0')}`;
	};
}

function portOf(server: Server): number {
	const address = server.address();
	return typeof address === 'object' && address ? address.port : 0;
}

function attach(
	server: Server,
	{proxyContext, tell}: {proxyContext: ProxyContext; tell: Tell},
): void {
	server.on('request', (request, response) => {
		response.shouldKeepAlive &&= !proxyContext.isReplaced;
		handle(proxyContext, request, response).catch((error: unknown) => {
			const note = error instanceof Error ? error.message : String(error);
			tell.now('request.failed', {code: 'internal', layer: 'proxy', note});
			if (response.headersSent) {
				response.destroy();
			} else {
				sendFailure(response, bug(note));
			}
		});
	});
}

function bug(note: string): CallFailure {
	return {
		kind: 'internal',
		message: `The proxy has made a mistake: ${note}`,
		status: 500,
		code: 'internal',
		retry: 'never',
	};
}

const goodbyeMs = 100;

async function close({
	server,
	proxyContext,
	client,
	deadlineMs,
}: {
	server: Server;
	proxyContext: ProxyContext;
	client: Client;
	deadlineMs: number;
}): Promise<void> {
	const {clock, open} = proxyContext;
	proxyContext.closing = true;
	const closed = new Promise<void>(resolve => server.close(() => resolve()));
	const deadline = clock.elapsed() + deadlineMs;
	while (open.count() > 0 && clock.elapsed() < deadline) {
		await clock.sleep(Math.min(closePollMs, deadline - clock.elapsed()));
	}
	for (const reply of open.all()) {
		reply.dismiss(goingDown);
	}
	proxyContext.memory.stop();
	server.closeIdleConnections();
	// The last bytes of the last answers get a moment before all connections are ended.
	const timer = clock.after(goodbyeMs, () => server.closeAllConnections());
	await closed;
	timer.cancel();
	client.close();
}

const closePollMs = 20;
