type Env = Readonly<Record<string, string | undefined>>;

/**
 * Whether the terminal can show progress (OSC 9;4). A terminal that can't may show the notification
 * "4;3", so only terminals count that are known to support it.
 */
export function knowsProgress(env: Env): boolean {
	const version = env['TERM_PROGRAM_VERSION'] ?? '';
	if (isInside(env)) {
		return false;
	}
	switch (env['TERM_PROGRAM']) {
		case 'ghostty':
			return true;
		case 'iTerm.app':
			return isAtLeast(version, [3, 6, 6]);
		case 'WezTerm':
			// WezTerm's versions begin with a date. The release of 2024 does not support it yet.
			return Number(version.slice(0, 4)) >= 2025;
		default:
			return (
				'WT_SESSION' in env ||
				env['ConEmuANSI'] === 'ON' ||
				Number(env['VTE_VERSION'] ?? 0) >= vteWithProgress
			);
	}
}

const vteWithProgress = 7900;

/**
 * The bytes that make the terminal show a notification; empty if no way is known for this terminal.
 */
export function notificationBytes(text: string, env: Env): string {
	const words = text.replace(/[\u0000-\u001F\u007F-\u009F]/g, ' ');
	const code = codeOf(env, words);
	const sequence = code === '' ? '' : `\u001B]${code}\u001B\\`;
	// tmux passes a sequence on to the terminal if allow-passthrough is on and the sequence is
	// wrapped, with each ESC doubled.
	return sequence !== '' && env['TMUX']
		? `\u001BPtmux;${sequence.replaceAll('\u001B', '\u001B\u001B')}\u001B\\`
		: sequence;
}

/**
 * The sequence for this terminal. kitty's contains an id, so that a new notification replaces the
 * one before.
 */
function codeOf(env: Env, words: string): string {
	const program = env['TERM_PROGRAM'] ?? '';
	if ('KITTY_WINDOW_ID' in env) {
		return `99;i=agent-tui;${words}`;
	}
	if (/^(?:ghostty|WezTerm|iTerm\.app)$/.test(program) || env['LC_TERMINAL'] === 'iTerm2') {
		return `9;${words}`;
	}
	const isKnown = /^(?:foot|rxvt)/.test(env['TERM'] ?? '') || 'VTE_VERSION' in env;
	return isKnown ? `777;notify;agent-tui;${words.replaceAll(';', ',')}` : '';
}

function isInside(env: Env): boolean {
	return Boolean(env['TMUX']) || 'STY' in env;
}

function isAtLeast(version: string, least: readonly number[]): boolean {
	const parts = version.split('.').map(part => Number.parseInt(part, 10) || 0);
	const at = least.findIndex((part, index) => (parts[index] ?? 0) !== part);
	return at < 0 || (parts[at] ?? 0) > least[at]!;
}
