import {realpathSync} from 'node:fs';
import {liesIn} from './lies-in.ts';

/**
 * A kind of secret and the paths of its files. A leading slash means the root; `/**` means
 * everything in a folder.
 */
export type SecretPlace = {
	readonly what: string;
	readonly at: readonly string[];
	/** Files at these paths that may be read nevertheless. */
	readonly but?: readonly string[];
};

/**
 * Files that hold keys, passwords or a user's traces. Reading one always asks, even inside the
 * workspace: a user who starts the program in the home folder has not offered every key in it.
 */
export const secretPlaces: readonly SecretPlace[] = [
	{what: 'SSH keys', at: ['.ssh/**'], but: ['.ssh/*.pub']},
	{what: 'an SSH key', at: ['id_rsa', 'id_dsa', 'id_ecdsa', 'id_ed25519', 'id_*_sk']},
	{what: 'keys of this machine', at: ['/etc/ssh/ssh_host_*_key', '/etc/ssl/private/**']},
	{
		what: 'a private key',
		at: ['*.key', '*.pem', '*.p12', '*.pfx', '*.ppk', '*.jks', '*.keystore', '*.kdbx'],
	},
	{what: 'PGP keys', at: ['.gnupg/**']},
	{what: 'passwords', at: ['.password-store/**', '.netrc', '_netrc', '.authinfo', '.authinfo.gpg']},
	{
		what: 'passwords of this machine',
		at: ['/etc/shadow*', '/etc/gshadow*', '/etc/security/opasswd'],
	},
	{what: 'passwords of git', at: ['.git-credentials', '.config/git/credentials', '.config/gh/**']},
	{what: 'passwords of a database', at: ['.pgpass', '.my.cnf', '.mylogin.cnf', '.htpasswd']},
	{
		what: 'keys of a cloud',
		at: [
			...['.aws/**', '.azure/**', '.config/gcloud/**', '.oci/**', '.boto', '.s3cfg'],
			...['.config/rclone/**', '.config/doctl/**', '.terraform.d/**', '.terraformrc'],
			...['.vault-token', '.databrickscfg', '.config/op/**'],
		],
	},
	{what: 'keys of a cluster', at: ['.kube/**', '/etc/kubernetes/*.conf', '/etc/rancher/**']},
	{what: 'keys of a registry', at: ['.docker/config.json', '.config/containers/auth.json']},
	{
		what: 'keys of a package registry',
		at: [
			...['.npmrc', '.pypirc', '.gem/credentials', '.cargo/credentials', '.cargo/credentials.toml'],
			...['.composer/auth.json', '.m2/settings.xml', '.m2/settings-security.xml'],
			...['.nuget/NuGet/NuGet.Config', '.yarnrc.yml'],
		],
	},
	{
		what: 'secrets of a program',
		at: ['.env', '.env.*', '*.env', '.envrc', '/run/secrets/**', '/var/run/secrets/**'],
		but: ['.env.example', '.env.sample', '.env.template', '.env.dist'],
	},
	{
		what: 'a keyring',
		at: ['.local/share/keyrings/**', '.local/share/kwalletd/**', 'Library/Keychains/**'],
	},
	{
		what: 'a browser profile',
		at: [
			...['.mozilla/**', '.librewolf/**', '.thunderbird/**', '.config/google-chrome*/**'],
			...['.config/chromium/**', '.config/BraveSoftware/**', '.config/microsoft-edge*/**'],
			...['.config/opera/**', '.config/vivaldi/**', 'snap/firefox/**', 'snap/chromium/**'],
			...['.var/app/org.mozilla.*/**', 'Library/Cookies/**', 'Library/Safari/**'],
			...['Library/Application Support/Firefox/**', 'Library/Application Support/Google/**'],
			...['Library/Application Support/BraveSoftware/**'],
			...['Library/Application Support/Microsoft Edge/**'],
		],
	},
	{
		what: 'what was typed before',
		at: ['.*_history', '.history', '.histfile', '.lesshst', 'fish_history', '.zhistory'],
	},
	{
		what: 'what opens running sessions of agent-tui',
		at: ['agent-tui/run/**', 'agent-tui-sockets-*/**'],
	},
	{
		what: 'the environment or the memory of a program',
		at: ['/proc/*/environ', '/proc/*/task/*/environ', '/proc/*/mem', '/proc/kcore', '/dev/mem'],
	},
];

export type Secrets = {
	/** Returns the kind of secret at a path; null for an ordinary file. */
	readonly at: (path: string) => string | null;
};

/** `own` are this program's folders. They hold its settings, its sessions and the proxy's token. */
export function createSecrets(own: readonly string[] = []): Secrets {
	const folders = own.flatMap(folder => [folder, realFolder(folder)]);
	return {
		at: path =>
			folders.some(folder => liesIn(folder, path))
				? 'settings or records of agent-tui'
				: (places.find(place => place.holds(path))?.what ?? null),
	};
}

function realFolder(path: string): string {
	try {
		return realpathSync(path);
	} catch {
		return path;
	}
}

const places = secretPlaces.map(({what, at, but = []}) => {
	const [held, free] = [matcher(at), but.length === 0 ? null : matcher(but)];
	return {what, holds: (path: string) => held.test(path) && !free?.test(path)};
});

/** Ignores case, because some file systems do. */
function matcher(patterns: readonly string[]): RegExp {
	return new RegExp(`(?:${patterns.map(source).join('|')})$`, 'is');
}

function source(pattern: string): string {
	const isFolder = pattern.endsWith('/**');
	const name = isFolder ? pattern.slice(0, -'/**'.length) : pattern;
	const isTied = name.startsWith('/');
	const body = name
		.slice(isTied ? 1 : 0)
		.replaceAll(/[.+^${}()|[\]\\?]/g, String.raw`\$&`)
		.replaceAll('*', '[^/]*');
	return `${isTied ? '^/' : '(?:^|/)'}${body}${isFolder ? '(?:/.*)?' : ''}`;
}
