import type {CliCall, CliContext} from './context.ts';
import {
	commands as allCommands,
	type CliCommand,
	type Flag,
	globalFlags,
	openCommand,
} from './table.ts';

export type Shell = 'bash' | 'zsh' | 'fish';

/** `agent-tui completion bash|zsh|fish` */
export async function runCompletion({words}: CliCall, cli: CliContext): Promise<number> {
	const [shell] = words;
	if (shell === undefined) {
		cli.complain('agent-tui: for which shell? Use: agent-tui completion bash|zsh|fish\n');
		return 2;
	}
	// The cast is safe: the parser accepts only these three words.
	cli.print(completionScript(shell as Shell));
	return 0;
}

/**
 * Makes a script that completes commands, options and their known values. It is made from the table
 * of commands.
 */
export function completionScript(shell: Shell): string {
	switch (shell) {
		case 'bash':
			return bashScript();
		case 'zsh':
			return zshScript();
		case 'fish':
			return fishScript();
	}
}

const commands: readonly CliCommand[] = allCommands;
const names = commands.map(({name}) => name);

/** Makes one shell function. The first command name on the line decides what may follow. */
function bashScript(): string {
	const completeWith = (how: string) => `COMPREPLY=($(compgen ${how} -- "$current"))`;
	const valueCases = valueFlags().map(
		flag => `--${flag.name}) ${completeWith(bashValues(flag))}; return ;;`,
	);
	const commandCases = commands.map(
		command =>
			`${command.name}) words=${quote(bashWords(command.choices ?? [], command.flags))} ;;`,
	);
	return `# bash completion for agent-tui; load with: eval "$(agent-tui completion bash)"
_agent_tui() {
	local current previous command='' word words
	COMPREPLY=()
	current="\${COMP_WORDS[COMP_CWORD]}"
	previous="\${COMP_WORDS[COMP_CWORD-1]}"
	for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
		case "$word" in
			${names.join('|')}) command="$word"; break ;;
		esac
	done
	case "$previous" in
		${valueCases.join('\n\t\t')}
	esac
	case "$command" in
		${commandCases.join('\n\t\t')}
		*) words=${quote(bashWords(names, openCommand.flags))} ;;
	esac
	${completeWith('-W "$words"')}
}
complete -o default -F _agent_tui agent-tui
`;
}

function bashWords(words: readonly string[], flags: readonly Flag[]): string {
	return [...words, ...[...flags, ...globalFlags].map(({name}) => `--${name}`)].join(' ');
}

function bashValues({kind, suggestions}: Flag): string {
	switch (kind) {
		case 'folder':
			return '-d';
		case 'file':
			return '-f';
		default:
			return `-W ${quote((suggestions ?? []).join(' '))}`;
	}
}

function valueFlags(): readonly Flag[] {
	const flags = [...commands.flatMap(command => command.flags), ...globalFlags];
	return [...new Map(flags.map(flag => [flag.name, flag])).values()].filter(
		({value}) => value !== undefined,
	);
}

function zshScript(): string {
	const described = commands.map(({name, summary}) =>
		quote(`${name}:${summary.replaceAll(':', '\\:')}`),
	);
	const cases = commands.map(command => {
		const choices = command.choices ? [quote(`1: :(${command.choices.join(' ')})`)] : [];
		const own = [...command.flags.map(zshFlag), ...choices];
		return `${command.name}) _arguments -s $everywhere ${own.join(' ')} ;;`;
	});
	return `#compdef agent-tui
# zsh completion for agent-tui; load with: source <(agent-tui completion zsh)
_agent_tui() {
	local context state state_descr line
	typeset -A opt_args
	local -a everywhere commands
	everywhere=(${globalFlags.map(zshFlag).join(' ')})
	commands=(${described.join(' ')})
	_arguments -C -s $everywhere '1: :->command' '*:: :->rest'
	case "$state" in
		command) _describe command commands ;;
		rest)
			case "$line[1]" in
				${cases.join('\n\t\t\t\t')}
			esac
			;;
	esac
}
if [ "$funcstack[1]" = _agent_tui ]; then
	_agent_tui "$@"
else
	compdef _agent_tui agent-tui
fi
`;
}

function zshFlag(flag: Flag): string {
	const summary = flag.summary.replace(/[[\]:]/g, '\\$&');
	const value = flag.value === undefined ? '' : `:${flag.value}:${zshValues(flag)}`;
	const long = quote(`${flag.many ? '*' : ''}--${flag.name}[${summary}]${value}`);
	return flag.short ? `${quote(`-${flag.short}[${summary}]`)} ${long}` : long;
}

function zshValues({kind, suggestions}: Flag): string {
	switch (kind) {
		case 'folder':
			return '_files -/';
		case 'file':
			return '_files';
		default:
			return suggestions ? `(${suggestions.join(' ')})` : '';
	}
}

function fishScript(): string {
	const complete = (condition: string, rest: string) =>
		`complete -c agent-tui -n ${quote(condition)} ${rest}`;
	const lines = [
		'# fish completion for agent-tui; save as ~/.config/fish/completions/agent-tui.fish',
		...commands.map(({name, summary}) =>
			complete(
				`not __fish_seen_subcommand_from ${names.join(' ')}`,
				`-f -a ${name} -d ${quote(summary)}`,
			),
		),
		...globalFlags.map(flag => `complete -c agent-tui ${fishFlag(flag)}`),
		...commands.flatMap(({name, flags, choices}) => {
			const after = `__fish_seen_subcommand_from ${name}`;
			return [
				...flags.map(flag => complete(after, fishFlag(flag))),
				...(choices ? [complete(after, `-f -a ${quote(choices.join(' '))}`)] : []),
			];
		}),
	];
	return `${lines.join('\n')}\n`;
}

function fishFlag({name, short, value, kind, suggestions, summary}: Flag): string {
	const takesFiles = kind === 'folder' || kind === 'file';
	return [
		...(short ? [`-s ${short}`] : []),
		`-l ${name}`,
		...(value === undefined ? [] : [takesFiles ? '-r' : '-x']),
		...(suggestions ? [`-a ${quote(suggestions.join(' '))}`] : []),
		`-d ${quote(summary)}`,
	].join(' ');
}

/** Quotes a text so that none of the three shells expands anything in it. */
function quote(text: string): string {
	return `'${text.replaceAll("'", "'\\''")}'`;
}
