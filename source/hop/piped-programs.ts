import {type Failure, failed, type Result} from '../events/failure.ts';
import type {Clock} from '../platform/clock.ts';
import type {GroupEnd, ProcessGroup} from '../platform/process-group.ts';
import type {Hop} from './hop.ts';
import type {Link, LinkChannel} from './link.ts';
import {type PipedProgram, pipedScript, problemOfProgram, readerScript} from './piped-line.ts';
import {createPtyOutput, type PtyOutput} from './pty-output.ts';
import {lineForAnyShell} from './quote.ts';
import {endTree, type RemoteTree} from './run-end.ts';
import {createMarkerScan, type Nonce, newNonce} from './run-marker.ts';
import type {Refused} from './run-start.ts';
import {whenAborted} from './unknown-start.ts';

/** Starts long-running programs on a host, such as servers, that communicate through pipes. */
export type StartPiped = (
	program: PipedProgram,
	signal: AbortSignal,
) => Promise<Result<ProcessGroup>>;

export type PipedProgramsPorts = Pick<Hop, 'host' | 'link'> & {
	readonly clock: Clock;
	/** Resolves to the next link to this host after a loss; null if there will be none. */
	readonly nextLink: (lost: Link) => Promise<Link | null>;
};

/**
 * Each program is ended together with everything that it started. If the connection is lost first,
 * the program is ended over the next one, before another program is started on the host: it may
 * hold a lock.
 */
export function pipedPrograms(ports: PipedProgramsPorts): StartPiped {
	const {host, clock} = ports;
	const left = new Set<RemoteTree>();
	let ending: Promise<unknown> = Promise.resolve();
	const endLeft = (link: Link): Promise<unknown> => {
		const trees = [...left];
		left.clear();
		const ends = trees.map(async tree => {
			if ((await endTree(link, tree, {clock, manner: 'force'})) === null) {
				left.add(tree);
			}
		});
		ending = Promise.all([ending, ...ends]);
		return ending;
	};
	const leave: Leave = async (link, tree) => {
		left.add(tree);
		const next = await ports.nextLink(link);
		if (next !== null && left.has(tree)) {
			await endLeft(next);
		}
	};
	return async (program, signal) => {
		const link = ports.link();
		const problem = problemOfProgram(program);
		if (link === null || problem !== null) {
			return {
				ok: false,
				failure:
					problem === null
						? failed('unreachable', `${host} is not connected, so nothing was run there.`)
						: failed('bad-input', `${program.argv[0]} was not started on ${host}: ${problem}.`),
			};
		}
		await endLeft(link);
		return startOver(link, {program, signal, clock, leave});
	};
}

/** Remembers a program that may still run on the host, to end it over the next connection. */
type Leave = (lost: Link, tree: RemoteTree) => Promise<void>;

type Start = {
	readonly program: PipedProgram;
	readonly signal: AbortSignal;
	readonly clock: Clock;
	readonly leave: Leave;
};

async function startOver(link: Link, start: Start): Promise<Result<ProcessGroup>> {
	const {program, signal, clock, leave} = start;
	const {host} = link;
	const [nonce, last] = [newNonce(), newNonce().whole];
	const opening = link.open({command: lineForAnyShell(readerScript, [last])}, signal);
	const opened = await Promise.race([opening, whenAborted(signal)]);
	if ('type' in opened) {
		// The script was not sent yet, so the shell on the host runs nothing.
		void opening.then(late => late.ok && late.value.close());
		return {ok: false, failure: givenUp(host)};
	}
	if (!opened.ok) {
		return opened;
	}
	const channel = opened.value;
	const outlets = {output: createOutlet(), errors: createOutlet()};
	readErrors(channel, nonce, outlets.errors.push);
	const events = {onBytes: outlets.output.push, onExit() {}};
	const output = createPtyOutput({link, channel, nonce, events, clock});
	channel.write(Buffer.from(`${pipedScript(program, nonce)}${last}\n`));
	const begun = await Promise.race([output.begun, whenAborted(signal)]);
	if (begun.type === 'started') {
		const tree = {leader: begun.leader, marker: nonce.whole};
		return {ok: true, value: groupOf(link, {channel, output, outlets, tree, clock, leave})};
	}
	output.stop();
	channel.close();
	const unknown = {leader: {pid: 0, startTicks: 0, terminal: null}, marker: nonce.whole};
	switch (begun.type) {
		case 'late':
			void endTree(link, unknown, {clock, manner: 'force'});
			return {ok: false, failure: givenUp(host)};
		case 'lost':
			void leave(link, unknown);
			return {ok: false, failure: failed('unreachable', `${lostWords(host)}.`)};
		case 'refused':
			return {ok: false, failure: refusal(begun.why, {host, program})};
		case 'ended': {
			const said = begun.said === '' ? '' : ` It said: ${begun.said}`;
			const message = `The login shell on ${host} ended before ${program.argv[0]} began.${said}`;
			return {ok: false, failure: failed('refused', message)};
		}
	}
}

