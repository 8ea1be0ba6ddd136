import type {DoctorCheck} from '../events/query.ts';
import {createRedactor} from '../storage/redact.ts';
import {knownSecrets} from '../storage/redact-known.ts';
import {fail} from './checks/check.ts';
import {checkClock, checkDisk, checkNode, checkSsh} from './checks/machine.ts';
import {checkSettings} from './checks/settings.ts';
import {checkTerminal} from './checks/terminal.ts';
import {checkTmux} from './checks/tmux.ts';
import type {CliCall, CliContext} from './context.ts';
import {oneLine} from './format.ts';
import {createPaint, type PlainPaint} from './paint.ts';
import {hasFlag} from './parsed.ts';

/** `agent-tui doctor [--json] [--online]`: checks everything and changes nothing. */
export async function runDoctor(call: CliCall, cli: CliContext): Promise<number> {
	const found = await runChecks(cli, {online: hasFlag(call.flags, 'online')});
	const redactor = createRedactor(knownSecrets(cli.env, []));
	const checks = redactor.value(found);
	const isWell = checks.every(({status}) => status !== 'fail');
	cli.print(
		hasFlag(call.flags, 'json')
			? `${JSON.stringify({ok: isWell, checks}, null, '\t')}\n`
			: report(checks, createPaint(call, cli)),
	);
	return isWell ? 0 : 1;
}

/** Runs all checks at once. A check that throws is reported as failed; the others continue. */
export async function runChecks(
	cli: CliContext,
	{online}: {online: boolean},
): Promise<readonly DoctorCheck[]> {
	const groups: readonly (readonly [string, () => Promise<readonly DoctorCheck[]>])[] = [
		['Node.js', async () => [checkNode()]],
		['terminal', async () => checkTerminal(cli)],
		['tmux', async () => checkTmux(cli)],
		['terminals', async () => [await (await import('./checks/pty.ts')).checkPty(cli)]],
		['config', async () => checkSettings(cli)],
		['keys', async () => (await import('./checks/keys.ts')).checkKeys(cli)],
		['instructions', async () => (await import('./checks/project.ts')).checkProject(cli)],
		['providers', async () => (await import('./checks/reach.ts')).checkReach(cli)],
		['sessions', async () => (await import('./checks/engines.ts')).checkEngines(cli)],
		['proxy', async () => (await import('./checks/proxy.ts')).checkProxy(cli, {online})],
		['disk', async () => [checkDisk(cli)]],
		['ssh', async () => checkSsh(cli)],
		['clock', async () => [checkClock(cli)]],
	];
	const results = await Promise.all(
		groups.map(([name, check]) =>
			check().catch((error: unknown): readonly DoctorCheck[] => [
				fail(name, `the check itself broke: ${String(error)}`, 'please report this'),
			]),
		),
	);
	return results.flat();
}

function report(checks: readonly DoctorCheck[], paint: PlainPaint): string {
	const nameWidth = Math.max(...checks.map(({name}) => name.length));
	const marks = {ok: paint.good('ok  '), warn: paint.warning('warn'), fail: paint.bad('fail')};
	const indent = ' '.repeat(marginWidth + nameWidth);
	const lines = checks.flatMap(({name, status, message, hint}) => [
		`${marks[status]}  ${name.padEnd(nameWidth)}  ${oneLine(message)}`,
		...(hint === undefined ? [] : [paint.dim(`${indent}to do: ${oneLine(hint)}`)]),
	]);
	return `${[...lines, '', paint.strong(summary(checks))].join('\n')}\n`;
}

const marginWidth = 'warn    '.length;

function summary(checks: readonly DoctorCheck[]): string {
	const count = (wanted: DoctorCheck['status']) =>
		checks.filter(({status}) => status === wanted).length;
	return `${count('ok')} ok, ${count('warn')} to look at, ${count('fail')} failed`;
}
