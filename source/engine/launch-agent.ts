import {mkdtempSync, readdirSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {ProxyState, Stamped} from '../events/event.ts';
import {failed, type Result} from '../events/failure.ts';
import {localHost, type TerminalId} from '../events/ids.ts';
import type {Timer} from '../platform/clock.ts';
import {isProcessAlive} from '../platform/process-identity.ts';
import {tailFile} from '../platform/tail-file.ts';
import {treeMemoryMb} from '../platform/tree-memory.ts';
import {planStart} from '../terminal/start-checks.ts';
import {createGuestWatch, type GuestWatch} from '../watchdog/agent-watch.ts';
import {guestPlaces, guestSetup, withoutProxyForUs} from '../watchdog/launched-agent.ts';
import type {EngineParts} from './engine-parts.ts';

type Words = readonly [string, ...string[]];

type LaunchParts = Pick<EngineParts, 'ports' | 'store' | 'settings' | 'terminals' | 'monitoring'>;

/**
 * Runs another agent in a user terminal and points its API at our proxy. Its own configuration
 * files are not touched. Its stderr is also copied to a file, which is watched for errors.
 */
export async function launchAgent(words: Words, parts: LaunchParts): Promise<Result<TerminalId>> {
	const {ports, monitoring} = parts;
	const started = await startGuest(words, parts);
	if (!started.ok) {
		const {kind, message} = started.failure;
		return {ok: false, failure: failed(kind, `${words[0]} was not started. ${message}`)};
	}
	const {id, pid, folder, url} = started.value;
	const guest = createGuestWatch({
		clock: ports.clock,
		memoryMb: () => (pid === null ? null : treeMemoryMb(pid)),
		memoryMbMax: () => parts.settings.now().monitoring.guestMaxMemoryMb,
		newLines: tailFile(join(folder, 'stderr'), {bytesMax: errorBytesMax}),
		onSignal: monitoring.take,
	});
	monitoring.addGuest(guest);
	follow(parts, {id, url, guest, clean: () => remove(folder)});
	return {ok: true, value: id};
}

type Started = {
	readonly id: TerminalId;
	readonly pid: number | null;
	readonly folder: string;
	readonly url: string;
};

async function startGuest(
	words: Words,
	{ports, terminals, monitoring}: LaunchParts,
): Promise<Result<Started>> {
	const found = await planStart(
		{program: {type: 'argv', argv: words}, cwd: ports.cwd},
		{PATH: ports.env['PATH'] ?? ''},
	);
	if (!found.ok) {
		return found;
	}
	const abort = AbortSignal.timeout(addressMsMax);
	const address = await monitoring.supervisor.address(abort).catch(() => null);
	if (!address) {
		const failure = failed('unreachable', 'The proxy does not run; /monitor shows why.');
		return {ok: false, failure};
	}
	const {argv, environment} = guestSetup(words, {...address, model: 'default'});
	sweep();
	const folder = mkdtempSync(join(tmpdir(), `${folderName}${process.pid}-`));
	const opened = await terminals.open({
		host: localHost,
		program: {type: 'argv', argv: ['sh', '-c', copyErrors, 'sh', folder, ...argv]},
		environment: {
			...guestPlaces(words[0], ports.env),
			...environment,
			...withoutProxyForUs(ports.env),
		},
		cwd: ports.cwd,
		owner: 'user',
		title: words.join(' '),
	});
	if (!opened.ok) {
		remove(folder);
		return opened;
	}
	return {ok: true, value: {...opened.terminal, folder, url: address.url}};
}

const addressMsMax = 20_000;

/** For any POSIX shell: sends stderr through a pipe to a file and to the terminal. */
const copyErrors = [
	'folder=$1; shift',
	'mkfifo -m 600 "$folder/pipe" || exit 1',
	'(trap "" INT; exec tee -a "$folder/stderr" < "$folder/pipe" >&2) &',
	'exec "$@" 2> "$folder/pipe"',
].join('\n');

const folderName = 'agent-tui-guest-';
/** The stderr file is truncated when it exceeds this size. Its lines have been read by then. */
const errorBytesMax = 1_048_576;

/** Deletes folders in the temp folder whose process was killed before it could remove them. */
function sweep(): void {
	for (const name of readdirSync(tmpdir())) {
		const pid = name.startsWith(folderName)
			? Number.parseInt(name.slice(folderName.length), 10)
			: 0;
		if (pid > 0 && !isProcessAlive({pid, start: null})) {
			remove(join(tmpdir(), name));
		}
	}
}

function remove(folder: string): void {
	try {
		rmSync(folder, {recursive: true, force: true});
	} catch {
		// The folder belongs to another user or is still in use. The next launch tries again.
	}
}

/**
 * Follows the launched agent until it ends. If the user closes it, or this program ends it, that is
 * no fault.
 */
function follow(
	{ports, store, monitoring}: LaunchParts,
	{id, url, guest, clean}: {id: TerminalId; url: string; guest: GuestWatch; clean: () => void},
): void {
	let pause: Timer | null = null;
	const finish = (tellEnd: () => void) => {
		pause?.cancel();
		stop();
		monitoring.removeGuest(guest);
		tellEnd();
		guest.close();
		clean();
	};
	const stop = store.onEvent((event: Stamped) => {
		if (event.type === 'proxy.changed' && hasMoved(event.proxy, url)) {
			monitoring.take({kind: 'guest-config.stale', at: ports.clock.now()});
		} else if (event.type === 'terminal.exited' && event.terminal === id) {
			pause = ports.clock.after(closedMs, () => finish(() => guest.ended(event)));
		} else if (event.type === 'terminal.closed' && event.terminal === id) {
			finish(() => {});
		}
	});
}

/**
 * After the program has ended, wait this long for the event that says whether the user closed its
 * terminal.
 */
const closedMs = 250;

/** Whether the proxy's address has changed since the launched agent was started. */
function hasMoved(proxy: ProxyState, url: string): boolean {
	return proxy.status === 'ready' && proxy.url !== url;
}
