import type {SignalKind} from '../events/signal.ts';
import {soundsSecret} from '../platform/secret-names.ts';

/**
 * A pattern for lines on the stderr of a launched agent (a guest). Such agents send no typed
 * signals, so these lines are the only text of other programs that the watchdog reads. Each pattern
 * has a sample that no other pattern matches.
 */
export type GuestPattern = {
	readonly kind: SignalKind;
	readonly pattern: RegExp;
	readonly sample: string;
};

export const guestPatterns: readonly GuestPattern[] = [
	{
		kind: 'guest.database-broken',
		pattern: /^(?:error|fatal)\b.{0,200}\bdatabase disk image is malformed\b/i,
		sample: 'Error: sqlite: database disk image is malformed (code 11)',
	},
	{
		kind: 'guest.context-exceeded',
		pattern: /^(?:error|fatal)\b.{0,200}\bcontext_length_exceeded\b/i,
		sample: 'ERROR: stream failed: context_length_exceeded: too many tokens',
	},
	{
		kind: 'guest.context-exceeded',
		pattern: /^(?:error|fatal)\b.{0,200}\bran out of room in the model.s context window\b/i,
		sample: "ERROR: Codex ran out of room in the model's context window. Start a new conversation.",
	},
	{
		kind: 'guest.reconnecting',
		pattern: /^(?:error: |warning: )?Reconnecting\.{3} ?\d+\/\d+/i,
		sample: 'ERROR: Reconnecting... 2/5',
	},
];

/** Returns the signal for a line of a launched agent's stderr; null for nearly all lines. */
export function signalOfLine(line: string): SignalKind | null {
	const plain = line
		.slice(0, lineLengthMax)
		.replace(/\u001B\[[\d;]*m/g, '')
		.trim();
	return guestPatterns.find(({pattern}) => pattern.test(plain))?.kind ?? null;
}

const lineLengthMax = 500;

/**
 * How a launched agent is told the proxy's address: by flags and environment, never by changing its
 * files.
 */
export type GuestSetup = {
	readonly argv: readonly [string, ...string[]];
	readonly environment: Readonly<Record<string, string>>;
};

export function guestSetup(
	[program, ...rest]: readonly [string, ...string[]],
	{url, token, model}: {url: string; token: string; model: string},
): GuestSetup {
	const name = program.split('/').at(-1);
	if (name === 'codex') {
		return {
			argv: [program, ...codexFlags({url, model}), ...rest],
			environment: {AGENT_TUI_KEY: token},
		};
	}
	if (name === 'claude') {
		return {argv: [program, ...rest], environment: claudeEnvironment({url, token, model})};
	}
	return {
		argv: [program, ...rest],
		environment: {
			OPENAI_BASE_URL: `${url}/v1`,
			OPENAI_API_KEY: token,
			OPENAI_MODEL: model,
			...claudeEnvironment({url, token, model}),
		},
	};
}

/**
 * Returns the variables that begin with the program's own name and say where its settings are, such
 * as `CODEX_HOME` and `CLAUDE_CONFIG_DIR`: without them, it would run with other settings than
 * usual. Its keys are left out, since it uses the proxy's token.
 */
export function guestPlaces(
	program: string,
	env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
	const name = program.split('/').at(-1) ?? '';
	const start = `${name.toUpperCase().replace(/[^A-Z\d]/g, '_')}_`;
	const places: Record<string, string> = {};
	for (const [variable, value] of Object.entries(env)) {
		const isPlace = variable.startsWith(start) && placeEnds.test(variable);
		if (value !== undefined && isPlace && !soundsSecret.test(variable)) {
			places[variable] = value;
		}
	}
	return places;
}

const placeEnds = /_(?:HOME|DIR|PATH|FILE|CONFIG|PROFILE)$/;

/**
 * Sets NO_PROXY for loopback. If HTTP_PROXY is set, a launched agent would otherwise send its
 * requests for our proxy through that HTTP proxy, which can't reach this machine's loopback. The
 * variable is set in both spellings that programs read.
 */
export function withoutProxyForUs(
	env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
	const given = env['NO_PROXY'] || env['no_proxy'] || '';
	if (given.trim() === '*') {
		return {NO_PROXY: '*', no_proxy: '*'};
	}
	const names = given.split(',').map(name => name.trim());
	const all = [...new Set([...names, ...loopbackNames])].filter(name => name !== '').join(',');
	return {NO_PROXY: all, no_proxy: all};
}

const loopbackNames = ['127.0.0.1', 'localhost', '::1'];

function codexFlags({url, model}: {url: string; model: string}): readonly string[] {
	const settings = {
		model,
		model_provider: 'agent_tui',
		'model_providers.agent_tui.name': 'agent-tui',
		'model_providers.agent_tui.base_url': `${url}/v1`,
		'model_providers.agent_tui.env_key': 'AGENT_TUI_KEY',
		'model_providers.agent_tui.wire_api': 'responses',
	};
	return Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}="${value}"`]);
}

function claudeEnvironment({
	url,
	token,
	model,
}: {
	url: string;
	token: string;
	model: string;
}): Readonly<Record<string, string>> {
	return {
		ANTHROPIC_BASE_URL: url,
		ANTHROPIC_AUTH_TOKEN: token,
		ANTHROPIC_MODEL: model,
		ANTHROPIC_SMALL_FAST_MODEL: model,
		CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
	};
}
