import {cookieShape} from './redact-cookies.ts';
import {isNoName, isNoPlaceholder, isNoSentence, isNoWord} from './redact-placeholders.ts';
import {field, type SecretShape} from './redact-shape.ts';

/** Endings of names for secrets. The part before (`STRIPE_`, `db.`) does not matter. */
const names = [
	'api[_-]?key',
	'access[_-]?key',
	'account[_-]?key',
	'app[_-]?key',
	'auth[_-]?key',
	'encryption[_-]?key',
	'master[_-]?key',
	'private[_-]?key',
	'secret[_-]?key',
	'service[_-]?key',
	'signing[_-]?key',
	'token',
	'secret',
	'password',
	'passwd',
	'passphrase',
	'pwd',
	'credential',
];

const name = `(?:${names.join('|')})`;

/**
 * The words that the scanner searches for to find one of `names`. Each name contains one of them.
 */
const nameAnchors = [
	...['api', 'access', 'account', 'app', 'auth', 'encryption', 'master', 'private'],
	...['secret', 'service', 'signing', 'token', 'password', 'passwd', 'passphrase', 'pwd'],
	'credential',
];

/** Names of fields whose whole value is a secret, whatever it looks like. */
export const secretName = new RegExp(
	`^(?:[\\w.-]*?[_.-])??(?:${names.join('|')}|(?:proxy-)?authorization|[a-z]+(?:Token|Secret|Password|ApiKey))$`,
	'i',
);

const quote = '\\\\{0,6}["\']';
const quoted = '[^"\'\\\\\\r\\n‹›]';
const bare = '[^\\s"\'`\\\\,;()<>{}\\[\\]$|&‹›\\x1b]';
const lineEnd = '(?=[ \\t]*(?:\\r|\\n|\\\\{1,6}[nr]|$|#)|\\x1b|["\'`])';

const variable =
	'(?:(?<=_)KEY|API_?KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|PWD|(?<![A-Z])PASS|CREDENTIALS?|[A-Z]{3,10}_?KEY)';
const variableAnchors = ['key', 'pass=', ...nameAnchors];

/** Assignments in settings files and programs, where the name shows that the value is a secret. */
const assignments: readonly SecretShape[] = [
	// {"password": "…"}, 'api_key' => '…': a quoted name means data, so any value counts.
	field('field', {
		anchors: nameAnchors,
		kept: `${name}${quote}\\s{0,8}(?::|=>|=)\\s{0,8}${quote}`,
		chars: quoted,
		min: 3,
		accepts: isNoPlaceholder,
	}),
	// password = "…", apiKey: '…': in a program, a plain word is only a name or an example.
	field('field', {
		anchors: nameAnchors,
		kept: `${name}\\s{0,8}(?::|=>|:?=)\\s{0,8}${quote}`,
		chars: quoted,
		min: 4,
		accepts: secret => isNoWord(secret.replaceAll(' ', '')) && isNoSentence(secret),
	}),
	// export X_TOKEN=…, API_KEY=…: a variable of the environment.
	field('field', {
		anchors: variableAnchors,
		kept: `${variable}=${quote}`,
		chars: quoted,
		min: 4,
		flags: 'y',
		accepts: secret => isNoPlaceholder(secret) && isNoName(secret),
	}),
	field('field', {
		anchors: variableAnchors,
		kept: `${variable}=\\\\{0,6}["']?`,
		chars: bare,
		min: 4,
		flags: 'y',
		accepts: secret => isNoPlaceholder(secret) && isNoName(secret),
	}),
	// password: …  and password=…, alone on a line.
	field('field', {
		anchors: nameAnchors,
		kept: `(?<=(?:^|\\n|\\\\n|[ \\t"'+-])[\\w.-]{0,60})${name}\\s{0,4}[:=]\\s{0,8}`,
		chars: bare,
		min: 6,
		end: lineEnd,
		accepts: isNoWord,
	}),
	// password: …, a line of its own in a settings file, where a value may hold blanks.
	field('field', {
		anchors: ['password', 'passphrase'],
		kept: '(?<=(?:^|\\n|\\\\n|["\':])[ \\t]{0,16}[\\w.-]{0,40})(?:password|passphrase)[ \\t]{0,4}:[ \\t]{1,8}',
		chars: '[^\\r\\n"\'\\\\‹›\\x1b]',
		min: 6,
		max: 80,
		end: '(?=[\\r\\n\\\\"\']|$)',
		accepts: secret => isNoPlaceholder(secret) && isNoSentence(secret),
	}),
	// PASSWORD '…', IDENTIFIED BY '…' of SQL.
	field('field', {
		anchors: ['password', 'identified'],
		kept: `(?:password|identified (?:with \\S{1,40} )?by)\\s{1,4}${quote}`,
		chars: quoted,
		min: 3,
		accepts: secret => isNoPlaceholder(secret) && isNoSentence(secret),
	}),
	field('field', {
		anchors: ['password', 'passwd', 'passphrase'],
		kept: '(?<=<[\\w:.-]{0,40})(?:password|passwd|passphrase)>',
		chars: '[^<>\\s‹›]',
		min: 4,
		accepts: isNoPlaceholder,
	}),
	// Keys of WireGuard, of kubectl, and of a wireless network.
	field('field', {
		anchors: ['privatekey', 'presharedkey', 'client-key-data'],
		kept: '(?:PrivateKey|PresharedKey|client-key-data)\\s{0,4}[:=]\\s{0,4}',
		chars: '[A-Za-z0-9+/=]',
		min: 40,
		max: 8192,
	}),
	field('field', {
		anchors: ['psk='],
		kept: `(?:(?<![\\w-])|(?<=\\\\[nrt]))psk=${quote}`,
		chars: quoted,
		min: 8,
		accepts: isNoPlaceholder,
	}),
	// _authToken=… of .npmrc, and the base64 of Docker's config.
	field('field', {
		anchors: ['_authtoken', '_password'],
		kept: '_\\w+\\s*=\\s*["\']?',
		chars: bare,
		min: 6,
		accepts: isNoPlaceholder,
	}),
	field('field', {
		anchors: ['auth'],
		kept: `(?<=["'])auth${quote}\\s{0,8}:\\s{0,8}${quote}`,
		chars: '[A-Za-z0-9+/=]',
		min: 12,
	}),
	// Server=…;Password=…; of a connection string.
	field('field', {
		anchors: ['password', 'pwd', 'accountkey', 'sharedaccesskey'],
		kept: '(?<=;\\s{0,4})(?:password|pwd|accountkey|sharedaccesskey)\\s{0,4}=\\s{0,4}',
		chars: '[^;\\s"\'\\\\‹›]',
		min: 3,
	}),
];

