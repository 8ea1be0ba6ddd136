import type {CliCall, CliContext} from '../../cli/context.ts';
import {refusedToStart, whyNotStart} from '../../cli/unread-settings.ts';
import {whenParentGone} from '../../platform/parent-process.ts';
import {runsInside} from '../attach/begin-engine.ts';
import {sessionOpener} from '../attach/open-session.ts';
import {afterAnswers} from './after-answers.ts';
import {createAgentApp} from './agent-app.ts';
import {createEditor} from './editor.ts';
import {createEditorSessions} from './editor-sessions.ts';
import {type Pipes, takeStdio} from './stdio.ts';

/**
 * `agent-tui acp`: serves an editor over the Agent Client Protocol (version 1) on stdio. Each
 * session runs in a process of its own, so it continues after the editor has ended.
 */
export async function runAcp(
	call: CliCall,
	cli: CliContext,
	pipes: Pipes | null = null,
): Promise<number> {
	if (pipes === null && cli.terminal.stdin) {
		cli.complain(
			'agent-tui: acp speaks with an editor over a pipe, and here is a terminal. What an editor has to be told: agent-tui use zed\n',
		);
		return 2;
	}
	const why = whyNotStart(cli.folders.config, 'acp');
	if (why !== null) {
		cli.complain(why);
		return refusedToStart;
	}
	const {input, output, close} = pipes ?? takeStdio();
	try {
		return await serve(call, cli, {input, output});
	} finally {
		close();
	}
}

async function serve(
	{flags}: CliCall,
	cli: CliContext,
	{input, output}: Omit<Pipes, 'close'>,
): Promise<number> {
	const parent = process.ppid;
	const sdk = await import('@agentclientprotocol/sdk');
	const {stream, whenAnswered} = afterAnswers(sdk.ndJsonStream(output, input));
	const {env, folders, clock} = cli;
	const editor = createEditor(sdk, cli);
	const sessions = createEditorSessions({
		cli,
		editor,
		flags,
		openerFor: cwd =>
			sessionOpener({
				flags,
				env,
				cwd,
				folders,
				clock,
				size: null,
				begun: null,
				isInside: runsInside(flags, env),
				isWatching: false,
				seat: editor.seat(),
			}),
	});
	const connection = createAgentApp(sdk, {editor, sessions, whenAnswered}).connect(stream);
	editor.connect(connection);
	const stopWatching = endWithoutEditor(parent, cli, () => connection.close());
	await connection.closed;
	stopWatching();
	await sessions.leave();
	return 0;
}

/** Notices that the editor has ended, also if another process still holds the pipe open. */
function endWithoutEditor(
	parent: number,
	{clock, onEnding}: CliContext,
	end: () => void,
): () => void {
	const timer = whenParentGone(parent, clock, end);
	const stopListening = onEnding(end);
	return () => {
		timer.cancel();
		stopListening();
	};
}
