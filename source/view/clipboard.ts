import type {Ran} from '../platform/exec.ts';

/** The longest text for OSC 52. Many terminals silently drop a longer sequence. */
export const clipboardBytesMax = 74_994;

export type ClipboardPorts = {
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly write: (text: string) => void;
	/** Runs `tmux load-buffer` with the text as its input. */
	readonly loadTmuxBuffer: (text: string) => Promise<Ran>;
	readonly saveFile: (text: string) => string | null;
};

/**
 * Copies a text by OSC 52, and inside tmux also into tmux's buffer. Terminals don't confirm OSC 52,
 * so the returned sentence says what was sent, not that it was copied.
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
	// tmux passes a sequence on to the terminal if allow-passthrough is on and the sequence is
	// wrapped, with each ESC doubled.
	return env['TMUX']
		? `\u001BPtmux;${sequence.replaceAll('\u001B', '\u001B\u001B')}\u001B\\`
		: sequence;
}
