import type {Failure, Result} from '../events/failure.ts';
import type {JsonObject} from '../events/json.ts';
import type {McpServerState, McpTool} from '../events/mcp.ts';
import type {McpServers} from '../mcp-client/mcp-servers.ts';
import type {Clock} from '../platform/clock.ts';
import {isSwitchedOff, leftOutWords} from '../state/mcp-words.ts';
import {cleanText} from './clean-text.ts';

export type ServerListsPorts = {
	readonly servers: Pick<McpServers, 'states' | 'tools' | 'onToolsChanged'>;
	readonly clock: Clock;
	/** Shows a notice to the person. */
	readonly notify: (text: string) => void;
};

/**
 * The tools of each server, as far as they are known. Servers are asked in the background, so that
 * no caller waits for a slow server longer than it wants to.
 */
export type ServerLists = {
	/** Asks every server that was not asked yet, and waits at most this long for the answers. */
	readonly ask: (waitMsMax: number, signal?: AbortSignal) => Promise<void>;
	/** Returns the tools of one server, however long that takes. */
	readonly of: (server: string, signal: AbortSignal) => Promise<Result<readonly McpTool[]>>;
	readonly known: () => ReadonlyMap<string, readonly McpTool[]>;
	/** Returns a number that grows with each change of what is known. */
	readonly version: () => number;
	/** Says for each server whose tools are not known why that is so. */
	readonly missing: () => JsonObject;
	readonly close: () => void;
};

export function createServerLists(ports: ServerListsPorts): ServerLists {
	const {servers, clock} = ports;
	const closing = new AbortController();
	const {known, pending, failures, list, forget, version} = createRequests(ports, closing.signal);
	const stopChanges = servers.onToolsChanged(server => {
		if (!closing.signal.aborted) {
			list(server);
		}
	});
	const stopStates = servers.states.subscribe(() => {
		const there = new Set(servers.states.snapshot().map(({name}) => name));
		const gone = [...known.keys(), ...failures.keys(), ...pending.keys()];
		gone.filter(name => !there.has(name)).forEach(forget);
	});
	return {
		async ask(waitMsMax, signal) {
			for (const server of servers.states.snapshot()) {
				const {name, state} = server;
				if (
					!isSwitchedOff(server) &&
					!known.has(name) &&
					(state === 'ready' || !failures.has(name))
				) {
					list(name);
				}
			}
			const recent = [...pending.values()].filter(
				({startedAt}) => clock.elapsed() - startedAt < waitMsMax,
			);
			if (recent.length > 0) {
				await waitFor(recent, {clock, waitMsMax, signal});
			}
		},
		async of(server, signal) {
			const tools = pending.has(server) ? undefined : known.get(server);
			if (tools) {
				return {ok: true, value: tools};
			}
			const result = await orAborted(list(server).answer, signal);
			return result.ok ? {ok: true, value: known.get(server) ?? []} : result;
		},
		known: () => known,
		version,
		missing: () =>
			Object.fromEntries(
				servers.states
					.snapshot()
					.filter(({name}) => !known.has(name))
					.map(server => [server.name, whyMissing(server)]),
			),
		close() {
			closing.abort();
			stopChanges();
			stopStates();
		},
	};
}

/** Asks each server for its tools, with at most one request at a time, and keeps the answers. */
function createRequests({servers, clock, notify}: ServerListsPorts, signal: AbortSignal) {
	const known = new Map<string, readonly McpTool[]>();
	const pending = new Map<string, Pending>();
	const failures = new Map<string, Failure>();
	/** The last notice about tools that were left out, by server. */
	const told = new Map<string, string>();
	let version = 0;
	const take = (server: string, result: Result<readonly McpTool[]>) => {
		version += 1;
		if (!result.ok) {
			failures.set(server, result.failure);
			return;
		}
		known.set(server, result.value);
		failures.delete(server);
		const {leftOut = []} = servers.states.snapshot().find(({name}) => name === server) ?? {};
		const words = cleanText(leftOutWords(leftOut));
		if (words !== '' && told.get(server) !== words) {
			notify(`MCP server ${server}: ${words}`);
		}
		told.set(server, words);
	};
	const list = (server: string): Pending => {
		const current = pending.get(server);
		if (current) {
			return current;
		}
		const answer = servers.tools(server, signal).then(result => {
			// The server may have been removed meanwhile. Its answer does not count for a new server of
			// the same name.
			if (pending.get(server) === started) {
				pending.delete(server);
				take(server, result);
			}
			return result;
		});
		const started: Pending = {answer, startedAt: clock.elapsed()};
		pending.set(server, started);
		return started;
	};
	const forget = (server: string) => {
		version += 1;
		for (const map of [known, failures, pending, told]) {
			map.delete(server);
		}
	};
	return {known, pending, failures, list, forget, version: () => version};
}

type Pending = {
	readonly answer: Promise<Result<readonly McpTool[]>>;
	readonly startedAt: number;
};

async function waitFor(
	lists: readonly Pending[],
	{clock, waitMsMax, signal}: {clock: Clock; waitMsMax: number; signal: AbortSignal | undefined},
): Promise<void> {
	const end = new AbortController();
	const ending = AbortSignal.any([end.signal, ...(signal ? [signal] : [])]);
	await Promise.race([
		Promise.all(lists.map(({answer}) => answer)),
		clock.sleep(waitMsMax, ending),
	]);
	end.abort();
}

function orAborted<Value>(
	answer: Promise<Result<Value>>,
	signal: AbortSignal,
): Promise<Result<Value>> {
	const cancelled = {
		ok: false,
		failure: {kind: 'cancelled', message: 'It was cancelled.'},
	} as const;
	if (signal.aborted) {
		return Promise.resolve(cancelled);
	}
	const over = Promise.withResolvers<Result<Value>>();
	const abort = () => over.resolve(cancelled);
	signal.addEventListener('abort', abort, {once: true});
	return Promise.race([answer, over.promise]).finally(() =>
		signal.removeEventListener('abort', abort),
	);
}

function whyMissing({state, why}: McpServerState): string {
	return why === null ? state : `${state}: ${why}`;
}
