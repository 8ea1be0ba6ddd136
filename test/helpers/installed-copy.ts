/** A copy of the built program, as it is installed: what stands in it can be replaced. */
import {spawn} from 'node:child_process';
import {
	cpSync,
	mkdtempSync,
	readFileSync,
	renameSync,
	rmSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import type {Duplex} from 'node:stream';
import {onTestFinished} from 'vitest';
import type {SessionId} from '../../source/events/ids.ts';
import {engineWord, writeOrder} from '../../source/session-process/engine-order.ts';
import {cleanEnvironment, type Place} from './agent.ts';
import {builtProgram} from './built-program.ts';

export type InstalledCopy = {
	readonly folder: string;
	/** The path of its bin. */
	readonly program: string;
	/** Installs the same program under another version. */
	readonly install: (version: string) => void;
	/** JavaScript that runs first in each engine's process that starts from now on. */
	readonly plant: (code: string) => void;
};

export function installCopy(): InstalledCopy {
	const folder = mkdtempSync(join(tmpdir(), 'agent-tui-installed-'));
	onTestFinished(() => rmSync(folder, {recursive: true, force: true}));
	const root = dirname(dirname(builtProgram));
	const dist = join(folder, 'dist');
	cpSync(dirname(builtProgram), dist, {recursive: true});
	symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
	const real = join(dist, 'run-engine.js');
	const original = readFileSync(real, 'utf8');
	const built = (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {version: string})
		.version;
	const write = (path: string, text: string) => {
		writeFileSync(`${path}.new`, text);
		renameSync(`${path}.new`, path);
	};
	let planted = '';
	let code = original;
	const put = () => write(real, `${planted}\n${code}`);
	const install = (version: string) => {
		const named = `package_default={version:"${version}"}`;
		code = original.replace(`package_default={version:"${built}"}`, named);
		write(join(folder, 'package.json'), JSON.stringify({version, type: 'module'}));
		put();
	};
	install(built);
	return {
		folder,
		program: join(dist, 'main.js'),
		install,
		plant(next) {
			planted = next;
			put();
		},
	};
}

/** Starts the engine of a new session from this copy, as a screen does. */
export function startInstalled(
	{program}: Pick<InstalledCopy, 'program'>,
	{place, session}: {place: Place; session: SessionId},
): Duplex {
	const child = spawn(
		process.execPath,
		[program, engineWord, writeOrder({session, isNew: true, flags: new Map()})],
		{
			cwd: place.cwd,
			env: cleanEnvironment(place),
			detached: true,
			stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
		},
	);
	child.unref();
	return child.stdio[3] as unknown as Duplex;
}

/** Faults of a next version, each at a step of its own, as JavaScript for `plant`. */
export const successorFaults = {
	'ends at once': 'process.exit(3);',
	'can not be read': 'this is no program',
	'speaks garbage': `(await import('node:fs')).writeSync(3, 'no message at all');`,
	'ends when it has been loaded': beforeSaying('loaded'),
	'ends before it is ready': beforeSaying('ready'),
	'finds a full disk': `{
		const fs = (await import('node:fs')).default;
		const {syncBuiltinESMExports} = await import('node:module');
		fs.writeFileSync = () => {
			throw Object.assign(new Error('ENOSPC: no space left on device'), {code: 'ENOSPC'});
		};
		syncBuiltinESMExports();
	}`,
	'is killed when it has everything': `setTimeout(() => process.kill(process.pid, 'SIGKILL'), 600 * Math.random());`,
} as const satisfies Readonly<Record<string, string>>;

function beforeSaying(word: string): string {
	// In a block of its own, because the program has names of its own at the top.
	return `{
		const {Socket} = await import('node:net');
		const {write} = Socket.prototype;
		Socket.prototype.write = function (chunk, ...more) {
			return String(chunk).includes('"type":"${word}"') ? process.exit(7) : write.call(this, chunk, ...more);
		};
	}`;
}
