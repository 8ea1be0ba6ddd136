import {quoteForShell} from './quote.ts';
import type {Nonce} from './run-marker.ts';
import {ownFacts} from './run-start.ts';

/** A program on a host, with its variables and the folder in which it starts; null for the home. */
export type PipedProgram = {
	readonly argv: readonly [string, ...string[]];
	readonly env: Readonly<Record<string, string>>;
	readonly cwd: string | null;
};

/**
 * Reads the rest of its script from the input, up to the line that is its parameter. Variables and
 * arguments may hold secrets, and a command line is seen by everybody on that host, so they come by
 * this way. The shell reads no byte beyond that line: the input belongs to the program from there.
 */
export const readerScript = `text=
while IFS= read -r line && [ "$line" != "$1" ]; do
	text="$text$line
"
done
[ "$line" = "$1" ] || exit 1
eval "$text"`;

/** The script that the reader reads, without its last line. */
export function pipedScript({argv, env, cwd}: PipedProgram, nonce: Nonce): string {
	const words = [...nonce.halves, cwd ?? '', ...argv].map(quoteForShell).join(' ');
	const exports = Object.entries(env).map(
		([name, value]) => `export ${name}=${quoteForShell(value)}\n`,
	);
	return `unset text line
set -- ${words}
${ownFacts}
AGENT_TUI_START="$1-$2 ok $$ - \${l##*) }"
unset l
[ -z "$3" ] || cd -- "$3" 2>/dev/null || { printf '%s-%s workdir\\n' "$1" "$2"; exit 1; }
${exports.join('')}AGENT_TUI_SESSION=$1-$2
export AGENT_TUI_SESSION
case "$4" in
	*/*) [ -f "$4" ] && [ -x "$4" ] ;;
	*) command -v -- "$4" >/dev/null ;;
esac || { printf '%s-%s program\\n' "$1" "$2"; exit 1; }
printf '%s\\n' "$AGENT_TUI_START" || exit 1
printf '%s-%s\\n' "$1" "$2" >&2
shift 3
exec "$@"
`;
}

/** Returns why the program can't be written as a script; null if it can. */
export function problemOfProgram({argv, env, cwd}: PipedProgram): string | null {
	const wrongName = Object.keys(env).find(name => !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name));
	if (wrongName !== undefined) {
		return `${JSON.stringify(wrongName)} is no name that a variable can have there`;
	}
	return [...argv, ...Object.values(env), cwd ?? ''].some(text => text.includes('\0'))
		? 'a text with a NUL character can’t be handed to a program'
		: null;
}
