import {keyShapes} from './redact-keys.ts';
import {literal, type PatternShape, type SecretShape, token} from './redact-shape.ts';

const word = '[A-Za-z0-9]';
const dashed = '[\\w-]';
const hex = '[a-f0-9]';
const base64 = '[A-Za-z0-9+/=_-]';

/**
 * Returns an expression for a token with a long run without dashes, as no hyphenated words have.
 */
const random = (start: string) =>
	`(?<!-)(?=${start}[\\w-]{0,200}?(?:[A-Za-z0-9_]{16}|[A-Za-z]\\d[A-Za-z0-9]{6}))(?=${start}[\\w-]{0,200}?\\d)`;

/** Provider tokens with a recognisable form, the more specific ones first. */
export const tokenShapes: readonly SecretShape[] = [
	token('anthropic', {anchor: 'sk-ant-', rest: dashed, min: 16}),
	token('openrouter', {anchor: 'sk-or-', rest: dashed, min: 16}),
	token('openai', {anchor: 'sk-', rest: dashed, min: 20, check: random('sk-')}),
	token('google', {anchor: 'AIza', rest: dashed, min: 30}),
	token('google', {anchor: 'ya29.', rest: dashed, min: 20}),
	token('google', {anchor: 'GOCSPX-', rest: dashed, min: 20}),
	token('google', {anchor: '1//0', rest: dashed, min: 30}),
	...['AKIA', 'ASIA', 'ABIA', 'ACCA'].map(anchor =>
		token('aws', {anchor, rest: '[A-Z0-9]', min: 16, end: '(?![A-Za-z0-9])'}),
	),
	token('aws', {anchor: 'ABSK', rest: base64, min: 60}),
	...['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'].map(anchor =>
		token('github', {anchor, rest: word, min: 30}),
	),
	token('github', {anchor: 'github_pat_', rest: '\\w', min: 20}),
	...['glpat-', 'gldt-', 'glrt-', 'glcbt-', 'glptt-', 'glft-', 'glagent-', 'gloas-', 'glsoat-'].map(
		anchor => token('gitlab', {anchor, rest: '[\\w.-]', min: 20}),
	),
	...['a', 'b', 'e', 'o', 'p', 'r', 's'].map(letter =>
		token('slack', {anchor: `xox${letter}-`, rest: '[A-Za-z0-9-]', min: 10}),
	),
	token('slack', {anchor: 'xapp-', rest: '[A-Za-z0-9-]', min: 20}),
	token('npm', {anchor: 'npm_', rest: word, min: 30}),
	token('pypi', {anchor: 'pypi-', rest: dashed, min: 40}),
	...['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'].map(anchor =>
		token('stripe', {anchor, rest: word, min: 16}),
	),
	token('stripe', {anchor: 'whsec_', rest: base64, min: 24}),
	token('twilio', {anchor: hexAfter('sk'), head: 'SK', rest: hex, min: 32, end: '(?!\\w)'}),
	token('sendgrid', {anchor: 'SG.', rest: '[\\w.-]', min: 50}),
	token('huggingface', {anchor: 'hf_', rest: word, min: 30}),
	token('groq', {anchor: 'gsk_', rest: word, min: 30}),
	token('xai', {anchor: 'xai-', rest: word, min: 40}),
	token('perplexity', {anchor: 'pplx-', rest: word, min: 32}),
	token('replicate', {anchor: 'r8_', rest: word, min: 30}),
	token('fireworks', {anchor: 'fw_', rest: word, min: 22}),
	token('cerebras', {anchor: 'csk-', rest: word, min: 40}),
	token('nvidia', {anchor: 'nvapi-', rest: dashed, min: 40}),
	token('together', {anchor: 'tgp_v1_', rest: dashed, min: 30}),
	...['dop_v1_', 'doo_v1_', 'dor_v1_'].map(anchor =>
		token('digitalocean', {anchor, rest: hex, min: 60}),
	),
	token('atlassian', {anchor: ['ATATT3', 'ATCTT3'], rest: '[\\w=-]', min: 30}),
	token('atlassian', {anchor: 'ATBB', rest: word, min: 28}),
	...['hvs.', 'hvb.', 'hvr.'].map(anchor => token('vault', {anchor, rest: dashed, min: 20})),
	token('databricks', {anchor: 'dapi', rest: hex, min: 32}),
	...['shpat_', 'shpca_', 'shppa_', 'shpss_'].map(anchor =>
		token('shopify', {anchor, rest: '[a-fA-F0-9]', min: 32}),
	),
	token('linear', {anchor: 'lin_api_', rest: word, min: 30}),
	token('notion', {anchor: ['ntn_', 'secret_'], rest: word, min: 43}),
	token('figma', {anchor: 'figd_', rest: dashed, min: 30}),
	token('postman', {anchor: 'PMAK-', rest: '[a-f0-9-]', min: 50}),
	token('newrelic', {anchor: 'NRAK-', rest: '[A-Z0-9]', min: 27}),
	token('grafana', {anchor: ['glsa_', 'glc_'], rest: '[\\w=+/]', min: 30}),
	token('sentry', {anchor: ['sntrys_', 'sntryu_'], rest: '[\\w=+/-]', min: 30}),
	token('doppler', {anchor: ['dp.pt.', 'dp.st.', 'dp.ct.', 'dp.sa.'], rest: '[\\w.-]', min: 30}),
	token('planetscale', {anchor: ['pscale_tkn_', 'pscale_pw_'], rest: '[\\w=.-]', min: 30}),
	token('docker', {anchor: 'dckr_pat_', rest: dashed, min: 20}),
	token('rubygems', {anchor: 'rubygems_', rest: hex, min: 40}),
	token('mailgun', {anchor: 'key-', rest: hex, min: 32, end: '(?!\\w)'}),
	token('age', {anchor: 'AGE-SECRET-KEY-1', rest: '[A-Z0-9]', min: 50}),
	token('supabase', {anchor: 'sbp_', rest: hex, min: 40}),
	token('pulumi', {anchor: 'pul-', rest: hex, min: 40}),
	token('onepassword', {anchor: 'ops_eyJ', rest: base64, min: 60}),
	token('jwt', {
		anchor: 'eyJ',
		head: '(?<!-)eyJ[\\w-]{8,4096}\\.eyJ[\\w-]{4,8192}\\.',
		rest: dashed,
		min: 0,
	}),
	jwtBeginning(),
	discord(),
	azure(),
	telegram(),
	...keyShapes,
];

