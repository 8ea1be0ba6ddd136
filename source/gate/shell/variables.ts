import {knownWord, type ShellReader, unknownWord, type Word} from './reader.ts';

/** Variables that the shell itself sets to a number, such as a count or a process id. */
const numberNames = new Set(['#', '?', '$', '!']);

/**
 * Notes that a variable gets another value. A variable that is used in arithmetic must never hold
 * anything but numbers.
 */
export function assign(
	{found}: ShellReader,
	{name, value}: {readonly name: string; readonly value: Word},
): void {
	found.isChanged = true;
	found.assigned.add(name);
	if (value.text !== '') {
		found.given.push({name, text: value.text});
	}
	if (isRunning(name) && !isHarmless(name, value)) {
		takeProgram(found, {name, value});
	}
	const isNumber = value.isNumber && value.names.every(other => numberNames.has(other));
	if (!isNumber && !(value.isSeen && value.text === '')) {
		found.tainted.add(name);
	}
}

/** Whether the value is one of the usual ones, with which nothing else is run. */
function isHarmless(name: string, {text, isSeen, names}: Word): boolean {
	// The old value may follow the new one: `PYTHONPATH=src:$PYTHONPATH`.
	const isKept = names.length === 1 && names[0] === name;
	const own = isKept ? text.replace(`:$${name}`, '') : text;
	return (isSeen || isKept) && harmlessValues[name]?.test(own) === true;
}

const harmlessValues: Readonly<Record<string, RegExp>> = {
	__proto__: null as never,
	NODE_OPTIONS:
		/^(?:--(?:max-old-space-size=\d+|no-[\w-]+|trace-[\w-]+|enable-source-maps|experimental-vm-modules|openssl-legacy-provider)\s*)*$/,
	PYTHONPATH: /^(?:\.|src|lib|app|tests?)$/,
	PYTHONWARNINGS: /^(?:ignore|default|error|once|always)$/,
	RUSTFLAGS: /^-D ?warnings$/,
	MAKEFLAGS: /^-j ?\d*$/,
	GOFLAGS: /^-(?:mod=(?:mod|vendor|readonly)|count=\d+|v|race)?$/,
	PAGER: /^$/,
	GIT_PAGER: /^$/,
	GIT_TERMINAL_PROMPT: /^[01]$/,
	GIT_OPTIONAL_LOCKS: /^[01]$/,
	GIT_TRACE: /^[01]$/,
	PIP_DISABLE_PIP_VERSION_CHECK: /^\w*$/,
	PIP_NO_CACHE_DIR: /^\w*$/,
	CARGO_NET_OFFLINE: /^\w*$/,
	TMOUT: /^\d*$/,
	...Object.fromEntries(
		['GIT_AUTHOR_NAME', 'GIT_AUTHOR_EMAIL', 'GIT_AUTHOR_DATE']
			.flatMap(name => [name, name.replace('AUTHOR', 'COMMITTER')])
			.map(name => [name, /^/]),
	),
};

const programNames = /(?:PAGER|EDITOR)$|^(?:BROWSER|CC|CXX|LD|AR|VISUAL)$/;

/**
 * Notes a variable whose value names a program to run. If the value is a bare name, it is listed as
 * a command; any other value can't be analysed.
 */
function takeProgram(
	found: ShellReader['found'],
	{name, value}: {name: string; value: Word},
): void {
	if (value.isSeen && programNames.test(name) && /^[\w.+-]+$/.test(value.text)) {
		found.commands.push({words: [knownWord(value.text), unknownWord], isPiped: false});
	} else {
		found.unseen.add(`the variable ${name} is set`);
	}
}

/** Whether the variable's value is run, or determines where programs and settings are found. */
export function isRunning(name: string): boolean {
	return runningNames.has(name) || runningPatterns.test(name);
}

