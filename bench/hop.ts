/**
 * `node bench/hop.ts`: compares work on another machine with the system's ssh, with a new
 * connection and through a ControlMaster, over the same loopback and in turns. Compare the ratios,
 * not the milliseconds.
 */
import {spawn} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {localHost} from '../source/events/ids.ts';
import {remoteFiles} from '../source/hop/files.ts';
import type {Link} from '../source/hop/link.ts';
import {lineForAnyShell} from '../source/hop/quote.ts';
import {runLine} from '../source/hop/run-line.ts';
import {newNonce} from '../source/hop/run-marker.ts';
import {announcement} from '../source/hop/run-script.ts';
import {systemClock} from '../source/platform/clock.ts';
import {linkTo, scriptedPorts} from '../test/helpers/hop-ports.ts';
import {openSshLab, type SshLab} from '../test/helpers/ssh-lab.ts';
import {type BenchTerminals, openBenchTerminals} from './hop-terminals.ts';
import {median} from './statistics.ts';
import {type Line, tableOf} from './table.ts';

const clock = systemClock();
const smallRounds = 15;
const largeRounds = 3;
const largeBytes = 100_000_000;
const smallFileBytes = 20_000;
/** The delay in each direction, so a round trip takes twice as long. */
const farMs = 150;
const flood = 'yes "a line of a build that prints far too much" | head -c 40000000';

await bench();

async function bench(): Promise<void> {
	const lab = openSshLab();
	try {
		const {home} = await lab.startServer({alias: 'bench'});
		await lab.startServer({alias: 'far', relay: {delayMs: farMs}});
		const near = await openPlace(lab, 'bench');
		const far = await openPlace(lab, 'far');
		console.log(tableOf([...(await measure({...near, home})), ...(await measureFar(far))]));
		await near.close();
		await far.close();
	} finally {
		await lab.close();
	}
}

type Place = {
	readonly connect: () => Promise<Link>;
	readonly link: Link;
	readonly terminals: BenchTerminals;
	/** The arguments for ssh: with a new connection (`fresh`), and over an open one (`warm`). */
	readonly fresh: readonly string[];
	readonly warm: readonly string[];
	readonly close: () => Promise<void>;
};

async function openPlace(lab: SshLab, alias: string): Promise<Place> {
	const connect = () => linkTo(alias, scriptedPorts(lab.configFile));
	const link = await connect();
	const terminals = openBenchTerminals(link, clock);
	const master = await startMaster(lab, alias);
	const fresh = ['-F', lab.configFile, '-o', 'BatchMode=yes', alias];
	return {
		connect,
		link,
		terminals,
		fresh,
		warm: ['-S', master.socket, ...fresh],
		async close() {
			await terminals.close();
			link.close();
			master.stop();
		},
	};
}

/** Compares over a slow connection. Tools run each command in a terminal, so ssh gets -tt. */
async function measureFar({
	connect,
	link,
	terminals,
	fresh,
	warm,
}: Place): Promise<readonly Line[]> {
	const what = `at ${2 * farMs} ms for a round trip`;
	return [
		await compare({
			what: `connect and run a command, ${what}`,
			rounds: largeRounds,
			ours: () => connectAndRun(connect),
			ssh: () => ssh(['-tt', ...fresh, 'true']),
		}),
		await compare({
			what: `a warm command, ${what}`,
			rounds: largeRounds,
			ours: () => terminals.run('true', link.host),
			ssh: () => ssh(['-tt', ...warm, 'true']),
			against: 'ssh, ControlMaster',
		}),
	];
}

async function connectAndRun(connect: Place['connect']): Promise<void> {
	const link = await connect();
	const terminals = openBenchTerminals(link, clock);
	await terminals.run('true', link.host);
	link.close();
}

type Near = Place & {readonly home: string};

