import {failed, type Result} from '../events/failure.ts';
import {localHost, type TerminalId} from '../events/ids.ts';
import type {Inherited} from '../platform/still-stream.ts';
import type {StoppedTerminal} from './registered-terminal.ts';
import type {HandedTerminal, OpenTerminal, Refusal, TerminalInfo} from './terminal.ts';
import type {TerminalRegistry} from './terminal-registry.ts';
import type {Exit} from './transport.ts';

/**
 * The terminals of this machine after reading has stopped. Another process takes them over, or
 * `goOn` resumes reading.
 */
export type StoppedTerminals = {
	readonly handed: readonly HandedTerminal[];
	/** Returns, by terminal, how programs have ended since the stop. */
	readonly exits: () => Readonly<Record<string, Exit>>;
	readonly goOn: () => void;
};

export type TakenTerminals = {
	readonly begin: (exits: Readonly<Record<string, Exit>>) => void;
};

export type TerminalsHandOver = {
	/** Returns the descriptors of all terminals whose programs run (the PTYs' master sides). */
	readonly inherited: () => readonly Inherited[];
	/** Stops reading every terminal, so that another process can take them over. */
	readonly stopAll: () => Promise<Result<StoppedTerminals>>;
	/** Takes over the terminals of another process. Nothing is read before the result's `begin`. */
	readonly takeOver: (handed: readonly HandedTerminal[]) => Promise<Result<TakenTerminals>>;
};

export function createTerminalsHandOver(
	registry: TerminalRegistry,
	open: (request: OpenTerminal) => Promise<Opened>,
): TerminalsHandOver {
	return {
		inherited: () =>
			registry.all().flatMap(({session, descriptor: master}) => {
				const descriptor = master();
				const of = `terminal of ${session.info().pid}`;
				return descriptor === null ? [] : [{descriptor, of}];
			}),
		stopAll: () => stopAll(registry),
		takeOver: handed => takeOver(handed, {registry, open}),
	};
}

/**
 * Stops all terminals of this machine at the same moment. If one of them can't be taken over,
 * resumes reading all of them, and fails.
 */
async function stopAll(registry: TerminalRegistry): Promise<Result<StoppedTerminals>> {
	const local = registry.all().filter(({session}) => session.info().host === localHost);
	const all = await Promise.all(local.map(entry => entry.stop()));
	const stopped = all.filter(one => one !== null);
	const goOn = () => {
		for (const one of stopped) {
			one.goOn();
		}
	};
	const left = local.find((_, index) => all[index] === null);
	if (left) {
		goOn();
		const message = `Terminal ${left.session.id} can't be handed over now.`;
		return {ok: false, failure: failed('conflict', message)};
	}
	const handed = stopped.map(one => one.handed);
	return {ok: true, value: {handed, goOn, exits: () => exitsOf(stopped)}};
}

function exitsOf(stopped: readonly StoppedTerminal[]): Readonly<Record<string, Exit>> {
	return Object.fromEntries(
		stopped.flatMap(({handed, channel}) => {
			const exit = channel?.exit() ?? null;
			return exit ? [[handed.id, exit]] : [];
		}),
	);
}

type Opened = {readonly ok: true; readonly terminal: TerminalInfo} | Refusal;

/** Opens the same terminals in this process, with everything that was known about them. */
async function takeOver(
	handed: readonly HandedTerminal[],
	{registry, open}: {registry: TerminalRegistry; open: (request: OpenTerminal) => Promise<Opened>},
): Promise<Result<TakenTerminals>> {
	for (const one of handed) {
		const opened = await open(requestFor(one));
		if (!opened.ok) {
			return {ok: false, failure: opened.failure};
		}
	}
	return {
		ok: true,
		value: {
			begin(exits) {
				for (const {id} of handed) {
					registry.get(id as TerminalId)?.session.begin(exits[id] ?? null);
				}
			},
		},
	};
}

function requestFor(handed: HandedTerminal): OpenTerminal {
	const {cwd, owner, title, call, timeLeftMs, copy} = handed;
	return {
		host: localHost,
		cwd,
		owner,
		title,
		// The program is already running; the terminal's title holds its command.
		program: {type: 'shell', command: title, login: false},
		size: copy.screen.emulator,
		...(call !== undefined && {call}),
		...(timeLeftMs !== null && {timeoutMs: timeLeftMs}),
		handed,
	};
}
