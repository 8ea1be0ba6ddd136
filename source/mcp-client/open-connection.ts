import type {Client, ClientOptions, Transport} from '@modelcontextprotocol/client';
import {type Failure, failed, type Result} from '../events/failure.ts';
import {atMost} from '../platform/at-most.ts';
import {isSignInError, SignInNeeded, signInWords} from './call-error.ts';
import {answerRequests, capabilitiesOf, loadSdk, type McpSdk} from './client-options.ts';
import {type ConnectionParts, callTool, type ServerConnection, sdkTimeoutMs} from './connection.ts';
import {limitedFetch} from './limited-fetch.ts';
import type {McpPorts, OtherMachines} from './ports.ts';
import {passRawResults} from './raw-results.ts';
import {listTools} from './read-list.ts';
import type {ResolvedPlace} from './secrets.ts';
import type {ServerEntry, ServerPlace} from './server-entry.ts';
import type {ServerRequestAnswerer} from './server-request.ts';
import {startProgram} from './start-program.ts';
import type {TextTail} from './text-tail.ts';
import {openWire, type Wire} from './wire.ts';

export type ConnectionRequest = {
	readonly entry: ServerEntry;
	readonly resolved: ResolvedPlace;
	readonly ports: McpPorts;
	readonly machines: OtherMachines | null;
	readonly answerer: ServerRequestAnswerer | null;
	readonly redact: (text: string) => string;
	readonly tail: TextTail;
	readonly onToolsChanged: () => void;
	/** Called as soon as the process exists, which is long before it answers. */
	readonly onStarted: (pid: number | null) => void;
	/** Aborts when the start takes too long, or when the server is ended meanwhile. */
	readonly signal: AbortSignal;
};

/**
 * Starts a local server or connects to a remote one. Resolves once it has answered the handshake.
 */
export async function openConnection(
	request: ConnectionRequest,
): Promise<Result<ServerConnection>> {
	const {place} = request.resolved;
	const sdk = await loadSdk();
	return place.type === 'stdio'
		? openProgram(request, place, sdk)
		: openAddress(request, place, sdk);
}

async function openProgram(
	request: ConnectionRequest,
	place: Extract<ServerPlace, {type: 'stdio'}>,
	sdk: McpSdk,
): Promise<Result<ServerConnection>> {
	const {tail} = request;
	const started = await startProgram(place, request);
	if (!started.ok) {
		return started;
	}
	const wire = openWire(started.value, tail);
	request.onStarted(started.value.pid);
	let endedWith: string | null = null;
	void wire.ended.then(why => {
		endedWith = why;
	});
	try {
		const waiting = {count: 0};
		const client = await shakeHands(request, {wire, sdk, waiting});
		const parts = partsOf(request, {sdk, client, waiting, endedWith: () => endedWith});
		const {ended} = wire;
		const close = async () => {
			await client.close().catch(() => {});
			await wire.close();
		};
		return {ok: true, value: connectionOf(parts, {pid: started.value.pid, ended, close})};
	} catch (error) {
		const failure = startFailure(error, {...request, sdk, endedWith});
		await wire.close();
		return {ok: false, failure};
	}
}

/**
 * Tries the older handshake first, since nearly every server knows it. A server that does not know
 * it answers with an error, and the same process then gets the newer handshake.
 */
async function shakeHands(
	request: ConnectionRequest,
	{wire, sdk, waiting}: {wire: Wire; sdk: McpSdk; waiting: {count: number}},
): Promise<Client> {
	const connect = (versionNegotiation: NonNullable<ClientOptions['versionNegotiation']>) =>
		connectClient(request, {sdk, waiting, versionNegotiation, transport: wire.transport()});
	const ended = wire.ended.then(why => {
		throw new Error(why);
	});
	ended.catch(() => {});
	try {
		return await Promise.race([connect({mode: 'legacy'}), ended]);
	} catch (error) {
		if (!sdk.ProtocolError.isInstance(error)) {
			throw error;
		}
		return await Promise.race([connect({mode: {pin: modernVersion}}), ended]);
	}
}

const modernVersion = '2026-07-28';

