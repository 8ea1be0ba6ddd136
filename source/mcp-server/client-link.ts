import {isDeepStrictEqual} from 'node:util';
import type {CallId} from '../events/ids.ts';
import {type JsonObject, parseJson} from '../events/json.ts';
import type {OutsideCaller} from '../events/tool-event.ts';
import type {ToolCall} from '../state/state.ts';
import {neutralise} from '../text/neutralise.ts';
import {type ClientPatience, createPatience, whenGivenUp} from './patience.ts';
import {findCall, type Service} from './service.ts';

export type McpClientName = {
	readonly name: string;
	readonly version: string;
	readonly protocol: string;
};

export type RequestedCall = {
	readonly name: string;
	readonly args: JsonObject;
	/** The request's id as the client chose it. It is unique on this connection only. */
	readonly request: string | number;
};

/** One connection of a client: the calls it has made, and the results it has received. */
export type ClientLink = {
	/**
	 * Starts a call. If the request repeats an earlier one, returns that call instead: either the
	 * same request on this connection, or the same call of a client that left before it got the
	 * result.
	 */
	readonly begin: (
		who: McpClientName,
		wanted: RequestedCall,
	) => {readonly call: CallId; readonly note?: string};
	/** Notes that the answer to this request will hold the whole result of the call. */
	readonly answers: (request: string | number, call: CallId) => void;
	/** Returns whether this client has made the call. */
	readonly owns: (call: CallId) => boolean;
	/** Notes that the client waits for this call's result no longer, while its connection lives. */
	readonly abandon: (call: CallId) => void;
	/** Call this when an HTTP exchange has ended: its answers were delivered, or never will be. */
	readonly exchangeEnded: (exchange: string, isDelivered: boolean) => void;
	/** Call this when the client has received the answer to this request. */
	readonly delivered: (request: string | number) => void;
	readonly leave: (why: string) => void;
	readonly patience: ClientPatience;
	/**
	 * Notes at once if the client gives up this request, because its next request can be the same
	 * call. That is abandoned, if the request has made one.
	 */
	readonly watch: (request: AbortSignal, call: CallId | null) => void;
	/** Returns whether the client has left. Its requests then end without having been cancelled. */
	readonly isGone: () => boolean;
};

type LinkFacts = {
	readonly from: string;
	readonly sessionName?: string | undefined;
};

/** At most this many requests of a connection are remembered. */
const rememberedMax = 1000;

export function openClientLink(service: Service, facts: LinkFacts): ClientLink {
	const {parts} = service;
	const id = parts.ports.ids<string>('mcp');
	const made = new Map<string | number, RequestedCall & {readonly call: CallId}>();
	const own = new Set<CallId>();
	const deliveries = createDeliveries(service);
	const patience = createPatience(service.limits);
	let caller: OutsideCaller | null = null;
	let isGone = false;
	return {
		begin(who, wanted) {
			parts.latePast.readAll();
			caller ??= join(service, {...facts, ...who, id});
			const before = made.get(wanted.request);
			if (before && before.name === wanted.name && isDeepStrictEqual(before.args, wanted.args)) {
				return {call: before.call, note: sameRequest};
			}
			const unclaimed = findUnclaimed(service, wanted);
			const call =
				unclaimed?.id ??
				parts.turns.outside.start({
					caller,
					tool: wanted.name,
					raw: JSON.stringify(wanted.args),
				}).id;
			service.abandoned.delete(call);
			own.add(call);
			made.set(wanted.request, {...wanted, call});
			forgetOldest(made);
			return {call, ...(unclaimed && {note: earlierCall})};
		},
		owns: call => own.has(call),
		...deliveries.told,
		patience,
		watch(request, call) {
			whenGivenUp(request, parts.ports.clock, afterMs => {
				patience.gaveUpAfter(afterMs);
				if (call !== null) {
					deliveries.told.abandon(call);
				}
			});
		},
		isGone: () => isGone,
		leave(why) {
			const isFirst = !isGone;
			isGone = true;
			if (caller === null || !isFirst) {
				return;
			}
			service.connected.delete(id);
			tellLeft(service, {client: id, why, own, delivered: deliveries.count()});
		},
	};
}

