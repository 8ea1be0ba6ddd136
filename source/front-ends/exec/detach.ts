import type {CliCall, CliContext} from '../../cli/context.ts';
import type {SessionId} from '../../events/ids.ts';
import {sessionOpener} from '../attach/open-session.ts';
import type {ExecOptions} from './exec-options.ts';

/**
 * Starts a session in a process of its own that works on the prompt. Prints the session's id, and
 * how to join it.
 */
export async function runDetached(
	{flags}: CliCall,
	{cli, options, prompt}: {cli: CliContext; options: ExecOptions; prompt: string},
): Promise<number> {
	const {env, cwd, folders, clock} = cli;
	const open = sessionOpener({
		flags,
		env,
		cwd,
		folders,
		clock,
		size: null,
		begun: null,
		isInside: false,
		isWatching: false,
	});
	const opened = await open({
		wanted: options.wanted as SessionId | null,
		newId: options.newId,
		onProblem: text => cli.complain(`agent-tui: ${text}\n`),
	});
	if (!opened.ok) {
		cli.complain(`agent-tui: ${opened.failure.message}\n`);
		return 1;
	}
	const {engine, remote, session, readOnly} = opened.value;
	if (readOnly !== null || remote === null) {
		await opened.value.end('done');
		cli.complain(`agent-tui: ${readOnly ?? 'the session has no process of its own'}\n`);
		return 1;
	}
	await new Promise<void>(taken => {
		engine.events.subscribe(({type}) => {
			if (type === 'message.sent' || type === 'message.queued') {
				taken();
			}
		});
		void remote.gone.then(() => taken());
		engine.dispatch({type: 'send', text: prompt});
	});
	remote.detach();
	cli.print(`${session}\n`);
	cli.complain(`It works by itself. See it: agent-tui attach ${session}\n`);
	return 0;
}
