import {writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import type {Incident} from '../events/incident.ts';
import {readTextFile} from '../platform/atomic-file.ts';
import {actionWords, statusWords, tierWords} from '../state/incident-words.ts';
import {createRedactor} from '../storage/redact.ts';
import {knownSecrets} from '../storage/redact-known.ts';
import {type Memory, readMemory} from '../watchdog/incident-store.ts';
import {rateOf} from '../watchdog/knowledge.ts';
import type {CliCall, CliContext} from './context.ts';
import {ago, alignColumns, oneLine} from './format.ts';
import {createPaint} from './paint.ts';
import {flagText, hasFlag} from './parsed.ts';
import {version} from './version.ts';

/** `agent-tui incidents [--json] [--export FILE]` */
export async function runIncidents(call: CliCall, cli: CliContext): Promise<number> {
	const path = join(cli.folders.state, 'incidents.json');
	const memory = read(path, cli.clock.now());
	if (!memory) {
		cli.complain(
			`agent-tui: ${path} can't be read. The next start sets it aside and begins a new one.\n`,
		);
		return 1;
	}
	const file = flagText(call.flags, 'export');
	if (file !== undefined) {
		return exportTo(resolve(cli.cwd, file), {memory, cli});
	}
	if (hasFlag(call.flags, 'json')) {
		cli.print(`${JSON.stringify(redactorOf(cli).value(memory), null, '\t')}\n`);
	} else if (memory.incidents.length === 0) {
		cli.complain('No incident in the last seven days.\n');
	} else {
		const paint = createPaint(call, cli);
		const [heading = '', ...lines] = incidentTable(memory.incidents, cli.clock.now());
		cli.print([paint.dim(heading), ...lines, '', ...knownLines(memory), ''].join('\n'));
	}
	return 0;
}

function read(path: string, now: number): Memory | null {
	try {
		return readMemory(path, now);
	} catch {
		return null;
	}
}

function incidentTable(incidents: readonly Incident[], now: number): readonly string[] {
	return alignColumns([
		['WHEN', 'FAULT', 'WHAT', 'WHERE', 'DONE', 'BY', 'OUTCOME'],
		...incidents
			.toReversed()
			.map(({at, fault, evidence, action, tier, status, name}) => [
				ago(now - at),
				fault,
				name,
				oneLine([evidence.provider, evidence.model].filter(Boolean).join('/')) || '-',
				actionWords(action),
				tierWords[tier],
				statusWords(status),
			]),
	]);
}

function knownLines({knowledge, ledger}: Memory): readonly string[] {
	const fixes = knowledge.flatMap(({fault, key, fixes: all}) =>
		all.map(fix => {
			const where = oneLine(key.split('\n').slice(1, 3).filter(Boolean).join('/'));
			const rate = `${Math.round(rateOf(fix) * 100)} % of ${fix.verified + fix.failed}`;
			return [fault, where || '-', actionWords(fix.action), rate];
		}),
	);
	const {callsThisMonth, inputTokens, outputTokens, costUsd, month} = ledger;
	return [
		...(fixes.length === 0
			? []
			: ['What was done, and how often it was seen to help:', ...alignColumns(fixes), '']),
		callsThisMonth === 0
			? 'No diagnosis was asked for.'
			: `Diagnoses in ${month}: ${callsThisMonth}, ${inputTokens + outputTokens} tokens, $${costUsd.toFixed(4)}.`,
	];
}

const logLinesMax = 200;

/** Writes a page that can be attached to a bug report: facts only, redacted. */
function exportTo(file: string, {memory, cli}: {memory: Memory; cli: CliContext}): number {
	const log = readTextFile(join(cli.folders.state, 'monitor.log')) ?? '';
	const text = [
		`# agent-tui ${version}: incidents`,
		'',
		`Written ${new Date(cli.clock.now()).toISOString()}, Node ${process.versions.node}, ${cli.platform} ${process.arch}.`,
		'',
		...(memory.incidents.length === 0 ? ['No incident in the last seven days.', ''] : []),
		...memory.incidents.toReversed().flatMap(chapter),
		'## Known fixes and costs',
		'',
		...fenced(knownLines(memory)),
		'## The end of monitor.log',
		'',
		...fenced(log.trimEnd().split('\n').slice(-logLinesMax)),
	].join('\n');
	try {
		writeFileSync(file, redactorOf(cli).text(text), {mode: 0o600});
	} catch (error) {
		cli.complain(
			`agent-tui: ${file} can't be written: ${error instanceof Error ? error.message : String(error)}\n`,
		);
		return 1;
	}
	cli.complain(`Written to ${file}\n`);
	return 0;
}

function redactorOf({env}: CliContext) {
	return createRedactor(knownSecrets(env, []));
}

function chapter(incident: Incident): readonly string[] {
	const {id, fault, name, at, evidence, tier, why, action, status, after} = incident;
	return [
		`## ${fault}: ${name}`,
		'',
		`- ${new Date(at).toISOString()}, ${id}`,
		`- evidence: ${oneLine(JSON.stringify(evidence))}`,
		`- decided by: ${tierWords[tier]} (${oneLine(why)})`,
		`- action: ${actionWords(action)}`,
		`- outcome: ${statusWords(status)}${after ? `: ${oneLine(after)}` : ''}`,
		'',
	];
}

function fenced(lines: readonly string[]): readonly string[] {
	return ['```', ...lines, '```', ''];
}