/** A partial JWT: its first dots may still be missing. */
function jwtBeginning(): PatternShape {
	return {
		kind: 'jwt',
		anchors: ['eyj'],
		pattern: /(?!)/y,
		open: /eyJ[\w-]{0,4096}(?:\.(?:e(?:y(?:J[\w-]{0,8192}(?:\.[\w-]{0,4096})?)?)?)?)?$/y,
		hasOpenAnchor: true,
	};
}

/**
 * A Discord token. Its first part is a number in base64, for which only ninety beginnings are
 * possible.
 */
function discord(): PatternShape {
	const head = '(?:M[TDjzA]|N[DTjzA]|O[DTA])[AEIMQUYcgk]';
	const anchors = ['MT', 'MD', 'Mj', 'Mz', 'MA', 'ND', 'NT', 'Nj', 'Nz', 'NA', 'OD', 'OT', 'OA'];
	return {
		...token('discord', {
			anchor: anchors.flatMap(two => [...'AEIMQUYcgk'].map(third => two + third)),
			head: `${head}[\\w-]{20,25}\\.[\\w-]{6}\\.`,
			rest: dashed,
			min: 27,
		}),
		open: new RegExp(`(?<![\\w-])${head}[\\w-]{0,25}(?:\\.[\\w-]{0,6}(?:\\.[\\w-]{0,60})?)?$`, 'y'),
	};
}

/** An Azure client secret. Its mark is in the middle: three characters, a digit, `Q~`. */
function azure(): PatternShape {
	const anchors = Array.from({length: 10}, (_, digit) => `${digit}q~`);
	return {
		kind: 'azure',
		anchors,
		// The part before the anchor is too short to be useful.
		pattern: /(?<=[\w~.-]{3})(?<secret>\dQ~[\w~.-]{31,40})/y,
		open: /\dQ~[\w~.-]{0,40}$/y,
		isToken: true,
		isInner: true,
	};
}

/** A Telegram token. The number at its beginning identifies the bot and is not secret. */
function telegram(): PatternShape {
	return {
		kind: 'telegram',
		anchors: [':aa'],
		pattern: /(?<=\b(?:bot)?\d{8,10})(?<kept>:)(?<secret>AA[\w-]{32,40})(?![\w-])/y,
		open: /(?<=\b(?:bot)?\d{8,10})(?<kept>:)AA[\w-]{0,60}$/y,
		isToken: true,
	};
}

function hexAfter(start: string): readonly string[] {
	return [...'0123456789abcdef'].map(digit => literal(start) + digit);
}
