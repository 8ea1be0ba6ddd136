import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {afterAll, describe, expect, it, onTestFinished} from 'vitest';
import type {HostId} from '../../source/events/ids.ts';
import {createHops} from '../../source/hop/hops.ts';
import {openRemoteWorkspace} from '../../source/hop/remote-workspace.ts';
import type {OtherMachines} from '../../source/mcp-client/ports.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {scriptedPorts, succeeded, usualOptions} from '../helpers/hop-ports.ts';
import {isRunning} from '../helpers/processes.ts';
import {describeWithSshd, openSshLab, type ServerOptions} from '../helpers/ssh-lab.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';
import {callTool, never, openServers, rawServer, stateOf, wordsOf} from './servers.ts';

const clock = systemClock();
const transports = ['built-in', 'ssh'] as const;

const pidsOf = (notes: readonly string[], word = 'start') =>
	notes.filter(note => note.startsWith(word)).map(note => Number(note.split(' ')[1]));

describe('a server of another machine', () => {
	it('is started nowhere where there is no session, or its machine is not connected', async () => {
		const {entry, notes} = rawServer('well', {host: 'web1'});
		const servers = openServers({one: entry});
		expect(wordsOf(await callTool(servers, 'echo'))).toMatch(/runs on web1.*\/hop web1/);
		servers.reachMachines({
			whyNot: host => ({kind: 'unreachable', message: `${host} is not connected.`}),
			start: () => Promise.reject(new Error('never')),
			onReady: () => () => {},
		});
		expect(await callTool(servers, 'echo')).toMatchObject({
			status: 'failed',
			failure: {message: 'web1 is not connected.'},
		});
		// To be elsewhere is no failure of the server.
		expect(stateOf(servers)).toMatchObject({state: 'off', host: 'web1', why: null, failures: 0});
		expect(notes()).toEqual([]);
	});
});

