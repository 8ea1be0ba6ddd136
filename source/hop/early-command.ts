import type {Client} from 'ssh2';

/**
 * ssh2 1.17 asks for a terminal, waits for the answer, and sends the command only then: a whole
 * round trip more than ssh takes. Here the command follows at once. If the host refuses the
 * terminal, the command itself sees that it has none, and does not begin.
 */
export type EarlyCommands = {
	/** The terminal modes to ask with: they tell this request from others. */
	readonly expect: (command: string) => object;
	/** Call this when the request was answered, whatever the answer. */
	readonly forget: (modes: object) => void;
};

/** What of ssh2's own protocol object is used. The version is pinned in package.json. */
type Protocol = {
	pty: (channel: number, ...more: readonly unknown[]) => void;
	exec: (channel: number, command: string, wantsReply: boolean) => void;
};

const modesIndex = 5;

/** Call this once for a client that is connected. */
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
	// ssh2 sends the command after the answer to the terminal; by then it is there already.
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
