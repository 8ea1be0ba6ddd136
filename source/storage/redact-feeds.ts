import {type Command, innerOf} from './redact-lines.ts';
import {isNoPlaceholder} from './redact-placeholders.ts';
import {nameOf, optionsOf} from './redact-takers.ts';
import type {TextRange, WordInText} from './redact-words.ts';

/**
 * What kind of secret a program reads from its standard input: a password as the first line, a
 * password in each line, a single word, or lines of `name:password`.
 */
type Wanted = 'first' | 'lines' | 'word' | 'pairs';

/** Programs that print their own arguments or input, so that a pipe passes these on. */
export const sayingPrograms: readonly string[] = ['echo', 'printf', 'yes', 'cat'];

/** Programs that may read a password from standard input, and the option that makes them do so. */
const readers: readonly (readonly [programs: string, says: RegExp, Wanted])[] = [
	['sudo doas', /^(?:-[A-Za-z]*S[A-Za-z]*|--stdin)$/, 'first'],
	['su kinit gnome-keyring-daemon ecryptfs-add-passphrase', /(?:)/, 'first'],
	['passwd cryptsetup', /(?:)/, 'lines'],
	['chpasswd', /(?:)/, 'pairs'],
	['smbpasswd', /^-\w*s/, 'lines'],
	['vncpasswd', /^-f$/, 'lines'],
	['htpasswd', /^-\w*i/, 'lines'],
	['zfs', /^(?:load-key|mount|create)$/, 'lines'],
	['mysql mysqladmin mysqldump mariadb', /^(?:-p|--password)$/, 'word'],
	['psql pg_dump pg_restore', /^(?:-W|--password)$/, 'word'],
	['vault npm az', /^login$/, 'word'],
	['glab', /^--stdin$/, 'word'],
	['gpg gpg2', /^--passphrase-fd(?:=0)?$/, 'first'],
	['openssl', /^(?:stdin|fd:0)$/, 'first'],
	['docker podman nerdctl buildah skopeo helm gh openconnect', /(?!)/, 'first'],
];

/** Options that make any program read a password from standard input. */
const asksForIt =
	/^--?(?:pass(?:word|phrase)?|passwd|token|secret|pw)-(?:on-)?stdin$|^--with-token$/;
/** Matches options of sudo and similar programs whose value is the next word. */
const withValue = /^-[A-Za-z]*[ugphCrtUDRT]$/;

const byProgram: ReadonlyMap<string, {readonly says: RegExp; readonly wanted: Wanted}> = new Map(
	readers.flatMap(([programs, says, wanted]) =>
		programs.split(' ').map(name => [name, {says, wanted}] as const),
	),
);

export const readingPrograms: readonly string[] = [...byProgram.keys()];

/**
 * Finds the secrets that commands get on standard input, from a pipe, a here-string or a document.
 */
export function secretsFed(text: string, commands: readonly Command[]): readonly TextRange[] {
	const found: TextRange[] = [];
	/**
	 * `piped`: the text that a pipe brings to the next command. `said`: the text that the commands of
	 * the present group have printed.
	 */
	let piped: readonly TextRange[] = [];
	let said: readonly TextRange[] = [];
	/** The text that a pipe brings to a whole group; any of its commands may read it. */
	let held: readonly TextRange[] = [];
	/** The kind of secret that the program just before a `)` reads. Its input may follow the `)`. */
	let owed: Wanted | null = null;
	for (const [index, command] of commands.entries()) {
		const wanted = wantedBy(command.words);
		const around = commands[index - 1];
		const isFedByAround = around?.operator.startsWith('>(') === true;
		if (wanted !== null) {
			const behind = command.operator.startsWith('<(') ? saidBy(commands[index + 1]) : [];
			const given = isFedByAround ? around.given : command.given;
			found.push(...secretsIn(text, [...piped, ...given, ...behind], wanted));
			found.push(...secretsIn(text, held, wanted));
		}
		if (owed !== null && command.words.length === 0) {
			found.push(...secretsIn(text, command.given, owed));
		}
		owed = command.operator.startsWith(')') ? wanted : null;
		const first = command.words[0]?.text ?? '';
		held = groupEnds.test(first) ? [] : groupOpens.test(first) ? [...held, ...piped] : held;
		const own = saidBy(command);
		said = [...(groupOpens.test(first) ? [] : said), ...own];
		// In `(echo one; echo two) | …`, a pipe without a command follows the parenthesis.
		const brought = first === '' || groupEnds.test(first) ? said : own;
		if (command.operator === '|') {
			// A filter such as tee passes its input on to the next command.
			piped = brought.length > 0 ? brought : piped;
		} else if (!/^>?\(/.test(command.operator) || (first !== '' && command.operator[0] === '(')) {
			piped = [];
		}
		if (command.operator.includes('(')) {
			said = [];
		}
	}
	return found;
}

const groupOpens = /^(?:\{|if|for|while|until|case)$/;
const groupEnds = /^(?:\}|fi|done|esac)$/;
/** Matches shell keywords in front of a command. */
const leads = /^(?:\{|!|if|then|else|elif|while|until|do|time)$/;

function wantedBy(words: readonly WordInText[]): Wanted | null {
	for (const [index, word] of words.entries()) {
		const reader = byProgram.get(nameOf(word));
		const rest = words.slice(index + 1);
		const isRunner = /^(?:sudo|doas)$/.test(nameOf(word));
		const own = isRunner ? optionsOf(rest, withValue) : rest;
		if (reader && ['', ...own.map(({text}) => text)].some(text => reader.says.test(text))) {
			return reader.wanted;
		}
	}
	return words.some(({text}) => asksForIt.test(text)) ? 'first' : null;
}

function saidBy(command: Command | undefined): readonly TextRange[] {
	const {words, given} = command ?? {words: [], given: []};
	const start = words.findIndex(({text}) => !leads.test(text));
	const [first, ...rest] = words.slice(Math.max(0, start));
	switch (nameOf(first)) {
		case 'cat':
			return given;
		case 'echo':
		case 'yes':
			return joined(rest.filter(({text}, index) => index > 0 || !/^-[neE]+$/.test(text)));
		case 'printf':
			return joined(rest.length > 1 && rest[0]!.text.includes('%') ? rest.slice(1) : rest);
		default:
			return [];
	}
}

function joined(words: readonly WordInText[]): readonly TextRange[] {
	const some = words.filter(({places}) => places.length > 1);
	return some.length === 0
		? []
		: [{start: innerOf(some[0]!).start, end: innerOf(some.at(-1)!).end}];
}

function secretsIn(
	text: string,
	given: readonly TextRange[],
	wanted: Wanted,
): readonly TextRange[] {
	const secrets = given
		.slice(0, wanted === 'first' ? 1 : given.length)
		.map(range => (wanted === 'pairs' ? afterColon(text, range) : range));
	return secrets.filter(range => {
		const secret = text.slice(range.start, range.end);
		return (
			secret !== '' &&
			isNoPlaceholder(secret) &&
			!isAnswer.test(secret) &&
			(wanted !== 'word' || !/[\s;]/.test(secret))
		);
	});
}

function afterColon(text: string, {start, end}: TextRange): TextRange {
	const colon = text.slice(start, end).indexOf(':');
	return {start: colon < 0 ? end : start + colon + 1, end};
}

const isAnswer = /^(?:y|n|yes|no)$/i;