const headerSeparator = `\\\\{0,6}["']?\\s{0,4}[:=]\\s{0,4}\\\\{0,6}["']?`;
const headerValue = '[^\\s"\'`\\\\,;(){}$<>‹›]';

const tab = '(?:\\t|\\\\{1,6}t)';

const headers: readonly SecretShape[] = [
	field('header', {
		anchors: ['authorization', 'proxy-authorization'],
		kept: `(?:proxy-)?authorization${headerSeparator}(?:(?:bearer|basic|token|digest|bot|negotiate|apikey)\\s{1,4})?`,
		chars: headerValue,
		min: 4,
		accepts: secret =>
			!/^(?:bearer|basic|token|digest|bot|negotiate|apikey)$/i.test(secret) &&
			isNoPlaceholder(secret) &&
			isNoWord(secret),
	}),
	field('header', {
		anchors: ['bearer'],
		kept: '(?<![\\w-])bearer\\s{1,4}',
		chars: '[\\w.~+/=-]',
		min: 16,
		accepts: isNoWord,
	}),
	field('header', {
		anchors: [
			'x-api-key',
			'x-goog-api-key',
			'x-auth-token',
			'x-access-token',
			'x-vault-token',
			'x-amz-security-token',
			'private-token',
			'dd-api-key',
			'dd-application-key',
			'api-key',
			'x-csrf-token',
		],
		kept: `(?:x-)?(?:goog-|vault-|amz-|auth-|access-|private-|dd-|csrf-)?(?:api-key|security-token|application-key|token|auth-token)${headerSeparator}`,
		chars: headerValue,
		min: 4,
		accepts: isNoWord,
	}),
	cookieShape,
	// A line of a cookie file: domain, flags, path and time, then the name and the value.
	field('cookie', {
		anchors: ['\ttrue', '\tfalse', 'ttrue', 'tfalse'],
		kept: `[\\tt](?:TRUE|FALSE)${tab}/[^\\s\\\\]{0,200}${tab}(?:TRUE|FALSE)${tab}\\d{1,12}${tab}[^\\s\\\\]{1,128}${tab}`,
		chars: '[^\\s\\\\"‹›]',
		max: 4096,
	}),
];

const part = '[^\\s/:@"\'\\\\]';

const urls: readonly SecretShape[] = [
	field('url-password', {
		anchors: ['://'],
		kept: `://${part}{0,256}:`,
		chars: '[^\\s/@"\'\\\\‹›{}$<>]',
		max: 512,
		end: '(?=@)',
		accepts: isNoPlaceholder,
	}),
	field('url-password', {
		anchors: ['://'],
		kept: '://',
		chars: '[A-Za-z0-9_-]',
		min: 20,
		end: '(?=(?::x-oauth-basic)?@)',
	}),
	field('url-parameter', {
		anchors: [
			'signature=',
			'sig=',
			'token=',
			'key=',
			'apikey=',
			'api_key=',
			'access_token=',
			'x-amz-',
			'x-goog-',
			'password=',
			'secret=',
			'client_secret=',
		],
		kept: '(?<=[?&]|%26|[?&][\\w-]{1,30}[_-])(?:x-(?:amz|goog)-(?:signature|credential|security-token)|(?:access_|auth_|refresh_|id_)?token|signature|sig|(?:api_?)?key|password|(?:client_)?secret)=',
		chars: '[^\\s&#"\'<>\\\\;‹›]',
		min: 6,
		accepts: isNoPlaceholder,
	}),
	field('webhook', {
		anchors: ['hooks.slack.com/'],
		kept: 'hooks\\.slack\\.com/(?:services|workflows)/',
		chars: '[A-Za-z0-9/]',
		min: 20,
	}),
	field('webhook', {
		anchors: ['/webhooks/'],
		kept: '(?<=discord(?:app)?\\.com/api(?:/v\\d+)?)/webhooks/\\d{5,25}/',
		chars: '[\\w-]',
		min: 30,
	}),
];

export const fieldShapes: readonly SecretShape[] = [...headers, ...urls, ...assignments];
