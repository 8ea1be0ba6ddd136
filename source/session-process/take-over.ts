import {closeSync} from 'node:fs';
import type {Socket} from 'node:net';
import {version} from '../cli/version.ts';
import type {TakenEngine} from '../engine/hand-over.ts';
import {failed, type Result} from '../events/failure.ts';
import type {EngineSession} from '../front-ends/open-engine.ts';
import {inheritLock} from '../platform/lock.ts';
import type {JournalOptions} from '../storage/journal.ts';
import {openConnection} from '../wire/connection.ts';
import {type FromSuccessor, handOverFormat, type ToSuccessor} from './hand-over-messages.ts';

type Take = Extract<ToSuccessor, {type: 'take'}>;

/** How screens reach the session that this process takes over. */
export type Inheritance = Take['way'];

export type TakeOverPorts = {
	/** Opens the session. The process that hands it over still has the journal's lock. */
	readonly open: (lock: NonNullable<JournalOptions['lock']>) => Result<EngineSession>;
	/** Starts to work. Calls `onFound` as soon as other processes find this one. */
	readonly begin: (
		opened: EngineSession,
		how: {readonly way: Inheritance; readonly from: string; readonly onFound: () => void},
	) => void;
};

/** The longest message: it contains the lines of all terminals. */
const incomingLengthMax = 1024 * 1024 * 1024;

/**
 * Takes over a session from the process that started this one. Before that process says `go`, this
 * one writes nothing and reads from no terminal, so that the other can continue if this one fails.
 */
export function takeOver(control: Socket, {open, begin}: TakeOverPorts): void {
	const inherited = inheritLock(process.ppid);
	let made: (Made & {readonly way: Inheritance; readonly from: string}) | null = null;
	let isOurs = false;
	const say = (message: FromSuccessor) => connection.send(message);
	const prepare = async ({format, engine, way, unused}: Take) => {
		unused.forEach(closeSync);
		const result =
			format === handOverFormat
				? await make(() => open(inherited.lock), engine)
				: refuse(`what it got has version ${format}`);
		// Refuse the session if its journal can't be locked. Opening works without the lock, but then
		// the session would run here and no other process could find it.
		const problem = inherited.problem();
		if (result.ok && problem === null) {
			made = {...result.value, way, from: engine.from};
			say({type: 'ready'});
		} else {
			const why = result.ok ? `the session can't be locked: ${problem}` : result.failure.message;
			say({type: 'refused', why});
		}
	};
	const connection = openConnection(control, {
		lengthMax: incomingLengthMax,
		onMessage(message) {
			const said = message as ToSuccessor;
			if (said.type === 'take') {
				prepare(said).catch(error => say({type: 'refused', why: String(error)}));
			} else if (said.type === 'go' && made) {
				isOurs = true;
				inherited.take();
				made.taken.begin(said.exits);
				begin(made.opened, {...made, onFound: () => say({type: 'running'})});
			}
		},
		onClose() {
			if (!isOurs) {
				// This process has changed nothing yet, so it just exits.
				process.exit(1);
			}
		},
	});
	say({type: 'loaded', version, format: handOverFormat});
}

type Made = {readonly opened: EngineSession; readonly taken: TakenEngine};

async function make(
	open: () => Result<EngineSession>,
	engine: Take['engine'],
): Promise<Result<Made>> {
	const opened = open();
	if (!opened.ok) {
		return opened;
	}
	const taken = await opened.value.engine.handOver.take(engine);
	return taken.ok ? {ok: true, value: {opened: opened.value, taken: taken.value}} : taken;
}

function refuse(message: string): Extract<Result<never>, {ok: false}> {
	return {ok: false, failure: failed('conflict', message)};
}
