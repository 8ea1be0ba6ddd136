import {type Ran, runBriefly} from './exec.ts';

type GitOptions = {
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly cwd?: string;
	readonly timeoutMs: number;
};

/**
 * Runs a git command that only reads, so that git runs no program that the repository names. The
 * repository's config may come from a stranger, and git would run programs that are named there
 * (hooks, file monitors, pagers, diff tools, converters, filters, credential helpers, transports).
 */
export async function runGit(parameters: readonly string[], options: GitOptions): Promise<Ran> {
	const listed = await run(listFilters, options);
	const hasFilters = listed.status === 'ended' && listed.exitCode === 0;
	const isKnown = hasFilters || (listed.status === 'ended' && listed.exitCode === foundNothing);
	if (!isKnown) {
		return listed;
	}
	const env = {...options.env, ...withoutFilters(hasFilters ? listed.output : '')};
	return run(parameters, {...options, env});
}

function run(parameters: readonly string[], {env, cwd, timeoutMs}: GitOptions): Promise<Ran> {
	return runBriefly('git', [...settings, ...parameters], {
		timeoutMs,
		env: {...env, ...variables},
		...(cwd !== undefined && {cwd}),
	});
}

const settings = [
	...['core.fsmonitor=false', 'core.hooksPath=/dev/null', 'core.pager=cat', 'core.editor=true'],
	...['core.askPass=true', 'core.sshCommand=false', 'core.attributesFile=/dev/null'],
	...['credential.helper=', 'diff.external=', 'diff.submodule=short', 'diff.ignoreSubmodules=all'],
	...['submodule.recurse=false', 'gpg.program=false', 'log.showSignature=false'],
	...['core.untrackedCache=false', 'protocol.allow=never', 'maintenance.auto=false', 'gc.auto=0'],
].flatMap(setting => ['-c', setting]);

/**
 * Variables override the repository's config: no transport is allowed, nothing is fetched or
 * written.
 */
const variables = {
	GIT_ALLOW_PROTOCOL: 'none',
	GIT_NO_LAZY_FETCH: '1',
	GIT_OPTIONAL_LOCKS: '0',
	GIT_TERMINAL_PROMPT: '0',
	GIT_PAGER: 'cat',
	GIT_EXTERNAL_DIFF: undefined,
	GIT_SSH: undefined,
	GIT_SSH_COMMAND: undefined,
	GIT_ASKPASS: undefined,
};

/** Options that switch off external diff tools and converters. */
export const plainDiff = [
	...['diff', '--no-color', '--no-ext-diff', '--no-textconv', '--ignore-submodules=all'],
	'--submodule=short',
];

/** Filters can have any name, so list them first. Reading the config runs no program. */
const listFilters = ['config', '--null', '--name-only', '--get-regexp', String.raw`^filter\.`];
const foundNothing = 1;

/**
 * Returns variables that switch off all filters. Variables are used, because the name of a filter
 * may contain `=`, which would end the name on a command line.
 */
function withoutFilters(listed: string): Readonly<Record<string, string>> {
	const filters = new Set(
		listed.split('\0').flatMap(name => /^(filter\..+)\.[^.]+$/is.exec(name)?.slice(1) ?? []),
	);
	const off = [...filters].flatMap(filter =>
		['clean', 'smudge', 'process'].map(what => [`${filter}.${what}`, ''] as const),
	);
	const optional = [...filters].map(filter => [`${filter}.required`, 'false'] as const);
	const pairs = [...off, ...optional];
	return {
		GIT_CONFIG_COUNT: String(pairs.length),
		...Object.fromEntries(
			pairs.flatMap(([key, value], index) => [
				[`GIT_CONFIG_KEY_${index}`, key],
				[`GIT_CONFIG_VALUE_${index}`, value],
			]),
		),
	};
}