async function measure(place: Near): Promise<readonly Line[]> {
	const {home, link, connect, terminals, fresh, warm} = place;
	const file = join(home, 'small');
	const large = Buffer.alloc(largeBytes, 'large file\n');
	writeFileSync(file, Buffer.alloc(smallFileBytes, 'x'));
	const files = remoteFiles({host: link.host, link: () => link, home, clock});
	const read = () => files.read(file, {bytesMax: largeBytes});
	const print = `head -c ${largeBytes} /dev/zero`;
	const upload = {command: `cat > ${home}/up`, input: large};
	const small = (what: string, versions: Versions) =>
		compare({what, rounds: smallRounds, ...versions});
	const many = (what: string, versions: Versions) =>
		compare({what, rounds: largeRounds, ...versions});
	return [
		await small('connect and run a command', {
			ours: () => connectAndRun(connect),
			ssh: () => ssh(['-tt', ...fresh, 'true']),
		}),
		await small('a warm command', {
			ours: () => terminals.run('true', link.host),
			ssh: () => ssh(['-tt', ...warm, 'true']),
			against: 'ssh, ControlMaster',
		}),
		await many('a flood of 40 MB in a terminal', {
			ours: () => terminals.run(flood, link.host),
			ssh: () => terminals.run(flood, localHost),
			against: 'a local terminal',
		}),
		await small('read 20 kB', {
			ours: read,
			ssh: () => ssh([...warm, `cat ${file}`]),
			against: 'ssh, ControlMaster',
		}),
		await many('100 MB of output', {
			ours: () => over(link, {command: print}),
			ssh: () => ssh([...fresh, print]),
		}),
		await many('100 MB of output', {
			ours: () => over(link, {command: print}),
			ssh: () => ssh([...warm, print]),
			against: 'ssh, ControlMaster',
		}),
		await many('upload 100 MB to a command', {
			ours: () => over(link, upload),
			ssh: () => ssh([...fresh, upload.command], large),
		}),
		await many('upload 100 MB to a file', {
			ours: () => files.replace(join(home, 'up'), large),
			ssh: () =>
				ssh(
					[...fresh, `cat > ${home}/up.tmp && sync ${home}/up.tmp && mv ${home}/up.tmp ${home}/up`],
					large,
				),
		}),
	];
}

type Versions = {
	readonly ours: () => Promise<unknown>;
	readonly ssh: () => Promise<unknown>;
	readonly against?: string;
};

/** Measures both in turns, so that a busy machine affects both alike. */
async function compare({
	what,
	rounds,
	ours,
	ssh: theirs,
	against = 'ssh',
}: Versions & {what: string; rounds: number}): Promise<Line> {
	const times = {ours: [] as number[], theirs: [] as number[]};
	await ours();
	await theirs();
	for (let round = 0; round < rounds; round += 1) {
		times.ours.push(await timeOf(ours));
		times.theirs.push(await timeOf(theirs));
	}
	return {what, unit: 'ms', ours: median(times.ours), against, floor: median(times.theirs)};
}

async function timeOf(action: () => Promise<unknown>): Promise<number> {
	const startedAt = clock.elapsed();
	await action();
	return clock.elapsed() - startedAt;
}

async function over(
	link: Link,
	{command, input}: {command: string; input?: Uint8Array},
): Promise<void> {
	const nonce = newNonce();
	const ran = await runLine(link, {
		line: lineForAnyShell(`${announcement}${command}`, nonce.halves),
		nonce,
		...(input && {input}),
		timeoutMs: 60_000,
		signal: new AbortController().signal,
		onOutput() {},
		clock,
	});
	if (!ran.ok || ran.value.type !== 'ended' || ran.value.end.exitCode !== 0) {
		throw new Error(JSON.stringify(ran));
	}
}

function ssh(parameters: readonly string[], input?: Uint8Array): Promise<void> {
	return new Promise((resolve, reject) => {
		const child = spawn('ssh', parameters, {stdio: ['pipe', 'pipe', 'ignore']});
		child.stdout.on('data', () => {});
		child.stdin.on('error', () => {}).end(input);
		child.on('close', code => (code === 0 ? resolve() : reject(new Error(`ssh: exit ${code}`))));
	});
}

async function startMaster(
	lab: SshLab,
	alias: string,
): Promise<{socket: string; stop: () => void}> {
	const socket = join(lab.folder, `master-${alias}`);
	const flags = ['-F', lab.configFile, '-S', socket];
	const child = spawn('ssh', [...flags, '-M', '-N', alias], {stdio: 'ignore'});
	const isUp = () =>
		ssh([...flags, '-O', 'check', alias]).then(
			() => true,
			() => false,
		);
	while (!(await isUp())) {
		await clock.sleep(50);
	}
	return {socket, stop: () => child.kill()};
}
