import type {Word} from './reader.ts';

/** Whether an awk program runs commands or writes files, or can't be analysed. */
export function awkRuns(rest: readonly Word[]): boolean {
	return (
		rest.some(({text}) =>
			/^(?:-[a-zA-Z]*[fEilpDdo]$|-f.|--(?:file|exec|include|load|source|profile|dump))/.test(text),
		) || rest.some(isRunningAwk)
	);
}

function isRunningAwk({text, isSeen, names}: Word): boolean {
	const isProgram = /[{}()/~$=<>]/.test(text);
	const isKnown = isSeen || names.length === 0 || !isProgram || /^[\w]+=/.test(text);
	return (
		!isKnown ||
		/\bsystem\b|\bgetline\b|@|(?:^|[^|])\|(?!\|)|print[^;}\n]*>/.test(
			text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""').replaceAll(/\/(?:[^/\\\n]|\\.)*\//g, '//'),
		)
	);
}

/**
 * Whether perl only replaces or prints text, line by line, as in `perl -pi -e 's/a/b/g'`. Its code
 * must contain no variable, and its pattern no code.
 */
export function isHarmlessPerl(rest: readonly Word[]): boolean {
	const at = rest.findIndex(({text}) => !/^-[pnlaw0-7]*(?:i(?:\.\w+)?)?$/.test(text));
	const [option, code, ...files] = rest.slice(Math.max(0, at));
	return (
		/^-[pnlaw0-7]*i?e$/.test(option?.text ?? '') &&
		code?.isSeen === true &&
		harmlessPerl.test(code.text) &&
		!code.text.includes('(?{') &&
		!code.text.includes('(??{') &&
		files.every(({text, isSeen}) => (isSeen || /^~\//.test(text)) && /^[^-|<>][^|<>]*$/.test(text))
	);
}

const perlPattern = String.raw`(?:[\w .,:;='"<>%&!~|^*+?()[\]#-]|\\[\w./\\^$*+?()[\]{}|-])*`;
const perlText = String.raw`(?:[\w .,:;='"<>%&!~|^*+?()[\]#-]|\\[\d./\\tn])*`;
const harmlessPerl = new RegExp(
	`^(?:s/${perlPattern}/${perlText}/[gimsx]*|print(?: (?:if|unless) /${perlPattern}/i?)?);?$`,
);

/** Whether a sed script runs commands or writes files, or can't be analysed. */
export function sedRuns(rest: readonly Word[]): boolean {
	const scripts: Word[] = [];
	let isGiven = false;
	for (let at = 0; at < rest.length; at += 1) {
		const {text} = rest[at]!;
		if (/^(?:-[a-zA-Z]*f|--file)/.test(text)) {
			return true;
		}
		if (/^(?:-[nErszlu]*e|--expression)$/.test(text)) {
			at += 1;
			scripts.push(rest[at] ?? rest[0]!);
			isGiven = true;
		} else if (/^(?:-e.|--expression=)/.test(text)) {
			scripts.push({...rest[at]!, text: text.replace(/^(?:-e|--expression=)/, '')});
			isGiven = true;
		}
	}
	const first = rest.find(({text}) => !text.startsWith('-') && text !== '');
	const all = isGiven || !first ? scripts : [first];
	return all.some(word => !isHarmlessSed(word));
}

/**
 * Whether a sed script is harmless. A part that is expanded could end one sed command and begin
 * another.
 */
function isHarmlessSed({text, isSeen}: Word): boolean {
	const isShort = text.length < 2000;
	return (
		isShort &&
		(isSeen || /^s/.test(text)) &&
		text.split(/[;\n]/).reduce(joinCommands, []).every(isHarmlessCommand)
	);
}

/** Joins pieces of a sed script that were wrongly split at a semicolon, as in `s/a;b/c/`. */
function joinCommands(commands: string[], piece: string): string[] {
	const last = commands.at(-1);
	const isOpen = last !== undefined && /^[^a-z]*[sy]([^\w\s])/.test(last) && !isClosed(last);
	return isOpen ? [...commands.slice(0, -1), `${last};${piece}`] : [...commands, piece];
}

function isClosed(command: string): boolean {
	const mark = /^[^a-z]*?[sy]([^\w\s])/.exec(command)?.[1] ?? '/';
	const body = command.replace(/^[^a-z]*?[sy]/, '').replaceAll(/\\./g, '');
	return body.split(mark).length >= 4;
}

const address = String.raw`(?:\d+|\$|\/(?:[^/\\]|\\.)*\/I?)(?:~\d+)?`;
const addresses = new RegExp(`^\\s*(?:${address}(?:\\s*,\\s*[+~]?${address})?)?\\s*!?\\s*\\{?\\s*`);

function isHarmlessCommand(command: string): boolean {
	const body = command.replace(addresses, '').trim();
	if (/^[sy]/.test(body)) {
		const mark = body[1] ?? '/';
		const parts = body.slice(2).replaceAll(/\\./g, '').split(mark);
		return parts.length === 3 && /^[gpiIm\d]*\s*\}?$/.test(parts[2]!);
	}
	return /^(?:[pdqDgGhHxnNlPz=}]\d*\s*\}?|[aic]\\?.*|[btT:]\s*\w*|)$/.test(body);
}
