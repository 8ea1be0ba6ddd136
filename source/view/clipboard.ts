import type {Ran} from '../platform/exec.ts';

/** Many terminals silently drop a longer OSC 52 sequence. */
export const clipboardBytesMax = 74_994;

export type ClipboardPorts = {
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly write: (text: string) => void;
	/** Pipes text to `tmux load-buffer`. */
	readonly loadTmuxBuffer: (text: string) => Promise<Ran>;
	readonly saveFile: (text: string) => string | null;
};

/**
 * Copies by OSC 52, and inside tmux also into its buffer. A terminal doesn't confirm OSC 52, so the
 * returned text says what was sent, not that it was copied.
 */
export function copyText(text: string, ports: ClipboardPorts): string {
	if (text === '') {
		return 'There is nothing to copy.';
	}
	const lines = text.split('\n').length;
	const amount = lines === 1 ? `${text.length} characters` : `${lines} lines`;
	if (Buffer.byteLength(text) > clipboardBytesMax) {
		const path = ports.saveFile(text);
		return path
			? `${amount} are too much for a clipboard: written to ${path}`
			: `${amount} are too much for a clipboard, and no file could be written.`;
	}
	ports.write(osc52(text, ports.env));
	if (ports.env['TMUX']) {
		void ports.loadTmuxBuffer(text);
		return `${amount} sent to tmux's buffer and to the terminal's clipboard`;
	}
	return `${amount} sent to the terminal's clipboard`;
}

function osc52(text: string, env: ClipboardPorts['env']): string {
	const sequence = `\u001B]52;c;${Buffer.from(text).toString('base64')}\u0007`;
	// With allow-passthrough, tmux passes on a wrapped sequence, in which each ESC is doubled.
	return env['TMUX']
		? `\u001BPtmux;${sequence.replaceAll('\u001B', '\u001B\u001B')}\u001B\\`
		: sequence;
}