async function openAddress(
	request: ConnectionRequest,
	{url, headers}: Extract<ServerPlace, {type: 'http'}>,
	sdk: McpSdk,
): Promise<Result<ServerConnection>> {
	const {entry, ports} = request;
	if (!URL.canParse(url)) {
		const message = `mcpServers.${entry.name}: its url is not an address.`;
		return {ok: false, failure: failed('bad-input', message)};
	}
	// If the entry has an Authorization header, no sign-in is needed.
	const hasToken = Object.keys(headers).some(name => name.toLowerCase() === 'authorization');
	const authProvider = hasToken ? null : ports.tokensFor(url);
	const transport = new sdk.StreamableHTTPClientTransport(new URL(url), {
		fetch: limitedFetch(fetch),
		requestInit: {headers},
		...(authProvider && {authProvider}),
		onInsufficientScope: 'throw',
	});
	const waiting = {count: 0};
	try {
		const options = {sdk, waiting, transport, versionNegotiation: {mode: 'auto'}} as const;
		const client = await connectClient(request, options);
		let endedWith: string | null = null;
		const ended = new Promise<string>(resolve => {
			client.onclose = () => {
				endedWith = 'closed the connection';
				resolve(endedWith);
			};
		});
		const close = async () => {
			// A server that does not answer must not delay the close.
			const goodbye = transport.terminateSession().catch(() => {});
			await atMost(ports.clock, goodbyeMsMax, goodbye);
			await client.close().catch(() => {});
		};
		const parts = partsOf(request, {sdk, client, waiting, endedWith: () => endedWith});
		return {ok: true, value: connectionOf(parts, {pid: null, ended, close})};
	} catch (error) {
		await transport.close().catch(() => {});
		return {ok: false, failure: startFailure(error, {...request, sdk, endedWith: null})};
	}
}

async function connectClient(
	{entry, ports, answerer, redact, onToolsChanged, signal}: ConnectionRequest,
	{
		sdk,
		waiting,
		transport,
		versionNegotiation,
	}: {
		readonly sdk: McpSdk;
		readonly waiting: {count: number};
		readonly transport: Transport;
		readonly versionNegotiation: NonNullable<ClientOptions['versionNegotiation']>;
	},
): Promise<Client> {
	const client = new sdk.Client(
		{name: 'agent-tui', version: ports.version},
		{
			capabilities: capabilitiesOf(answerer),
			versionNegotiation,
			listChanged: {tools: {autoRefresh: false, debounceMs: 0, onChanged: onToolsChanged}},
		},
	);
	// Errors are ignored: they are about messages without meaning, such as answers to requests that
	// were never sent.
	client.onerror = () => {};
	if (answerer !== null) {
		const onWaiting = (change: 1 | -1) => {
			waiting.count += change;
		};
		answerRequests(client, {server: entry.name, answerer, redact, onWaiting});
	}
	const aborted = new Promise<never>((_, reject) => {
		signal.addEventListener('abort', () => reject(signal.reason), {once: true});
	});
	aborted.catch(() => {});
	signal.throwIfAborted();
	await Promise.race([
		client.connect(passRawResults(transport), {signal, timeout: sdkTimeoutMs}),
		aborted,
	]);
	return client;
}

const goodbyeMsMax = 2000;
const silentMsUsual = 120_000;
const totalMsUsual = 3_600_000;

function partsOf(
	{entry, ports, redact}: ConnectionRequest,
	{
		waiting,
		...more
	}: Pick<ConnectionParts, 'sdk' | 'client' | 'endedWith'> & {
		readonly waiting: {count: number};
	},
): ConnectionParts {
	const silentMs = entry.timeoutMs ?? silentMsUsual;
	return {
		...more,
		server: entry.name,
		isHttp: entry.place?.type === 'http',
		clock: ports.clock,
		limits: {silentMs, totalMs: Math.max(silentMs, totalMsUsual)},
		redact,
		waiting: () => waiting.count,
	};
}

function connectionOf(
	parts: ConnectionParts,
	own: Pick<ServerConnection, 'pid' | 'ended' | 'close'>,
): ServerConnection {
	return {
		...own,
		listTools: signal =>
			listTools(parts, signal).catch((error: unknown) => {
				const {server, sdk} = parts;
				throw isSignInError(error, sdk) ? new SignInNeeded(signInWords(server, error, sdk)) : error;
			}),
		call: call => callTool(parts, call),
	};
}

const wordsMax = 500;

function startFailure(
	error: unknown,
	{
		entry,
		sdk,
		redact,
		endedWith,
		signal,
	}: ConnectionRequest & {sdk: McpSdk; endedWith: string | null},
): Failure {
	if (isSignInError(error, sdk)) {
		return failed('unauthorized', signInWords(entry.name, error, sdk));
	}
	if (endedWith !== null) {
		return failed('unreachable', `${entry.name} ${redact(endedWith)} before it was ready.`);
	}
	const reason = signal.aborted ? signal.reason : error;
	const words = redact(reason instanceof Error ? reason.message : String(reason));
	return failed('unreachable', `${entry.name} could not be reached: ${words.slice(0, wordsMax)}`);
}