/** Tracks which results are on their way to the client, and which it has received. */
function createDeliveries(service: Service) {
	const onTheWay = new Map<string | number, CallId>();
	let count = 0;
	const delivered = (request: string | number) => {
		const call = onTheWay.get(request);
		onTheWay.delete(request);
		if (call !== undefined && tellDelivered(service, call)) {
			count += 1;
		}
	};
	const abandon = (call: CallId) => {
		service.abandoned.add(call);
		const open = findCall(service, call);
		if (open && open.status.type !== 'ended' && isReadOnly(open)) {
			service.parts.turns.outside.cancel(call, 'client-gone');
		}
	};
	const told: Pick<ClientLink, 'answers' | 'delivered' | 'abandon' | 'exchangeEnded'> = {
		answers(request, call) {
			onTheWay.set(request, call);
			forgetOldest(onTheWay);
		},
		delivered,
		abandon,
		exchangeEnded(exchange, isDelivered) {
			const own = [...onTheWay].filter(([request]) => String(request).startsWith(`${exchange} `));
			for (const [request, call] of own) {
				if (isDelivered) {
					delivered(request);
				} else {
					onTheWay.delete(request);
					abandon(call);
				}
			}
		},
	};
	return {told, count: () => count};
}

/**
 * Records which calls the client left behind. Those that only read are stopped, since nobody else
 * needs them.
 */
function tellLeft(
	service: Service,
	{own, ...facts}: {client: string; why: string; delivered: number; own: ReadonlySet<CallId>},
): void {
	const {parts} = service;
	const calls = [...own].flatMap(one => findCall(service, one) ?? []);
	const open = calls.filter(({status}) => status.type !== 'ended');
	const undelivered = calls.filter(({deliveredAt}) => deliveredAt === undefined);
	parts.append({
		type: 'client.left',
		...facts,
		open: open.map(call => call.id),
		undelivered: undelivered.map(call => call.id),
	});
	for (const call of open.filter(isReadOnly)) {
		parts.turns.outside.cancel(call.id, 'client-gone');
	}
}

function join(
	{parts, connected}: Service,
	{id, from, sessionName, ...who}: LinkFacts & McpClientName & {readonly id: string},
): OutsideCaller {
	const told = {name: plain(who.name), version: plain(who.version)};
	parts.append({
		type: 'client.joined',
		client: id,
		...told,
		protocol: plain(who.protocol),
		from,
		...(sessionName !== undefined && {session: sessionName}),
	});
	connected.add(id);
	return {id, name: `${told.name} ${told.version}`.trim()};
}

const sameRequest =
	'This request was made before. This is the result of that call; nothing ran again.';
const earlierCall =
	'This call was made before, and its client was gone, or waited no longer, before it got the result. This is that call. Nothing ran again; to run it anew, make the call once more when it has ended.';

/** Records that the client has received the result. Returns false if that was recorded before. */
function tellDelivered(service: Service, id: CallId): boolean {
	const {parts} = service;
	const call = findCall(service, id);
	if (call?.status.type !== 'ended' || call.deliveredAt !== undefined) {
		return false;
	}
	const now = parts.ports.clock.now();
	const afterMs = Math.max(0, now - (call.endedAt ?? now));
	parts.append({type: 'tool.delivered', call: id, afterMs});
	return true;
}

/**
 * Finds the same call of a client that has left, if the call may have had effects and nobody has
 * received its result.
 */
function findUnclaimed(service: Service, {name, args}: RequestedCall): ToolCall | undefined {
	const {parts, connected, abandoned, limits} = service;
	const since = parts.ports.clock.now() - limits.keptMs;
	return [...parts.store.state().calls.values()].findLast(
		call =>
			call.caller !== undefined &&
			(!connected.has(call.caller.id) || abandoned.has(call.id)) &&
			call.tool === name &&
			call.deliveredAt === undefined &&
			call.released !== true &&
			!isReadOnly(call) &&
			wasMade(call, since) &&
			!parts.turns.outside.isStopping(call.id) &&
			isDeepStrictEqual(parseJson(call.raw), args),
	);
}

/**
 * Whether the call runs, waits or has run. A refused or interrupted call has no result to deliver,
 * and whoever cancelled a call waits for none.
 */
function wasMade({status, endedAt = 0}: ToolCall, since: number): boolean {
	if (status.type !== 'ended') {
		return true;
	}
	const {outcome} = status;
	return endedAt >= since && !withoutResult.has(outcome.status);
}

const withoutResult: ReadonlySet<string> = new Set(['denied', 'cancelled', 'interrupted']);

function isReadOnly({scope}: ToolCall): boolean {
	return scope === null || scope === 'read';
}

function forgetOldest(made: Map<string | number, unknown>): void {
	const [oldest] = made.keys();
	if (made.size > rememberedMax && oldest !== undefined) {
		made.delete(oldest);
	}
}

const nameLengthMax = 60;

/** Makes harmless what a client says about itself, and cuts it. */
function plain(text: string): string {
	return neutralise(text.replace(/\s+/g, ' ').trim()).slice(0, nameLengthMax);
}
