/**
 * An editor at the built program: the client side of the protocol's own SDK, over the pipes of
 * `agent-tui acp`.
 *
 *     const editor = await openEditor({place});
 *     const {sessionId} = await editor.begin();
 *     editor.onAsk(({options}) => 'deny');
 *     await editor.prompt(sessionId, 'hello');      // its stop reason
 *     editor.updates(sessionId);                     // everything it was told so far
 */
import {spawn} from 'node:child_process';
import {Readable, Writable} from 'node:stream';
import {setImmediate} from 'node:timers/promises';
import {
	type ClientCapabilities,
	type ClientContext,
	client,
	methods,
	ndJsonStream,
	type PromptRequest,
	type RequestPermissionRequest,
	type RequestPermissionResponse,
	type SessionUpdate,
} from '@agentclientprotocol/sdk';
import {onTestFinished} from 'vitest';
import {cleanEnvironment, endEngines, type Place} from '../../helpers/agent.ts';
import {builtProgram} from '../../helpers/built-program.ts';

type Answer = RequestPermissionResponse['outcome'];
type Asking = (
	request: RequestPermissionRequest,
	signal: AbortSignal,
) => Answer | string | Promise<Answer | string>;

export type TestEditor = {
	readonly agent: ClientContext;
	readonly pid: number;
	readonly begin: (cwd?: string) => Promise<{readonly sessionId: string}>;
	readonly prompt: (session: string, prompt: string | PromptRequest['prompt']) => Promise<string>;
	readonly cancel: (session: string) => Promise<void>;
	/** How the editor answers: the id of an option, or an outcome. */
	readonly onAsk: (asking: Asking) => void;
	readonly asked: () => readonly RequestPermissionRequest[];
	readonly updates: (session: string) => readonly SessionUpdate[];
	/** The agent's words in that session. */
	readonly words: (session: string) => string;
	/** Every byte that the program has printed. */
	readonly out: () => string;
	readonly err: () => string;
	/** Writes bytes past the protocol. */
	readonly raw: (text: string) => void;
	/** Closes the program's input, as an editor that quits; resolves to its exit code. */
	readonly quit: () => Promise<number | null>;
};

export async function openEditor({
	place,
	capabilities = {},
	argv = [],
	env = {},
	buffers = {},
	name = 'Test Editor',
}: {
	place: Place;
	capabilities?: ClientCapabilities;
	argv?: readonly string[];
	env?: Readonly<Record<string, string>>;
	/** What the editor has in its buffers, by path. */
	buffers?: Readonly<Record<string, string>>;
	name?: string;
}): Promise<TestEditor> {
	const child = spawn(process.execPath, [builtProgram, 'acp', ...argv], {
		cwd: place.cwd,
		env: cleanEnvironment(place, env),
		stdio: ['pipe', 'pipe', 'pipe'],
	});
	onTestFinished(async () => {
		child.kill('SIGKILL');
		await endEngines(place);
	});
	let out = '';
	let err = '';
	child.stdout.on('data', chunk => {
		out += String(chunk);
	});
	child.stderr.on('data', chunk => {
		err += String(chunk);
	});
	const asked: RequestPermissionRequest[] = [];
	const told: {readonly session: string; readonly update: SessionUpdate}[] = [];
	let asking: Asking = () => 'deny';
	const {session, fs} = methods.client;
	const connection = client({name: 'test-editor'})
		.onRequest(session.requestPermission, async ({params, signal}) => {
			asked.push(params);
			const answer = await asking(params, signal);
			const outcome =
				typeof answer === 'string' ? {outcome: 'selected' as const, optionId: answer} : answer;
			return {outcome};
		})
		.onRequest(fs.readTextFile, ({params}) => ({content: buffers[params.path] ?? ''}))
		.onNotification(session.update, ({params}) => {
			told.push({session: params.sessionId, update: params.update});
		})
		.connect(
			ndJsonStream(
				Writable.toWeb(child.stdin) as WritableStream<Uint8Array>,
				Readable.toWeb(child.stdout) as unknown as ReadableStream<Uint8Array>,
			),
		);
	const {agent} = connection;
	await agent.request(methods.agent.initialize, {
		protocolVersion: 1,
		clientCapabilities: capabilities,
		clientInfo: {name, version: '1.0'},
	});
	const updates = (id: string) => told.filter(one => one.session === id).map(({update}) => update);
	return {
		agent,
		pid: child.pid ?? 0,
		begin: (cwd = place.cwd) => agent.request(methods.agent.session.new, {cwd, mcpServers: []}),
		async prompt(sessionId, prompt) {
			const blocks = typeof prompt === 'string' ? [{type: 'text' as const, text: prompt}] : prompt;
			const {stopReason} = await agent.request(methods.agent.session.prompt, {
				sessionId,
				prompt: blocks,
			});
			// The SDK settles an answer at once, and hands an update on a few microtasks later.
			await setImmediate();
			return stopReason;
		},
		cancel: sessionId => agent.notify(methods.agent.session.cancel, {sessionId}),
		onAsk(next) {
			asking = next;
		},
		asked: () => asked,
		updates,
		words: id =>
			updates(id)
				.map(update =>
					update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text'
						? update.content.text
						: '',
				)
				.join(''),
		out: () => out,
		err: () => err,
		raw: text => void child.stdin.write(text),
		async quit() {
			const ended = new Promise<number | null>(resolve => {
				child.on('exit', resolve);
			});
			child.stdin.end();
			return ended;
		},
	};
}