// biome-ignore format: a list reads better in rows
const runningNames = new Set([
	// Variables of the shell itself.
	'PATH', 'path', 'CDPATH', 'cdpath', 'fpath', 'FPATH', 'module_path', 'MODULE_PATH', 'HOME', 'ENV',
	'SHELLOPTS', 'BASHOPTS', 'PS0', 'PS1', 'PS2', 'PS3', 'PS4', 'PROMPT', 'PROMPT2', 'PROMPT3', 'PROMPT4',
	'RPROMPT', 'RPS1', 'SPROMPT', 'PROMPT_COMMAND', 'EXECIGNORE', 'FUNCNEST', 'GLOBIGNORE', 'HISTFILE',
	'HISTCMD', 'POSIXLY_CORRECT', 'ZDOTDIR', 'NULLCMD', 'READNULLCMD', 'STTY', 'REPORTTIME', 'FCEDIT',
	'functions', 'dis_functions', 'aliases', 'galiases', 'saliases', 'dis_aliases', 'commands',
	'builtins', 'options', 'nameddirs', 'userdirs', 'OLDPWD', 'PWD', 'DIRSTACK', 'dirstack', 'TMOUT',
	'TERMINFO', 'TERMCAP', 'BASH_ENV', 'INPUTRC', 'OPTIND', 'UID', 'EUID', 'SHELL', 'ARGV0',
	'precmd_functions', 'preexec_functions', 'chpwd_functions', 'periodic_functions', 'zshexit_functions',
	'zshaddhistory_functions', 'command_not_found_handle', 'histchars', 'TIMEFMT', 'WATCHFMT',
	// Variables that name programs or options which other programs then use.
	'EDITOR', 'VISUAL', 'PAGER', 'BROWSER', 'LESSOPEN', 'LESSCLOSE', 'LESSKEY', 'LESSEDIT', 'LESS', 'MANPAGER', 'MANOPT',
	'SYSTEMD_PAGER', 'SYSTEMD_EDITOR', 'BAT_PAGER', 'DELTA_PAGER', 'GH_PAGER', 'GH_EDITOR', 'GH_BROWSER',
	'SUDO_EDITOR', 'SUDO_ASKPASS', 'SSH_ASKPASS', 'RSYNC_RSH', 'RSYNC_CONNECT_PROG', 'CVS_RSH', 'SVN_SSH',
	'TAR_OPTIONS', 'GZIP', 'ZIPOPT', 'XZ_OPT', 'GREP_OPTIONS', 'RIPGREP_CONFIG_PATH', 'FZF_DEFAULT_COMMAND',
	'FZF_DEFAULT_OPTS', 'PSQL_EDITOR', 'PSQL_PAGER', 'PSQLRC', 'KUBE_EDITOR', 'KUBECTL_EXTERNAL_DIFF',
	'DOCKER_CONFIG', 'CC', 'CXX', 'CPP', 'LD', 'AR', 'AS', 'MAKEFLAGS', 'MFLAGS', 'GNUMAKEFLAGS', 'MAKE',
	'CMAKE_TOOLCHAIN_FILE', 'CONFIG_SITE', 'CONFIG_SHELL', 'M4', 'AWKPATH', 'AWKLIBPATH', 'OPENSSL_CONF',
	'OPENSSL_ENGINES', 'OPENSSL_MODULES', 'GCONV_PATH', 'LOCPATH', 'NLSPATH', 'MALLOC_TRACE', 'RESOLV_HOST_CONF',
	// Variables of interpreters and compilers.
	'PYTHONPATH', 'PYTHONHOME', 'PYTHONSTARTUP', 'PYTHONINSPECT', 'PYTHONBREAKPOINT', 'PYTHONWARNINGS',
	'PYTHONUSERBASE', 'PYTHONEXECUTABLE', 'PYTEST_ADDOPTS', 'PYTEST_PLUGINS', 'PERL5OPT', 'PERL5LIB', 'PERLLIB',
	'PERL5DB', 'RUBYOPT', 'RUBYLIB', 'GEM_HOME', 'GEM_PATH', 'BUNDLE_GEMFILE', 'NODE_OPTIONS', 'NODE_PATH',
	'NODE_REPL_EXTERNAL_MODULE', 'BUN_OPTIONS', 'LUA_INIT', 'LUA_PATH', 'LUA_CPATH', 'PHPRC', 'PHP_INI_SCAN_DIR',
	'JAVA_TOOL_OPTIONS', 'JDK_JAVA_OPTIONS', '_JAVA_OPTIONS', 'JAVA_OPTS', 'JAVA_HOME', 'MAVEN_OPTS',
	'MAVEN_ARGS', 'GRADLE_OPTS', 'SBT_OPTS', 'CLASSPATH', 'GOFLAGS', 'GOROOT', 'RUSTC', 'RUSTDOC',
	'RUSTC_WRAPPER', 'RUSTC_WORKSPACE_WRAPPER', 'RUSTFLAGS', 'R_PROFILE', 'R_PROFILE_USER', 'R_ENVIRON',
	'JULIA_LOAD_PATH', 'ERL_FLAGS', 'ERL_AFLAGS', 'ELIXIR_ERL_OPTIONS', 'DOTNET_STARTUP_HOOKS', 'VIMINIT',
	'EXINIT', 'VIM', 'VIMRUNTIME', 'MYVIMRC', 'EMACSLOADPATH', 'XDG_CONFIG_HOME', 'XDG_CONFIG_DIRS',
	'XDG_DATA_HOME', 'XDG_DATA_DIRS', 'XDG_RUNTIME_DIR', 'TCLLIBPATH', 'GTK_MODULES', 'GTK_PATH', 'QT_PLUGIN_PATH',
]);

const runningPatterns =
	/^(?:BASH_|BORG_|RESTIC_|RCLONE_|ZSH_|LD_|DYLD_|GIT_|SSH_|npm_|NPM_CONFIG_|YARN_|PNPM_|PIP_|UV_|CARGO_(?!TERM_|INCREMENTAL$|PROFILE)|DIRENV_|SUDO_|ANSIBLE_|TF_CLI_|__)/;
