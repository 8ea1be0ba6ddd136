import {failed, type Result} from '../../events/failure.ts';
import type {ZoneOf} from '../arq/health.ts';
import type {WorkerMachine} from '../machine.ts';
import {lookScript} from './scripts.ts';

/** What the pid file says, and which process it names. */
export type ProcessLook = {
	readonly clock: ZoneOf;
	readonly found:
		| {readonly type: 'no-file'}
		/** The pid file can't be used, for instance because it is a folder or holds no pid. */
		| {readonly type: 'unreadable'; readonly why: string}
		| {readonly type: 'gone'; readonly pid: number}
		/** The process exists, but this user may not see its command line. */
		| {readonly type: 'hidden'; readonly pid: number}
		| {readonly type: 'process'; readonly process: FoundProcess};
};

export type FoundProcess = {
	readonly pid: number;
	/** The start time. Pid and start together identify a process on that machine. */
	readonly start: string;
	readonly ageMs: number;
	readonly cpuMs: number;
	readonly memoryBytes: number;
	readonly owner: string;
	/** Whether the process belongs to another user than the one who looks at it. */
	readonly isOthers: boolean;
	/** The words of the command line, or one text if the system does not separate them. */
	readonly words: readonly string[] | string;
	/**
	 * How many milliseconds before the pid file was written the process began; negative if it began
	 * later.
	 */
	readonly beforeFileMs: number;
};

export async function lookAtProcess(
	machine: WorkerMachine,
	{pidfile, signal}: {pidfile: string; signal: AbortSignal},
): Promise<Result<ProcessLook>> {
	const asked = await machine.script({script: lookScript, parameters: [pidfile], signal});
	if (!asked.ok) {
		return asked;
	}
	const facts = new Map(
		asked.value.output.split('\n').map(line => {
			const [name = '', ...rest] = line.split(' ');
			return [name, rest.join(' ').trim()] as const;
		}),
	);
	const now = Number(facts.get('now')) * 1000;
	return Number.isFinite(now)
		? {
				ok: true,
				value: {
					clock: {now, offsetMinutes: minutesOf(facts.get('zone') ?? '')},
					found: read(facts, now),
				},
			}
		: {
				ok: false,
				failure: failed('protocol', `${machine.host} did not say which processes it has.`),
			};
}

type Facts = ReadonlyMap<string, string>;

function read(facts: Facts, now: number): ProcessLook['found'] {
	const file = facts.get('file');
	if (file !== undefined) {
		return file === 'none' || file === 'empty'
			? {type: 'no-file'}
			: {type: 'unreadable', why: file === 'closed' ? 'can’t be read' : 'holds no pid'};
	}
	const pid = Number(facts.get('pid'));
	if (facts.get('process') === 'hidden') {
		return {type: 'hidden', pid};
	}
	const start = facts.get('begun');
	const process = start === undefined ? null : readProcess(facts, {pid, start, now});
	return process === null ? {type: 'gone', pid} : {type: 'process', process};
}

function readProcess(
	facts: Facts,
	{pid, start, now}: {pid: number; start: string; now: number},
): FoundProcess | null {
	const times = timesFromTicks(facts) ?? timesFromPs(facts);
	const words = wordsOf(facts);
	if (times === null || words === null) {
		return null;
	}
	const [uid = '', owner = ''] = (facts.get('owner') ?? '').split(/\s+/);
	return {
		pid,
		start,
		...times,
		memoryBytes: Number(facts.get('memory') ?? 0) * 1024,
		owner: owner === '' ? `user ${uid}` : owner,
		isOthers: uid === '' || uid !== facts.get('me'),
		words,
		beforeFileMs: Number(facts.get('written')) * 1000 - (now - times.ageMs),
	};
}

type Times = Pick<FoundProcess, 'ageMs' | 'cpuMs'>;

function timesFromTicks(facts: Facts): Times | null {
	const [start = 0, spent = 0, hertz = 100] = (facts.get('ticks') ?? '').split(' ').map(Number);
	const uptime = Number(facts.get('uptime'));
	return facts.has('ticks') && Number.isFinite(uptime)
		? {
				ageMs: Math.max(0, Math.round((uptime - start / hertz) * 1000)),
				cpuMs: Math.round((spent / hertz) * 1000),
			}
		: null;
}

function timesFromPs(facts: Facts): Times | null {
	const [age, spent] = (facts.get('spent') ?? '').split(/\s+/).map(secondsOf);
	return age === undefined || spent === undefined || Number.isNaN(age + spent)
		? null
		: {ageMs: age * 1000, cpuMs: Math.round(spent * 1000)};
}

/** Parses `[days-][hours:]minutes:seconds`, as `ps` writes a time. */
function secondsOf(text: string): number {
	const [rest = '', days = '0'] = text.split('-').toReversed();
	const parts = rest.split(':').map(Number);
	return parts.reduce((sum, part) => sum * 60 + part, 0) + Number(days) * 86_400;
}

function wordsOf(facts: Facts): readonly string[] | string | null {
	const words = facts.get('words');
	if (words !== undefined) {
		const text = Buffer.from(words, 'hex').toString('utf8');
		return text === '' ? null : text.replace(/\0$/, '').split('\0');
	}
	const line = facts.get('line');
	return line === undefined ? null : Buffer.from(line, 'hex').toString('utf8').trim();
}

/** Parses a time zone such as `+0130`. */
function minutesOf(zone: string): number {
	const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d\d)(\d\d)$/.exec(zone) ?? [];
	return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
