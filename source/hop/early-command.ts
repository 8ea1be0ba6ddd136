import type {Client} from 'ssh2';

/**
 * Sends a command right after the request for a terminal. ssh2 1.17 would wait for the answer to
 * that request first, which costs a round trip more than ssh takes. If the host refuses the
 * terminal, the command notices that it has none, and does not run.
 */
export type EarlyCommands = {
	/**
	 * Returns the terminal modes to pass with the request. When ssh2 sends the request, this object
	 * shows to which command it belongs.
	 */
	readonly expect: (command: string) => object;
	/** Call this when the host has answered the request for the terminal, in whatever way. */
	readonly forget: (modes: object) => void;
};

/**
 * The two functions of ssh2's internal protocol object that we replace. The version of ssh2 is
 * pinned in package.json.
 */
type Protocol = {
	pty: (channel: number, ...more: readonly unknown[]) => void;
	exec: (channel: number, command: string, wantsReply: boolean) => void;
};

const modesIndex = 5;

/** Call this once for each connected client. */
export function sendCommandsEarly(client: Client): EarlyCommands {
	const {_protocol: protocol} = client as unknown as {readonly _protocol: Protocol};
	const pty = protocol.pty.bind(protocol);
	const exec = protocol.exec.bind(protocol);
	const commands = new Map<object, string>();
	const channels = new Map<object, number>();
	const sent = new Set<number>();
	protocol.pty = (channel, ...more) => {
		pty(channel, ...more);
		const modes = more[modesIndex] as object | null;
		const command = modes && commands.get(modes);
		if (modes && command !== undefined && command !== null) {
			channels.set(modes, channel);
			sent.add(channel);
			exec(channel, command, true);
		}
	};
	// ssh2 itself would send the command after the answer. If it was sent early, this second time is
	// skipped.
	protocol.exec = (channel, command, wantsReply) => {
		if (!sent.has(channel)) {
			exec(channel, command, wantsReply);
		}
	};
	return {
		expect(command) {
			const modes = {};
			commands.set(modes, command);
			return modes;
		},
		forget(modes) {
			const channel = channels.get(modes);
			if (channel !== undefined) {
				sent.delete(channel);
			}
			channels.delete(modes);
			commands.delete(modes);
		},
	};
}