describeWithSshd('a server on another machine', () => {
	const lab = openSshLab();
	afterAll(() => lab.close());

	/** The machines as a session has them, with one that is connected. */
	async function connect(
		options: ServerOptions,
		transport: (typeof transports)[number] = 'built-in',
	) {
		const server = await lab.startServer({relay: {}, ...options});
		const hops = createHops({
			ports: scriptedPorts(lab.configFile),
			optionsFor: () => ({...usualOptions, transport}),
			random: () => 0,
		});
		onTestFinished(() => hops.close());
		const hop = succeeded(await hops.connect(options.alias));
		const {machine} = succeeded(
			await openRemoteWorkspace(hop, {clock, persists: () => false, signal: never}),
		);
		const machines: OtherMachines = {
			whyNot: host =>
				hops.get(host as HostId)?.link()
					? null
					: {kind: 'unreachable', message: `${host} is not connected.`},
			start: ({signal, ...program}) => machine.start(program, signal),
			onReady: listener =>
				hops.onState((host, {status}) => {
					if (status === 'ready') {
						listener(host);
					}
				}),
		};
		return {server, machines, hops};
	}

	it.each(transports)(
		'runs there, with its words, its folder and its variables as they are: %s',
		async transport => {
			const alias = `runs-${transport}`;
			const {server, machines} = await connect(
				{alias, bashrc: 'echo noise; echo noise >&2\n'},
				transport,
			);
			const odd = `a!b \\ "q" 'p' $HOME \`x\` é\t\n\n%s \\0101 `;
			const env = {API_KEY: `\${env:MY_KEY}`, ODD: odd};
			const cwd = temporaryFolder();
			const {entry, notes} = rawServer('well', {env, host: alias, cwd});
			const servers = openServers(
				{one: {...entry, args: [...entry.args, odd]}},
				{env: {PATH: process.env['PATH'], HOME: temporaryFolder(), MY_KEY: 'secret-value-1'}},
			);
			servers.reachMachines(machines);
			const seen = JSON.parse(wordsOf(await callTool(servers, 'env')));
			expect(seen).toMatchObject({HOME: server.home, ODD: odd, API_KEY: '‹redacted›', PWD: cwd});
			const [pid = 0] = pidsOf(notes());
			expect(stateOf(servers)).toMatchObject({state: 'ready', host: alias, pid});
			expect(stateOf(servers).stderrTail).toBe('hello from well, key ‹redacted›');
			const words = (of: number | string) =>
				readFileSync(`/proc/${of}/cmdline`, 'utf8').split('\0');
			expect(words(pid).at(-2)).toBe(odd);
			expect(commandLines()).not.toContain('secret-value-1');
			expect(server.log()).not.toContain('secret-value-1');
		},
	);

	it.each(['grandchild', 'stubborn'])('ends with everything that it started (%s)', async mode => {
		const {machines} = await connect({alias: `ends-${mode}`});
		const {entry, notes} = rawServer(mode, {host: `ends-${mode}`});
		const servers = openServers({one: entry});
		servers.reachMachines(machines);
		expect(await callTool(servers, 'echo')).toMatchObject({status: 'ok'});
		const pids = [...pidsOf(notes()), ...pidsOf(notes(), 'grandchild')];
		expect(pids.length).toBe(mode === 'grandchild' ? 2 : 1);
		await servers.leaveMachine(`ends-${mode}`);
		expect(pids.filter(isRunning)).toEqual([]);
		expect(stateOf(servers)).toMatchObject({state: 'off', pid: null, failures: 0});
		expect(notes()).toContain('end of input');
	});

	it.each(transports)(
		'whose connection goes in a call leaves its outcome unknown, and starts once, when that is back: %s',
		async transport => {
			const alias = `lost-${transport}`;
			const {server, machines} = await connect({alias}, transport);
			const {entry, notes} = rawServer('grandchild', {host: alias});
			const servers = openServers({one: entry});
			servers.reachMachines(machines);
			const end = await callTool(servers, 'slow', {onProgress: () => server.relay?.cut()});
			expect(end).toMatchObject({status: 'lost'});
			const lost = `one was cut off (the connection to ${alias} is lost)`;
			expect(wordsOf(end)).toBe(`${lost} while slow ran. Whether it did its work is unknown.`);
			expect(stateOf(servers)).toMatchObject({state: 'failed', why: `${lost}.`, failures: 0});
			expect(await callTool(servers, 'echo')).toMatchObject({status: 'failed'});
			expect(pidsOf(notes())).toHaveLength(1);
			const [old = 0] = pidsOf(notes(), 'grandchild');
			expect(isRunning(old)).toBe(true);
			const overlaps: boolean[] = [];
			servers.states.subscribe(() => {
				const {pid, state} = stateOf(servers);
				if (pid !== null && state === 'starting') {
					overlaps.push(isRunning(old));
				}
			});
			server.relay?.restore();
			await expect.poll(() => stateOf(servers).state).toBe('ready');
			const [, second = 0, ...more] = pidsOf(notes());
			expect(more).toEqual([]);
			expect(isRunning(second)).toBe(true);
			// What heeds no end of its input was ended before the next one began.
			expect(overlaps).toEqual([false]);
			expect(await callTool(servers, 'echo')).toMatchObject({status: 'ok'});
			expect(notes().filter(note => note.startsWith('call slow'))).toHaveLength(1);
		},
	);

	it('that can not be started says why, and where', async () => {
		const {machines} = await connect({alias: 'wrong'});
		const host = 'wrong';
		const servers = openServers({
			program: {command: 'no-such-program-here', host},
			folder: {...rawServer('well').entry, cwd: '/no/such/folder', host},
			name: {...rawServer('well').entry, env: {'A B': '1'}, host},
			dies: {...rawServer('dies-start').entry, host},
		});
		servers.reachMachines(machines);
		const why = async (server: string) => wordsOf(await callTool(servers, 'echo', {server}));
		expect(await why('program')).toBe(
			'There is no program no-such-program-here that can be run on wrong.',
		);
		expect(await why('folder')).toBe(
			"The folder /no/such/folder does not exist on wrong or can't be entered.",
		);
		expect(await why('name')).toContain('"A B" is no name that a variable can have there');
		expect(await why('dies')).toBe('dies ended with exit code 3 before it was ready.');
	});
});

function commandLines(): string {
	return readdirSync('/proc')
		.filter(name => /^\d+$/.test(name))
		.map(pid => {
			try {
				return readFileSync(join('/proc', pid, 'cmdline'), 'utf8');
			} catch {
				return '';
			}
		})
		.join('\n');
}
