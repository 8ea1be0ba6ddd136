import {writeFileSync} from 'node:fs';
import {failed, type Result} from '../events/failure.ts';
import type {Outcome} from '../events/outcome.ts';
import {codeOf} from '../platform/atomic-file.ts';
import type {Redactor} from './redact.ts';

/**
 * The part of the state that is exported. This folder may not import state/, so it repeats the
 * shape.
 */
export type Exported = {
	readonly session: {readonly id: string | null; readonly title: string; readonly cwd: string};
	readonly chat: {readonly items: readonly ExportedItem[]};
	readonly calls: ReadonlyMap<string, ExportedCall>;
};

type ExportedItem =
	| {readonly type: 'message'; readonly text: string; readonly at: number}
	| {readonly type: 'reply'; readonly text: string; readonly at: number}
	| {readonly type: 'call'; readonly call: string}
	| {readonly type: 'ending'; readonly outcome: string}
	| {readonly type: 'continued'; readonly about: string}
	| {readonly type: 'hop'; readonly host: string}
	| {readonly type: 'compacted'; readonly summary: string}
	| {readonly type: 'cleared'};

type ExportedCall = {
	readonly tool: string;
	readonly host: string;
	readonly summary: string;
	readonly status:
		| {readonly type: 'proposed' | 'waiting' | 'running'}
		| {readonly type: 'ended'; readonly outcome: Outcome};
};

/** Exports as Markdown for people or JSON for programs, depending on the file's name. */
export function exportSession(
	state: Exported,
	{path, redactor}: {path: string; redactor: Redactor},
): Result<null> {
	const text = path.endsWith('.json') ? toJson(state, redactor) : redactor.text(toMarkdown(state));
	try {
		writeFileSync(path, text, {mode: 0o600, flag: 'wx'});
		return {ok: true, value: null};
	} catch (error) {
		const code = codeOf(error);
		const why = code === 'EEXIST' ? 'it is there already; choose another name' : code;
		return {ok: false, failure: failed('storage', `${path} could not be written: ${why}.`)};
	}
}

function toJson({session, chat, calls}: Exported, redactor: Redactor): string {
	const whole = {session, items: chat.items, calls: [...calls.values()]};
	return `${JSON.stringify(redactor.value(whole), null, '\t')}\n`;
}

function toMarkdown(state: Exported): string {
	const {session, chat} = state;
	const head = [
		`# ${session.title || 'Session'}`,
		'',
		`Session ${session.id ?? ''} in ${session.cwd}`,
	];
	return `${[...head, ...chat.items.flatMap(item => itemLines(state, item))].join('\n')}\n`;
}

function itemLines(state: Exported, item: ExportedItem): readonly string[] {
	switch (item.type) {
		case 'message':
			return ['', '## You', '', item.text];
		case 'reply':
			return item.text === '' ? [] : ['', '## Agent', '', item.text];
		case 'call': {
			const call = state.calls.get(item.call);
			return call ? ['', ...callLines(call)] : [];
		}
		case 'ending':
			return ['', `*The turn was ${item.outcome}.*`];
		case 'continued':
			return ['', `*The agent went on with: ${item.about}*`];
		case 'hop':
			return ['', `*From here on: ${item.host}*`];
		case 'compacted':
			return ['', '---', '', '*The model was given this summary from here on:*', '', item.summary];
		case 'cleared':
			return ['', '---', '', '*The context was cleared here.*'];
	}
}

function callLines({tool, host, summary, status}: ExportedCall): readonly string[] {
	const end = status.type === 'ended' ? endWords(status.outcome) : openWords[status.type];
	const text = status.type === 'ended' ? resultText(status.outcome) : '';
	return [
		`**${tool}** on ${host}: ${end}`,
		'',
		...fenced(summary),
		...(text === '' ? [] : ['', ...fenced(text)]),
	];
}

const openWords = {
	proposed: 'not yet decided',
	waiting: 'waits for an answer',
	running: 'runs',
} as const;

function endWords(outcome: Outcome): string {
	switch (outcome.status) {
		case 'ok': {
			const code = outcome.result['exit_code'];
			return typeof code === 'number' ? `done, exit code ${code}` : 'done';
		}
		case 'failed':
			return `failed: ${outcome.failure.message}`;
		case 'lost':
			return `lost, outcome unknown: ${outcome.failure.message}`;
		case 'denied':
			return `denied${outcome.reason === undefined ? '' : `: ${outcome.reason}`}`;
		case 'cancelled':
			return 'stopped by the person; it may have had effects';
		case 'interrupted':
			return 'interrupted; its outcome is unknown, and it may have had effects';
	}
}

const textKeys = ['output', 'content', 'text', 'stdout', 'diff'];

const resultLengthMax = 20_000;

/** The result as readable text; JSON if the tool gave no text. */
function resultText(outcome: Outcome): string {
	const result = 'result' in outcome ? outcome.result : undefined;
	if (!result) {
		return '';
	}
	const key = textKeys.find(name => typeof result[name] === 'string');
	const text = key === undefined ? JSON.stringify(result, null, 2) : String(result[key]);
	const more = text.length - resultLengthMax;
	return more > 0
		? `${text.slice(0, resultLengthMax)}\n[… ${more} more characters; the journal has them]`
		: text.trimEnd();
}

/** A code fence that is longer than any fence in the text. */
function fenced(text: string): readonly string[] {
	const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map(run => run.length));
	const fence = '`'.repeat(longest + 1);
	return [fence, text, fence];
}
