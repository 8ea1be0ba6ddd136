import {createHash} from 'node:crypto';
import {failed, type Result} from '../../events/failure.ts';
import type {Preview} from '../../events/preview.ts';
import type {WorkerSettings} from '../../events/settings.ts';
import type {HideSecrets} from '../hide.ts';
import type {WorkerLook} from '../look.ts';
import type {Judged} from '../process/judge.ts';
import type {Job} from '../queue.ts';
import {durationWords, inRow} from '../words.ts';

export const stopTimeoutMsStandard = 30_000;
const jobsShownMax = 20;

/**
 * Makes the preview that the card shows before a restart. Returns a failure if a restart is
 * impossible, so that nobody is asked.
 */
export function planRestart(look: WorkerLook, hide: HideSecrets): Result<Preview> {
	const {worker, judged} = look;
	const failure = whyNot(worker, judged);
	if (failure !== null) {
		return {ok: false, failure};
	}
	return {
		ok: true,
		value: {
			patch: planLines(look, hide)
				.map(line => inRow(hide(line), rowLengthMax))
				.join('\n'),
			bases: basesOf(worker, {judged, hide}),
		},
	};
}

/**
 * Identifies the process and the settings that the card is about. If either has changed when the
 * person answers, nothing is done.
 */
export function basesOf(
	worker: WorkerSettings,
	{judged, hide}: {judged: Judged; hide: HideSecrets},
): Preview['bases'] {
	const {state, process, filePid} = judged;
	const words = process === null ? `${state} ${filePid}` : `${process.pid} ${process.start}`;
	// Secrets are hidden first: the digest goes to the journal, and a password could be guessed from
	// it.
	const settings = JSON.stringify(worker, (_, value: unknown) =>
		typeof value === 'string' ? hide(value) : value,
	);
	return [
		{path: `The worker ${worker.name}`, digest: digestOf(words)},
		{path: `What config.json says of the worker ${worker.name}`, digest: digestOf(settings)},
	];
}

function digestOf(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}

export function whyNot({name, start, env = {}}: WorkerSettings, {state, reason, process}: Judged) {
	if (start.length === 0) {
		return failed('bad-input', `The \`start\` of the worker ${name} in config.json is empty.`);
	}
	const odd = Object.entries(env).find(([variable, value]) => !isVariable(variable, value));
	if (odd) {
		const message = `The variable ${odd[0]} of the worker ${name} in config.json has a name or a line break that no start can pass on: nothing was ended, and nothing was started.`;
		return failed('bad-input', message);
	}
	if (state === 'unknown') {
		const message = `It can’t be told whether the worker ${name} runs, so nothing was done. ${reason}`;
		return failed('refused', message);
	}
	if (process?.isOthers) {
		const {pid, owner} = process;
		const message = `The worker ${name} is process ${pid} of ${owner}, and this is another user: nothing was done, and no rights were raised. ${owner} can end it with: kill -TERM ${pid}`;
		return failed('denied', message);
	}
	return null;
}

function isVariable(name: string, value: string): boolean {
	return /^[A-Za-z_]\w*$/.test(name) && !/[\n\0]/.test(value);
}

/**
 * Returns the card's lines. Interrupted jobs come first, because on a small screen the card hides
 * its middle.
 */
function planLines({worker, judged, queue}: WorkerLook, hide: HideSecrets): readonly string[] {
	const {process} = judged;
	const {stopTimeoutMs = stopTimeoutMsStandard} = worker;
	const start = startLine(worker);
	if (process === null) {
		return [`No process of it runs. ${judged.reason}`, start];
	}
	const {pid, owner, ageMs} = process;
	const patience = durationWords(stopTimeoutMs);
	return [
		...(queue === null ? [] : jobLines({kind: worker.kind, hide}, queue)),
		`process ${pid} of ${owner}, ${durationWords(ageMs)} old: TERM, ${patience}, else KILL`,
		start,
	];
}

function startLine({start, cwd = '~'}: WorkerSettings): string {
	return `then start in ${cwd}: ${start.map(quotedIfNeeded).join(' ')}`;
}

/** Quotes a word with blanks, so that two words can't look like three. */
function quotedIfNeeded(word: string): string {
	return /^[\w@%+=:,./~-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

function jobLines(
	{kind, hide}: Pick<WorkerSettings, 'kind'> & {readonly hide: HideSecrets},
	queue: NonNullable<WorkerLook['queue']>,
): readonly string[] {
	if (!queue.ok) {
		return [`Which jobs it interrupts can’t be told: ${queue.failure.message}`];
	}
	const {counts, jobs, problems} = queue.value;
	const unclear = problems.map(problem => `Not all jobs can be told. ${problem}`);
	if (counts.running === 0) {
		return [...unclear, 'No job of its queue runs now.'];
	}
	const running = jobs.filter(({state}) => state === 'running').slice(0, jobsShownMax);
	const beyond = counts.running - running.length;
	return [
		...unclear,
		`${counts.running} running ${counts.running === 1 ? 'job' : 'jobs'} of its queue will be interrupted:`,
		...packed([
			...running.map(job => jobWords(job, hide)),
			...(beyond > 0 ? [`and ${beyond} more`] : []),
		]),
		afterwards[kind],
	];
}

const afterwards: Readonly<Record<WorkerSettings['kind'], string>> = {
	arq: 'arq runs them again from the start; those of other workers go on.',
	bullmq: 'BullMQ runs them again when their locks end; other workers go on.',
	process: '',
};

const lineLengthMax = 72;
const nameLengthMax = 60;
/**
 * A line with the start command is cut at this length. It is long, since the user wrote the
 * command.
 */
const rowLengthMax = 4000;

/** Puts as many items into a line as fit on a narrow screen. */
function packed(items: readonly string[]): readonly string[] {
	const lines: string[] = [];
	for (const item of items) {
		const joined = `${lines.at(-1)}, ${item}`;
		if (lines.length > 0 && joined.length <= lineLengthMax) {
			lines[lines.length - 1] = joined;
		} else {
			lines.push(`  ${item}`);
		}
	}
	return lines;
}

/**
 * Describes a job. Secrets are hidden before the text is cut: a part of one would not be
 * recognised.
 */
function jobWords({id, function: name, tries}: Job, hide: HideSecrets): string {
	const again = tries !== null && tries > 1 ? `, try ${tries}` : '';
	const told = name === null ? 'a job that can’t be shown' : inRow(hide(name), nameLengthMax);
	return `${told} (${inRow(hide(id), nameLengthMax)}${again})`;
}
