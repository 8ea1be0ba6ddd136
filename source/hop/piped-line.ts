import {quoteForShell} from './quote.ts';
import type {Nonce} from './run-marker.ts';
import {ownFacts} from './run-start.ts';

/** A program to start on a host. `cwd` is null for the home folder. */
export type PipedProgram = {
	readonly argv: readonly [string, ...string[]];
	readonly env: Readonly<Record<string, string>>;
	readonly cwd: string | null;
};

/**
 * The shell code that is passed on the command line. It reads a script from its input, up to the
 * line that is its parameter, and runs it. Variables and arguments may hold secrets, so they come
 * in that script: every user of the host can see command lines. The shell reads no byte further,
 * since the rest of the input is for the program.
 */
export const readerScript = `text=
while IFS= read -r line && [ "$line" != "$1" ]; do
	text="$text$line
"
done
[ "$line" = "$1" ] || exit 1
eval "$text"`;

/** Returns the script that `readerScript` reads, without the line that ends it. */
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
