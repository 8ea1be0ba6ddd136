import {isNoName, isNoPlaceholder} from './redact-placeholders.ts';
import {partOf, type TextRange, type WordInText} from './redact-words.ts';

/** An option by which programs get a secret. */
type Taker = {
	readonly programs: string;
	/**
	 * Matches the option. Its group `value` is the option's value; if that is empty, the next word
	 * is.
	 */
	readonly option: RegExp;
	/** Matches the secret part of the value. If absent, the whole value is secret. */
	readonly part?: RegExp;
	/** If present, this entry counts only if one of the words matches. */
	readonly only?: RegExp;
	/**
	 * If present, another command follows the program's own options. Matches those options whose
	 * value is the next word.
	 */
	readonly before?: RegExp;
};

const afterColon = /^[^:]*:(?<secret>.+)$/dg;
const afterPercent = /^[^%]*%(?<secret>.+)$/dg;
const afterComma = /^[^,]*,(?<secret>.+)$/dg;
const afterPass = /^(?:pass:)(?<secret>.+)$/dg;
const inCookies = /(?:^|;\s*)[^\s=;]+=(?<secret>[^;]+)/dg;

const takers: readonly Taker[] = [
	{programs: 'sshpass', option: /^-p(?<value>.*)$/, before: /^-[pfdP]$/},
	// Only a password attached to its option counts: `-p name` can be a port, a prompt or a path.
	{
		programs:
			'mysql mysqldump mysqladmin mysqlimport mysqlcheck mysqlsh mariadb mariadb-dump mariadb-admin mycli 7z 7za 7zz rar unrar',
		option: /^-p(?<value>.+)$/,
	},
	{
		programs: 'curl',
		option: /^(?:-[sSfLkvigIjnNqG0-6#]*[uU]|--(?:proxy-)?user=?)(?<value>.*)$/,
		part: afterColon,
	},
	{
		programs: 'curl',
		option: /^(?:-[sSfLkvigIjnNqG0-6#]*b|--cookie=?)(?<value>.*)$/,
		part: inCookies,
	},
	{programs: 'curl', option: /^--(?:oauth2-bearer|pass|proxy-pass|tlspassword)=?(?<value>.*)$/},
	{
		programs: 'http https httpie xh',
		option: /^(?:-a|-u|--auth=?|--user=?)(?<value>.*)$/,
		part: afterColon,
	},
	{programs: 'openssl', option: /^-(?:k|K)(?<value>)$/, only: /^(?:enc|[a-z]+-?\d+(?:-\w+)*)$/},
	{programs: 'openssl', option: /^-pass(?:in|out|word)?(?<value>)$/, part: afterPass},
	{
		programs: 'smbclient rpcclient smbget smbmap net mount.cifs',
		option: /^(?:-U|--user=?)(?<value>.*)$/,
		part: afterPercent,
	},
	{
		programs: 'ldapsearch ldapadd ldapmodify ldapdelete ldapwhoami ldapcompare ldappasswd kadmin',
		option: /^-w(?<value>.*)$/,
	},
	{programs: 'ldappasswd', option: /^-[as](?<value>.*)$/},
	{programs: 'kadmin kadmin.local plink pscp psftp', option: /^-pw(?<value>)$/},
	{programs: 'redis-cli', option: /^-a(?<value>)$/},
	{programs: 'mongo mongosh mongodump mongorestore cqlsh', option: /^-p(?<value>)$/},
	{
		programs: 'docker podman nerdctl buildah skopeo helm az oc',
		option: /^-p(?<value>)$/,
		only: /^login$/,
	},
	{programs: 'zip unzip sqlcmd bcp osql ipmitool mosquitto_pub', option: /^-P(?<value>.*)$/},
	{programs: 'mosquitto_sub', option: /^-P(?<value>.*)$/},
	{programs: 'ssh-keygen', option: /^-[NP](?<value>.*)$/},
	{programs: 'xfreerdp wfreerdp sdl-freerdp', option: /^\/(?:p|gp):(?<value>.+)$/},
	{programs: 'rdesktop ncftpput ncftpget ncftp', option: /^-p(?<value>.*)$/},
	{programs: 'snmpget snmpwalk snmpset', option: /^-[AX](?<value>)$/},
	{programs: 'lftp', option: /^(?:-u|--user=?)(?<value>.*)$/, part: afterComma},
	{
		programs: 'keytool jarsigner apksigner',
		option: /^-(?:src|dest|new)?(?:store|key)pass(?:wd)?(?<value>)$/,
	},
	{programs: 'nmcli', option: /^(?:password|[\w-]+\.psk)(?<value>)$/},
	{programs: 'pdftk', option: /^(?:user|owner|input)_pw(?<value>)$/},
	{
		programs: 'aws npm yarn pnpm git',
		option: /(?:secret_access_key|session_token|_authToken|:_password)(?<value>)$/,
	},
	{programs: 'vault', option: /^login(?<value>)$/},
];

/** Programs that take a secret as an argument at a certain position. */
const placed: readonly {
	readonly programs: string;
	readonly index: number;
	/** This entry counts only if one of the words matches. */
	readonly only: RegExp;
	/** Matches options whose value is the next word. */
	readonly withValue: RegExp;
}[] = [
	{programs: 'htpasswd', index: 1, only: /^-\w*(?:n\w*b|b\w*n)/, withValue: /^-C$/},
	{programs: 'htpasswd', index: 2, only: /^-[^n]*b[^n]*$/, withValue: /^-C$/},
	{programs: 'openssl', index: 1, only: /^passwd$/, withValue: /^-(?:salt|in)$/},
	{programs: 'wpa_passphrase', index: 1, only: /(?:)/, withValue: /(?!)/},
	{programs: 'rabbitmqctl', index: 2, only: /^(?:add_user|change_password)$/, withValue: /^-\w$/},
];

/** Programs that take `name=value` as arguments. */
const settingsTakers = 'mount kubectl oc helm vault psql ansible ansible-playbook docker podman';
const setting =
	/(?:^|[\s,;&?=.])[\w-]*?(?:password|passwd|passphrase|pass|pwd|secret|token)=(?<secret>[^,;&\s]+)/dgi;

const byProgram = Map.groupBy(
	takers.flatMap(taker => taker.programs.split(' ').map(name => ({name, taker}))),
	({name}) => name,
);
const takesSettings = new Set(settingsTakers.split(' '));

export const takingPrograms: ReadonlySet<string> = new Set([
	...byProgram.keys(),
	...placed.map(({programs}) => programs),
	...takesSettings,
]);

/** Finds the secrets among the words of a command line. The first word is the program's name. */
export function secretsTaken([name, ...words]: readonly WordInText[]): readonly TextRange[] {
	const program = nameOf(name);
	if (program === '') {
		return [];
	}
	const found = (byProgram.get(program) ?? []).flatMap(({taker}) => takenBy(taker, words));
	return [
		...found,
		...placed.filter(({programs}) => programs === program).flatMap(one => placedIn(one, words)),
		...(takesSettings.has(program) ? words.flatMap(word => partsOf({word, from: 0}, setting)) : []),
	];
}

export function nameOf(word: WordInText | undefined): string {
	return word === undefined ? '' : word.text.slice(word.text.lastIndexOf('/') + 1);
}

function takenBy(
	{option, part, only, before}: Taker,
	all: readonly WordInText[],
): readonly TextRange[] {
	if (only && !all.some(({text}) => only.test(text))) {
		return [];
	}
	const words = before ? optionsOf(all, before) : all;
	return words.flatMap((word, index) => {
		const value = option.exec(word.text)?.groups?.['value'];
		if (value === undefined) {
			return [];
		}
		const next = words[index + 1];
		const place = value === '' ? next && {word: next, from: 0} : withinWord(word, value);
		return place === undefined || (value === '' && /^--?[a-z]/i.test(place.word.text))
			? []
			: partsOf(place, part);
	});
}

/** The options of a program that stand before the command that it runs, with their values. */
export function optionsOf(words: readonly WordInText[], withValue: RegExp): readonly WordInText[] {
	const isValue = (index: number) => withValue.test(words[index - 1]?.text ?? '');
	const end = words.findIndex(({text}, index) => !text.startsWith('-') && !isValue(index));
	return words.slice(0, end < 0 ? words.length : end);
}

type Place = {readonly word: WordInText; readonly from: number};

function withinWord(word: WordInText, value: string): Place {
	return {word, from: word.text.length - value.length};
}

function partsOf({word, from}: Place, part: RegExp | undefined): readonly TextRange[] {
	const text = word.text.slice(from);
	const ranges = part
		? [...text.matchAll(part)].map(match => match.indices!.groups!['secret']!)
		: [[0, text.length] as const];
	return ranges
		.filter(([start, end]) => isSecret(text.slice(start, end), part === setting))
		.map(([start, end]) => partOf(word, from + start, from + end));
}

function isSecret(text: string, isSetting: boolean): boolean {
	return text !== '' && isNoPlaceholder(text) && (!isSetting || isNoName(text));
}

function placedIn(
	{index, only, withValue}: (typeof placed)[number],
	words: readonly WordInText[],
): readonly TextRange[] {
	const word = words.filter(
		({text}, at) => !text.startsWith('-') && !withValue.test(words[at - 1]?.text ?? ''),
	)[index];
	return word !== undefined && words.some(({text}) => only.test(text))
		? partsOf({word, from: 0}, undefined)
		: [];
}
