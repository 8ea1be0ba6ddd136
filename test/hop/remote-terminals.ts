import {createHash, randomUUID} from 'node:crypto';
import {onTestFinished} from 'vitest';
import type {HostId, TerminalId} from '../../source/events/ids.ts';
import type {Link} from '../../source/hop/link.ts';
import {type HopTransportPorts, hopTransport} from '../../source/hop/transport.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {systemIds} from '../../source/platform/ids.ts';
import type {OpenTerminal} from '../../source/terminal/terminal.ts';
import {createTerminals} from '../../source/terminal/terminals.ts';
import type {Exit, Transport} from '../../source/terminal/transport.ts';
import type {WaitConditions} from '../../source/terminal/wait-conditions.ts';
import {patientClock} from '../helpers/patient-clock.ts';
import {patienceMs} from '../terminal/terminal-harness.ts';

const clock = systemClock();

/**
 * Terminals over a link, with everything above the transport as it is. The host may take long to
 * confirm something: what the product says then has tests of its own.
 */
export function terminalsOver(
	link: HopTransportPorts['link'],
	persistence?: HopTransportPorts['persistence'],
) {
	const host = 'there' as HostId;
	const ports = {host, link, clock: patientClock(), ...(persistence && {persistence})};
	return remoteTerminals(hopTransport(ports));
}

export function remoteTerminals(transport: Transport) {
	const {host} = transport;
	const terminals = createTerminals({
		clock,
		ids: systemIds(),
		limits: {max: 10, idleExitedMs: 60_000, scrollbackLines: 1000},
		transports: asked => (asked === host ? transport : null),
		logFolder: null,
		onChange: () => {},
	});
	onTestFinished(() => terminals.closeAll());
	const open = (command: string | null, also: Partial<OpenTerminal> = {}) =>
		terminals.open({
			host,
			program: {type: 'shell', command, login: false},
			cwd: '/tmp',
			owner: 'model',
			...also,
		});
	const shell = async (command: string | null, also: Partial<OpenTerminal> = {}) => {
		const opened = await open(command, also);
		if (!opened.ok) {
			throw new Error(`${opened.code}: ${opened.failure.message}`);
		}
		return opened.terminal;
	};
	const wait = (id: TerminalId, conditions: WaitConditions) =>
		terminals.wait([id], {
			conditions,
			deadlineMs: patienceMs,
			signal: new AbortController().signal,
		});
	const finish = async (id: TerminalId) => {
		await wait(id, {exit: true});
		const reading = await terminals.read(id);
		return `${reading?.output.head ?? ''}${reading?.output.tail ?? ''}`;
	};
	return {terminals, open, shell, wait, finish};
}

export const text = (literal: string) => ({text: {type: 'literal', text: literal}}) as const;

/** One command in a terminal of a link, with nothing above the transport: how it ended, and a hash. */
export async function runInTerminal(
	link: Link,
	command: string,
): Promise<{readonly hash: string; readonly bytes: number; readonly exit: Exit}> {
	const hash = createHash('sha256');
	let bytes = 0;
	const {promise: ended, resolve: end} = Promise.withResolvers<Exit>();
	const transport = hopTransport({host: link.host, link: () => link, clock});
	const opened = await transport.open(
		{
			program: {type: 'shell', command, login: false},
			cwd: '/tmp',
			owner: 'model',
			size: {columns: 80, rows: 24},
			marker: randomUUID(),
		},
		{
			onBytes(some) {
				bytes += some.length;
				hash.update(some);
			},
			onExit: end,
		},
	);
	if (!opened.ok) {
		throw new Error(`${opened.code}: ${opened.failure.message}`);
	}
	const exit = await ended;
	opened.channel.release();
	return {exit, bytes, hash: hash.digest('hex')};
}