function lostWords(host: string): string {
	return `the connection to ${host} is lost`;
}

function givenUp(host: string): Failure {
	return failed('timeout', `${host} did not say that the program began, and was not waited for.`);
}

function refusal(
	why: Refused,
	{host, program: {argv, cwd}}: {host: string; program: PipedProgram},
): Failure {
	return why === 'workdir'
		? failed('not-found', `The folder ${cwd} does not exist on ${host} or can't be entered.`)
		: failed('not-found', `There is no program ${argv[0]} that can be run on ${host}.`);
}

/** Passes on what the program prints to stderr, without text that an rc file printed before. */
function readErrors(channel: LinkChannel, nonce: Nonce, give: (bytes: Uint8Array) => void): void {
	const scan = createMarkerScan(nonce);
	let hasBegun = false;
	channel.stderr.on('data', (bytes: Uint8Array) => {
		const own = hasBegun ? bytes : scan.push(bytes)?.rest;
		if (own !== undefined) {
			hasBegun = true;
			give(own);
		}
	});
}

type Outlet = {
	readonly push: (bytes: Uint8Array) => void;
	readonly listen: (listener: (bytes: Uint8Array) => void) => void;
};

/** A stream of bytes. What comes before a listener is set is kept for it. */
function createOutlet(): Outlet {
	let early: Uint8Array[] = [];
	let hear: ((bytes: Uint8Array) => void) | null = null;
	return {
		push(bytes) {
			if (hear === null) {
				early.push(bytes);
			} else {
				hear(bytes);
			}
		},
		listen(listener) {
			hear = listener;
			for (const bytes of early) {
				listener(bytes);
			}
			early = [];
		},
	};
}

type GroupParts = {
	readonly channel: LinkChannel;
	readonly output: PtyOutput;
	readonly outlets: {readonly output: Outlet; readonly errors: Outlet};
	readonly tree: RemoteTree;
	readonly clock: Clock;
	readonly leave: Leave;
};

/** How long a program may take to end by itself after its input was closed. */
const inputMsMax = 1000;

function groupOf(link: Link, parts: GroupParts): ProcessGroup {
	const {channel, output, outlets, tree, clock, leave} = parts;
	const drained = new Set<() => void>();
	channel.onDrain(() => {
		for (const listener of [...drained]) {
			listener();
		}
	});
	const ended = endOf(link, parts);
	let ending: Promise<void> | null = null;
	const end = async () => {
		channel.endInput();
		await Promise.race([ended, clock.sleep(inputMsMax)]);
		const isAsked = !output.isLost();
		if (isAsked && (await endTree(link, tree, {clock, manner: 'force'})) === null) {
			void leave(link, tree);
		}
		output.stop();
		channel.close();
	};
	return {
		pid: tree.leader.pid,
		write: text => channel.write(Buffer.from(text)),
		onDrain(listener) {
			drained.add(listener);
			return () => drained.delete(listener);
		},
		onOutput: outlets.output.listen,
		onErrors: outlets.errors.listen,
		ended,
		end: () => {
			ending ??= end();
			return ending;
		},
	};
}

async function endOf(link: Link, {channel, output, tree, leave}: GroupParts): Promise<GroupEnd> {
	const end = await output.ended;
	if (end.type === 'ended') {
		await output.drained();
		const {exitCode, signal} = end.end;
		const name = signal === null || signal.startsWith('SIG') ? signal : `SIG${signal}`;
		return {exitCode, signal: name as NodeJS.Signals | null, lastWords: ''};
	}
	void leave(link, tree);
	const isCut = channel.wasCut() || end.failure.kind !== 'incomplete';
	const lost = isCut ? lostWords(link.host) : `${link.host} did not say how it ended`;
	return {exitCode: null, signal: null, lastWords: '', lost};
}
