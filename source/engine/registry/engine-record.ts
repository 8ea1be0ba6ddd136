import type {SessionId} from '../../events/ids.ts';
import {isJsonObject, type JsonObject, parseJson} from '../../events/json.ts';

/**
 * A running session writes this record to a file of its own, so that other programs of this user
 * can find the session and reach it.
 */
export type EngineRecord = {
	/**
	 * The version of this shape. A newer version may add fields; those named here keep their meaning.
	 */
	readonly v: number;
	readonly session: SessionId;
	/** The name that a person gave to the session; without one, the name of its folder. */
	readonly name: string;
	readonly pid: number;
	/**
	 * When the engine's process started; null if the system does not say. A later process with the
	 * same id has another start time.
	 */
	readonly startTime: string | null;
	/**
	 * Identifies the running system in which `pid` counts, as each boot and container has its own;
	 * null if unknown.
	 */
	readonly bootId: string | null;
	readonly machine: string;
	readonly version: string;
	readonly protocol: number;
	/** The path of its socket, which may lie in another folder. */
	readonly socket: string;
	readonly token: string;
	readonly cwd: string;
	/** The host on which the session works; null means this machine. */
	readonly hop: string | null;
	/** The first words of the conversation. */
	readonly title: string;
	/** When the session entered its present `state`. */
	readonly since: number;
	readonly state: EngineState;
	readonly waiting: readonly WaitingCall[];
	/** How many screens show it. */
	readonly screens: number;
};

export type EngineState = (typeof engineStates)[number];

/**
 * A call that waits for an answer to its card. The call's arguments may hold a secret, so this
 * record leaves them out.
 */
export type WaitingCall = {
	readonly call: string;
	readonly tool: string;
	readonly scope: string | null;
	readonly host: string;
	readonly since: number;
};

export const recordVersion = 1;

/** What was found in a record's file. */
export type RecordText =
	| {readonly status: 'record'; readonly record: EngineRecord}
	/** A later version of this program wrote the record; this version can't read it. */
	| {readonly status: 'newer'; readonly v: number}
	| {readonly status: 'garbage'};

const engineStates = ['idle', 'working', 'waiting', 'ended'] as const;

export function parseRecord(text: string): RecordText {
	const value = parseJson(text);
	if (!isJsonObject(value) || !isCount(value['v'])) {
		return {status: 'garbage'};
	}
	const waiting = value['waiting'];
	if (fits(value, fields) && Array.isArray(waiting) && waiting.every(isWaitingCall)) {
		return {status: 'record', record: value as unknown as EngineRecord};
	}
	return value['v'] > recordVersion ? {status: 'newer', v: value['v']} : {status: 'garbage'};
}

type FieldCheck = (value: unknown) => boolean;

const isText: FieldCheck = value => typeof value === 'string';
const isTextOrNull: FieldCheck = value => value === null || isText(value);
const isCount = (value: unknown): value is number =>
	Number.isSafeInteger(value) && (value as number) >= 0;

const fields = {
	v: isCount,
	session: value => typeof value === 'string' && /^[A-Za-z0-9][A-Za-z0-9_-]{0,80}$/.test(value),
	name: isText,
	// To the system, process 0 and negative numbers mean whole groups of processes, which must never
	// get a signal.
	pid: value => isCount(value) && value > 1,
	startTime: isTextOrNull,
	bootId: isTextOrNull,
	machine: isText,
	version: isText,
	protocol: isCount,
	socket: isText,
	token: isText,
	cwd: isText,
	hop: isTextOrNull,
	title: isText,
	since: value => Number.isFinite(value),
	state: value => (engineStates as readonly unknown[]).includes(value),
	waiting: Array.isArray,
	screens: isCount,
} satisfies Record<keyof EngineRecord, FieldCheck>;

const waitingFields = {
	call: isText,
	tool: isText,
	scope: isTextOrNull,
	host: isText,
	since: value => Number.isFinite(value),
} satisfies Record<keyof WaitingCall, FieldCheck>;

function isWaitingCall(value: unknown): boolean {
	return isJsonObject(value) && fits(value, waitingFields);
}

function fits(value: JsonObject, checks: Readonly<Record<string, FieldCheck>>): boolean {
	return Object.entries(checks).every(([name, check]) => check(value[name]));
}
