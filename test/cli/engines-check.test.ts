import {spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {chmodSync, readdirSync, writeFileSync} from 'node:fs';
import {createServer} from 'node:net';
import {join} from 'node:path';
import {expect, it, onTestFinished} from 'vitest';
import {checkEngines} from '../../source/cli/checks/engines.ts';
import {version} from '../../source/cli/version.ts';
import {writeRecord} from '../../source/engine/registry/registry.ts';
import {socketsFolder} from '../../source/engine/registry/run-folder.ts';
import type {SessionId} from '../../source/events/ids.ts';
import type {DoctorCheck} from '../../source/events/query.ts';
import {logoutFate, readEndsLogins} from '../../source/platform/logout.ts';
import {engineRecord, enginesIn} from '../helpers/engine-records.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';
import {capturedFront} from './front.ts';

/** What is said of this home's sessions: the folder for long paths is common to all homes. */
async function told(home: string): Promise<readonly string[]> {
	const checks = await checkEngines(capturedFront(home).cli);
	return checks
		.filter(({name, hint}) => name === 'sessions' && !hint?.startsWith(`rm ${socketsFolder()}`))
		.map(words);
}

const words = ({status, message, hint}: DoctorCheck) =>
	`${status}: ${message}${hint === undefined ? '' : ` -> ${hint}`}`;
const deadPid = () => spawnSync(process.execPath, ['-e', '']).pid;
const named = (session: string) => ({session: session as SessionId, version});

it('the doctor counts what runs and waits, and names what is of another version', async () => {
	const home = temporaryFolder();
	expect(await told(home)).toEqual(['ok: none runs']);
	const waiting = [{call: 'c', tool: 't', scope: null, host: 'local', since: 1}];
	writeRecord(enginesIn(home), engineRecord({...named('a'), waiting}));
	expect(await told(home)).toEqual(['ok: 1 running, 1 waiting for you']);
	writeRecord(enginesIn(home), engineRecord({...named('b'), name: 'old', version: '0.0.9'}));
	expect(await told(home)).toEqual([
		'ok: 2 running, 1 waiting for you',
		`warn: old runs in version 0.0.9, and this is ${version} -> once it is idle: agent-tui stop b, agent-tui resume b`,
	]);
});

it('it names what dead sessions left, and takes nothing away', async () => {
	const home = temporaryFolder();
	const folder = enginesIn(home);
	writeRecord(folder, engineRecord({...named('dead'), pid: deadPid()}));
	writeFileSync(join(folder, 'torn.json'), '{');
	writeFileSync(join(folder, 'newer.json'), '{"v": 9}');
	const sockets = [`${deadPid()}-0123abcd.sock`, `${process.pid}-0123abcd.sock`];
	for (const name of sockets) {
		const server = createServer().listen(join(folder, name));
		await once(server, 'listening');
		onTestFinished(() => void server.close());
	}
	const before = readdirSync(folder);
	const found = await told(home);
	expect(found).toHaveLength(6);
	expect(found.join('\n')).toMatch(
		/1 ended without a word.*\n.*1 records can't be read.*\n.*later version.*\n.*is gone -> agent.*\n.*within 10 s/,
	);
	expect(readdirSync(folder)).toEqual(before);
});

it('a folder that others can enter is a failure', async () => {
	const home = temporaryFolder();
	chmodSync(enginesIn(home), 0o755);
	expect(await told(home)).toMatchObject([expect.stringMatching(/^fail: .*chmod 700/)]);
});

it.each([
	['darwin', null, {}, false, undefined],
	['linux', null, {}, true, undefined],
	['linux', '0::/user.slice/user-7.slice/session-3.scope', {endsLogins: false}, true, undefined],
	[
		'linux',
		'0::/user.slice/user-7.slice/session-3.scope',
		{endsLogins: true},
		false,
		/^loginctl enable-linger; then start with systemd-run --user --scope/,
	],
	[
		'linux',
		'1:x:/y\n0::/user.slice/user-7.slice/session-c3.scope\n',
		{endsLogins: null},
		null,
		undefined,
	],
	[
		'linux',
		'0::/user.slice/user-7.slice/user@7.service/app.slice/app-terminal.scope',
		{endsLogins: false},
		false,
		/^loginctl enable-linger$/,
	],
	[
		'linux',
		'0::/user.slice/user-7.slice/user@7.service/app.slice',
		{isLingering: true},
		true,
		undefined,
	],
	['linux', '0::/system.slice/ssh.service', {endsLogins: true}, true, undefined],
] as const)(
	'on %s in %s with %j: survives a logout: %s',
	(platform, cgroup, facts, survives, remedy) => {
		const fate = logoutFate({platform, cgroup, isLingering: false, endsLogins: false, ...facts});
		expect(fate.survives).toBe(survives);
		if (remedy !== undefined) {
			expect(fate.remedy).toMatch(remedy);
		}
	},
);

it('whom systemd ends at a logout is read from its own words', () => {
	const said = 'KillUserProcesses=yes\nKillOnlyUsers=\nKillExcludeUsers=root\n';
	expect(readEndsLogins(said, 'ada')).toBe(true);
	expect(readEndsLogins(said, 'root')).toBe(false);
	expect(readEndsLogins(said.replace('yes', 'no'), 'ada')).toBe(false);
	expect(readEndsLogins('KillUserProcesses=yes\nKillOnlyUsers=bob eve\n', 'ada')).toBe(false);
	expect(readEndsLogins('', 'ada')).toBe(null);
});
