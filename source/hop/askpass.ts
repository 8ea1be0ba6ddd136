import {chmodSync, writeFileSync} from 'node:fs';
import {createServer, type Socket} from 'node:net';
import {join} from 'node:path';

/**
 * How ssh asks for a secret: it starts our helper with the prompt as an argument. The helper sends
 * the prompt through a socket (in a folder that only this user may enter) and prints the answer,
 * which ssh reads from a pipe. No secret is ever in a file, an argument or the environment.
 */
export type Askpass = {
	/** Variables for ssh. */
	readonly env: Readonly<Record<string, string>>;
	readonly close: () => void;
};

export type AskpassPrompt = {
	readonly prompt: string;
	/**
	 * `none`: ssh only shows a text, without a question. It stays on screen until ssh ends the
	 * helper.
	 */
	readonly kind: 'secret' | 'confirm' | 'none';
};

/** `answer` resolves to null for no. Its signal aborts when ssh no longer waits for the answer. */
export async function openAskpass(
	folder: string,
	answer: (prompt: AskpassPrompt, signal: AbortSignal) => Promise<string | null>,
): Promise<Askpass> {
	const socketPath = join(folder, 'ask');
	const helper = writeHelper(folder);
	const sockets = new Set<Socket>();
	const server = createServer(socket => {
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket));
		serve(socket, answer);
	});
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject).listen(socketPath, resolve);
	});
	return {
		env: {
			SSH_ASKPASS: helper,
			SSH_ASKPASS_REQUIRE: 'force',
			// Older versions of ssh start a helper only if DISPLAY is set.
			DISPLAY: ':0',
			[socketVariable]: socketPath,
		},
		close() {
			server.close();
			for (const socket of sockets) {
				socket.destroy();
			}
		},
	};
}

const socketVariable = 'AGENT_TUI_ASKPASS';
const requestLengthMax = 65_536;

function serve(
	socket: Socket,
	answer: (prompt: AskpassPrompt, signal: AbortSignal) => Promise<string | null>,
): void {
	const controller = new AbortController();
	let text = '';
	socket.setEncoding('utf8');
	socket.on('error', () => {});
	socket.on('close', () => controller.abort());
	socket.on('data', (chunk: string) => {
		text += chunk;
		const end = text.indexOf('\n');
		if (end < 0 && text.length <= requestLengthMax) {
			return;
		}
		socket.removeAllListeners('data').resume();
		const prompt = parsePrompt(text.slice(0, end));
		if (prompt === null) {
			socket.destroy();
			return;
		}
		void answer(prompt, controller.signal).then(given =>
			socket.end(given === null ? '' : `=${given}`),
		);
	});
}

function parsePrompt(line: string): AskpassPrompt | null {
	try {
		const {prompt, kind} = JSON.parse(line) as {prompt?: unknown; kind?: unknown};
		return typeof prompt === 'string'
			? {prompt, kind: kind === 'confirm' || kind === 'none' ? kind : 'secret'}
			: null;
	} catch {
		return null;
	}
}

function writeHelper(folder: string): string {
	const script = join(folder, 'askpass.cjs');
	const helper = join(folder, 'askpass');
	writeFileSync(script, helperScript, {mode: 0o600});
	writeFileSync(helper, `#!/bin/sh\nexec '${quote(process.execPath)}' '${quote(script)}' "$1"\n`);
	chmodSync(helper, 0o700);
	return helper;
}

function quote(text: string): string {
	return text.replaceAll("'", "'\\''");
}

const helperScript = `
const socket = require('node:net').connect(process.env.${socketVariable});
let answer = '';
socket.on('error', () => process.exit(1));
socket.on('connect', () => socket.write(JSON.stringify({
	prompt: process.argv[2] || '',
	kind: process.env.SSH_ASKPASS_PROMPT || 'secret',
}) + '\\n'));
socket.setEncoding('utf8').on('data', text => { answer += text; });
socket.on('end', () => {
	if (!answer.startsWith('=')) process.exit(1);
	process.stdout.write(answer.slice(1) + '\\n', () => process.exit(0));
});
`;
