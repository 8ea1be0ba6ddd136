import {localHost} from '../events/ids.ts';
import type {ToolCall} from '../state/state.ts';
import {neutralise, reveal} from '../text/neutralise.ts';
import type {Service} from './service.ts';

const nameLengthMax = 60;
const lineLengthMax = 160;

/** Describes the state of a call in one line, such as `npm test: 41 lines, last: 12 passed`. */
export function callWords(service: Service, call: ToolCall): string {
	const [first = ''] = call.summary.split('\n');
	const name = shorten(service, first === '' ? call.tool : first, nameLengthMax);
	return `${name}: ${doing(service, call)}`;
}

function doing(service: Service, call: ToolCall): string {
	const {status} = call;
	switch (status.type) {
		case 'proposed':
			return 'it is being looked at';
		case 'waiting':
			return `it waits for a person’s yes. To see it: agent-tui attach ${service.session}`;
		case 'running':
			return terminalWords(service, call) ?? hide(service, status.note || 'at work');
		case 'ended':
			return 'ended';
	}
}

/** Says how much the call's terminal has printed; null if the call has no terminal. */
function terminalWords(service: Service, {terminal}: ToolCall): string | null {
	const {parts} = service;
	const view = terminal === undefined ? null : parts.terminals.view(terminal);
	if (!view) {
		return null;
	}
	const lines = view.lastLines(linesMax);
	const {dropped, kept} = view.extent();
	const count = dropped + (lines.length < linesMax ? lines.length : kept);
	const last = shorten(service, neutralise(lines.at(-1) ?? '').trim(), lineLengthMax);
	return count === 0
		? 'no output yet'
		: `${count} ${count === 1 ? 'line' : 'lines'}, last: ${last}`;
}

/** At most this many rows are read to find out how many of them are empty at the end. */
const linesMax = 500;

/**
 * Returns the question about a call, for a client that shows it to its person. Returns null if it
 * is too long for a form: what a person does not see completely can't be allowed.
 */
export function questionWords({parts}: Service, call: ToolCall): string | null {
	const words = parts.ports.redactor.text(wholeQuestion(call));
	return words.length > questionLengthMax ? null : words;
}

const questionLengthMax = 6000;

function wholeQuestion(call: ToolCall): string {
	const {status, host, cwd, summary, tool, scope, preview, caller} = call;
	const {dangers = [], why} = status.type === 'waiting' ? status : {};
	const place = host === localHost ? 'this machine' : host;
	return [
		`${caller?.name ?? 'A client'} wants to use ${tool} (${scope ?? 'read'}) on ${place}, in ${cwd}:`,
		'',
		asBlock(reveal(summary)),
		...(preview ? ['', asBlock(reveal(preview.patch))] : []),
		...(why === undefined ? [] : ['', `It asks because ${neutralise(why)}`]),
		...dangers.map(danger => `! ${neutralise(danger)}`),
	].join('\n');
}

/** Puts a bar before each line of a client's text, so that it can't be taken for our own words. */
function asBlock(text: string): string {
	return text.replace(/^/gm, '│ ');
}

/** Explains why a call was refused that nobody could be asked about, and what would allow it. */
export function unaskedWords(
	service: Service,
	call: ToolCall,
	noForm = 'this client has no form for a question',
): string {
	const {scope, summary, host, exposure, status} = call;
	const why = status.type === 'waiting' && status.why !== undefined ? ` (${status.why})` : '';
	const targets = exposure?.targets ?? [];
	const match = scope === 'shell' || targets.length === 0 ? summary : targets.join(' ');
	const rule = {scope, ...(host !== localHost && {host}), match, exact: true, then: 'allow'};
	return `it needs scope "${scope}"${why}, and nobody can be asked: no screen shows this session, and ${noForm}. A person can open one with "agent-tui attach ${service.session}" and then answer the card of the next such call, or allow exactly this in permissions.rules: ${JSON.stringify(rule)}`;
}

function hide({parts}: Service, text: string): string {
	return parts.ports.redactor.text(text);
}

/** Cuts a text, but hides secrets first: a part of a secret would not be recognised. */
function shorten(service: Service, given: string, lengthMax: number): string {
	const text = hide(service, given);
	return text.length > lengthMax ? `${text.slice(0, lengthMax)}…` : text;
}
