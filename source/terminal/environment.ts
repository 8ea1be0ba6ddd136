import {soundsSecret} from '../platform/secret-names.ts';
import type {Owner} from './transport.ts';

export type Variables = Readonly<Record<string, string | undefined>>;

export const sessionMarkerName = 'AGENT_TUI_SESSION';

/**
 * Returns the environment for a program in a terminal: harmless variables of our own, and those
 * that describe the terminal. Our keys and tokens are not passed on.
 */
export function sessionEnvironment(
	own: Variables,
	{owner, marker, also = []}: {owner: Owner; marker: string; also?: readonly string[]},
): Readonly<Record<string, string>> {
	return {
		LANG: 'C.UTF-8',
		...inheritedVariables(own, also),
		...(owner === 'model' ? modelsPagers : usersPagers(own)),
		TERM: 'xterm-256color',
		COLORTERM: 'truecolor',
		[sessionMarkerName]: marker,
	};
}

/** Returns those of our variables that every program started for the model gets. */
export function inheritedVariables(
	own: Variables,
	also: readonly string[] = [],
): Readonly<Record<string, string>> {
	const inherited: Record<string, string> = {};
	for (const [name, value] of Object.entries(own)) {
		if (value !== undefined && isInherited(name, {value, also})) {
			inherited[name] = value;
		}
	}
	return inherited;
}

/**
 * Switches pagers off for the model: a pager waits for a key that a model does not know to press.
 */
const modelsPagers = {PAGER: 'cat', GIT_PAGER: 'cat', GH_PAGER: 'cat'};

function usersPagers(own: Variables): Record<string, string> {
	return Object.fromEntries(
		['PAGER', 'GIT_PAGER', 'GH_PAGER', 'LESS', 'MANPAGER', 'BAT_PAGER'].flatMap(name => {
			const value = own[name];
			return value === undefined ? [] : [[name, value]];
		}),
	);
}

function isInherited(
	name: string,
	{value, also}: {value: string; also: readonly string[]},
): boolean {
	if (also.includes(name)) {
		return true;
	}
	if (proxyNames.has(name.toLowerCase())) {
		return !hasCredentials(value);
	}
	return (
		(allowedNames.has(name) || allowedPrefixes.some(prefix => name.startsWith(prefix))) &&
		!soundsSecret.test(name)
	);
}

/**
 * Whether the value contains a password, as in `http://user:password@host`, whatever the variable's
 * name is.
 */
function hasCredentials(value: string): boolean {
	return value.includes('@');
}

const proxyNames = new Set(['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy', 'ftp_proxy']);

const allowedPrefixes = ['LC_', 'XDG_', 'CONDA_', 'PYENV_', 'NVM_', 'RBENV_', 'SDKMAN_', 'ASDF_'];

// biome-ignore format: a list reads better in rows
const allowedNames = new Set([
	'HOME', 'USER', 'LOGNAME', 'SHELL', 'PATH', 'LANG', 'LANGUAGE', 'TZ', 'TMPDIR', 'HOSTNAME',
	'EDITOR', 'VISUAL', 'BROWSER', 'MANPATH', 'INFOPATH', 'LS_COLORS', 'NO_COLOR', 'FORCE_COLOR',
	'CLICOLOR', 'SSH_AUTH_SOCK', 'SSH_AGENT_PID', 'GPG_AGENT_INFO', 'GNUPGHOME', 'DISPLAY',
	'WAYLAND_DISPLAY', 'DBUS_SESSION_BUS_ADDRESS', 'JAVA_HOME', 'JDK_HOME', 'M2_HOME', 'MAVEN_HOME',
	'GRADLE_HOME', 'GRADLE_USER_HOME', 'ANDROID_HOME', 'ANDROID_SDK_ROOT', 'GOPATH', 'GOROOT',
	'GOBIN', 'GOFLAGS', 'CARGO_HOME', 'RUSTUP_HOME', 'VIRTUAL_ENV', 'PYTHONPATH', 'PIPENV_ACTIVE',
	'NODE_PATH', 'NODE_ENV', 'NODE_EXTRA_CA_CERTS', 'PNPM_HOME', 'BUN_INSTALL', 'DENO_DIR',
	'VOLTA_HOME', 'FNM_DIR', 'N_PREFIX', 'GEM_HOME', 'GEM_PATH', 'RUBYLIB', 'PERL5LIB', 'LUA_PATH',
	'COMPOSER_HOME', 'DOTNET_ROOT', 'LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'PKG_CONFIG_PATH',
	'CPATH', 'LIBRARY_PATH', 'CC', 'CXX', 'CFLAGS', 'CXXFLAGS', 'LDFLAGS', 'MAKEFLAGS',
	'SSL_CERT_FILE', 'SSL_CERT_DIR', 'REQUESTS_CA_BUNDLE', 'CURL_CA_BUNDLE', 'GIT_SSL_CAINFO',
	'DOCKER_HOST', 'DOCKER_CONFIG', 'KUBECONFIG', 'AWS_PROFILE', 'AWS_REGION',
	'AWS_DEFAULT_REGION', 'HOMEBREW_PREFIX', 'HOMEBREW_CELLAR', 'HOMEBREW_REPOSITORY',
	'NIX_PATH', 'NIX_PROFILES', 'CI', 'AGENT_TUI_HOME', 'WSL_DISTRO_NAME', 'WSL_INTEROP', 'OSTYPE',
]);
