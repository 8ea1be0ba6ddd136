import type {OpenRequest, Program} from '../terminal/transport.ts';
import {lineForAnyShell} from './quote.ts';
import type {Nonce} from './run-marker.ts';
import {becomeShell, ownFacts} from './run-start.ts';

/**
 * Builds the line that starts a program in a remote terminal. The folder, the shell and the program
 * are checked on that host, as they are for a local terminal before the fork. The environment is
 * the account's own plus the variables that describe the terminal.
 */
export function ptyLine(nonce: Nonce, {program, cwd, owner, marker}: OpenRequest): string {
	return lineForAnyShell(ptyScript, [
		...nonce.halves,
		marker,
		cwd,
		// A pager would wait for a key that a model does not know to press.
		owner === 'model' ? 'cat' : '',
		...programParameters(program),
	]);
}

/**
 * The parameters of the script that starts a program on the host: shell, login, kind of program,
 * then what this kind needs.
 */
function programParameters(program: Program): readonly string[] {
	if (program.type === 'argv') {
		return ['', '', 'argv', ...program.argv];
	}
	const {shell = '', login, command} = program;
	return [shell, login ? 'yes' : '', ...(command === null ? ['shell'] : ['command', command])];
}

const ptyScript = `m=$1-$2
AGENT_TUI_SESSION=$3 COLORTERM=truecolor
export AGENT_TUI_SESSION COLORTERM
refuse() { printf '%s %s\\n' "$m" "$1"; exit 1; }
[ -t 0 ] || refuse terminal
cd -- "$4" 2>/dev/null || refuse workdir
if [ -n "$5" ]; then
	PAGER=$5 GIT_PAGER=$5 GH_PAGER=$5
	export PAGER GIT_PAGER GH_PAGER
fi
shell=$6 login=$7 kind=$8 aside=
shift 8
find_program() {
	case "$1" in
		*/*) [ -f "$1" ] && [ -x "$1" ] && program=$1 ;;
		*) program=$(command -v -- "$1") ;;
	esac
}
${ownFacts}
${becomeShell}
ok="$m ok $$ $(tty) \${l##*) }"
if [ "$kind" = argv ]; then
	find_program "$1" || refuse program
	announce
	exec "$@"
fi
find_program "\${shell:-\${SHELL:-/bin/sh}}" || refuse shell
if [ "$kind" = shell ]; then
	announce
	exec "$program" \${login:+-l}
fi
SHLVL=1
export SHLVL
become "$program" "$1"`;
