/**
 * `node bench/hop.ts`: what is done on another machine, beside the system's ssh doing the same over
 * the same loopback, fresh and through a ControlMaster, in turns. Read ratios, never milliseconds.
 */
import {spawn} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {runOnLink} from '../source/hop/exec.ts';
import {remoteFiles} from '../source/hop/files.ts';
import type {Link} from '../source/hop/link.ts';
import {systemClock} from '../source/platform/clock.ts';
import {linkTo, scriptedPorts} from '../test/helpers/hop-ports.ts';
import {openSshLab, type SshLab} from '../test/helpers/ssh-lab.ts';
import {median} from './statistics.ts';
import {type Line, tableOf} from './table.ts';

const clock = systemClock();
const smallRounds = 15;
const largeRounds = 3;
const largeBytes = 100_000_000;
const smallFileBytes = 20_000;

await bench();

async function bench(): Promise<void> {
	const lab = openSshLab();
	try {
		const {home} = await lab.startServer({alias: 'bench'});
		const link = await linkTo('bench', scriptedPorts(lab.configFile));
		const master = await startMaster(lab);
		console.log(tableOf(await measure({lab, home, link, master: master.socket})));
		link.close();
		master.stop();
	} finally {
		await lab.close();
	}
}

type Place = {
	readonly lab: SshLab;
	readonly home: string;
	readonly link: Link;
	readonly master: string;
};

async function measure({lab, home, link, master}: Place): Promise<readonly Line[]> {
	const file = join(home, 'small');
	const large = Buffer.alloc(largeBytes, 'large file\n');
	writeFileSync(file, Buffer.alloc(smallFileBytes, 'x'));
	const files = remoteFiles({host: link.host, link: () => link, home, clock});
	const fresh = ['-F', lab.configFile, '-o', 'BatchMode=yes', 'bench'];
	const warm = ['-S', master, ...fresh];
	const read = () => files.read(file, {bytesMax: largeBytes});
	const print = `head -c ${largeBytes} /dev/zero`;
	const upload = {command: `cat > ${home}/up`, input: large};
	const small = (what: string, versions: Versions) =>
		compare({what, rounds: smallRounds, ...versions});
	const many = (what: string, versions: Versions) =>
		compare({what, rounds: largeRounds, ...versions});
	return [
		await small('connect and run a command', {
			ours: async () => {
				const own = await linkTo('bench', scriptedPorts(lab.configFile));
				await over(own, {command: 'true'});
				own.close();
			},
			ssh: () => ssh([...fresh, 'true']),
		}),
		await small('a warm command', {
			ours: () => over(link, {command: 'true'}),
			ssh: () => ssh([...warm, 'true']),
			against: 'ssh, ControlMaster',
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

/** In turns, so that a busy machine hits both alike. */
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
	const ran = await runOnLink(link, {
		command,
		...(input && {input}),
		cwd: null,
		timeoutMs: 60_000,
		signal: new AbortController().signal,
		marker: 'bench',
		clock,
	});
	if (!ran.ok || ran.value.type !== 'exited' || ran.value.exitCode !== 0) {
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

async function startMaster(lab: SshLab): Promise<{socket: string; stop: () => void}> {
	const socket = join(lab.folder, 'master');
	const flags = ['-F', lab.configFile, '-S', socket];
	const child = spawn('ssh', [...flags, '-M', '-N', 'bench'], {stdio: 'ignore'});
	const isUp = () =>
		ssh([...flags, '-O', 'check', 'bench']).then(
			() => true,
			() => false,
		);
	while (!(await isUp())) {
		await clock.sleep(50);
	}
	return {socket, stop: () => child.kill()};
}
