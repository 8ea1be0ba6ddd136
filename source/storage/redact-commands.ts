import {isNoPlaceholder, isNoWord} from './redact-placeholders.ts';
import {field, type SecretShape} from './redact-shape.ts';

/** Matches the text before an option, back to the program's name, on the same line. */
const after = (programs: string) => `(?<=(?<![\\w-])(?:${programs})(?:\\s[^\\n|;&]{0,120})?)`;
const open = '\\\\{0,6}["\']?';
const value = '[^\\s"\'\\\\‹›\\x1b]';

/** Secrets on command lines: the options with which programs take them. */
export const commandShapes: readonly SecretShape[] = [
	field('argument', {
		anchors: [' -p'],
		kept: `(?<=(?<![\\w-])sshpass(?:\\s{1,4}-[A-Za-z]\\S{0,20}){0,4}) -p\\s{0,4}${open}`,
		chars: value,
		accepts: isNoPlaceholder,
	}),
	// Only a password attached to its option counts: `-p name` can be a port or a prompt.
	field('argument', {
		anchors: [' -p'],
		kept: `${after('mysql|mysqldump|mysqladmin|mysqlimport|mysqlcheck|mysqlsh|mariadb|mariadb-dump|mariadb-admin|mycli|7za?|zip|unzip')} -[pP]${open}`,
		chars: value,
		min: 3,
		accepts: isNoPlaceholder,
	}),
	field('argument', {
		anchors: [' -p', ' -w', ' -a'],
		kept: `(?:${after('docker login|podman login|helm|az login|zip|unzip|mongo|mongosh|mongodump|mongorestore')} -[pP]|${after('ldapsearch|ldapadd|ldapmodify|ldapwhoami')} -w|${after('redis-cli')} -a)\\s{1,4}${open}`,
		chars: value,
		min: 3,
		accepts: isNoPlaceholder,
	}),
	field('argument', {
		anchors: [' -u', ' --user', ' --proxy-user'],
		kept: `${after('curl|http|https|httpie|xh')} (?:-u\\s{0,4}|--(?:proxy-)?user[= ])${open}[^\\s:"'\\\\]{0,128}:`,
		chars: value,
		min: 2,
		accepts: isNoPlaceholder,
	}),
	field('argument', {
		anchors: [' -u'],
		kept: `${after('smbclient|mount\\.cifs|rpcclient')} -U\\s{0,4}${open}[^\\s%"'\\\\]{1,128}%`,
		chars: value,
		min: 2,
	}),
	option('=', secret => isNoPlaceholder(secret) && !/^[A-Z][A-Z_]*$/.test(secret)),
	option('\\s{1,4}', secret => isNoWord(secret) && isNoPlaceholder(secret)),
	field('argument', {
		anchors: ['pass:'],
		kept: '(?<=-pass(?:in|out)?\\s{1,4})pass:',
		chars: value,
		min: 3,
	}),
	field('netrc', {
		anchors: ['password'],
		kept: '(?<=(?:login|user|account)\\s{1,8}\\S{1,128}\\s{1,8})password\\s{1,8}',
		chars: value,
		min: 2,
	}),
];

/** `--password=…`, `--token …`: options of any program whose name says that they take a secret. */
function option(separator: string, accepts: (secret: string) => boolean): SecretShape {
	return field('argument', {
		anchors: ['--'].flatMap(dashes =>
			[...'abcdefghijklmnopqrstuvwxyz'].map(letter => dashes + letter),
		),
		kept: `--(?:[a-z0-9]{1,20}-){0,3}(?:password|passwd|passphrase|pass|token|secret|secret-key|api-key|apikey|access-key|auth-key|private-key|client-secret|credential)${separator}${open}`,
		chars: value,
		min: 4,
		accepts,
	});
}
