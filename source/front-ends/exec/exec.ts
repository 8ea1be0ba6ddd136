import {allowedScopes} from '../../cli/arguments.ts';
import type {CliCall, CliContext} from '../../cli/context.ts';
import {flagText, hasFlag} from '../../cli/parsed.ts';
import {refusedToStart, whyNotStart} from '../../cli/unread-settings.ts';
import type {Result} from '../../events/failure.ts';
import {openEngineSession} from '../open-engine.ts';
import {converse} from './converse.ts';
import {type ExecOptions, readExecOptions} from './exec-options.ts';

/**
 * Runs one prompt without a screen: `agent-tui exec [--json] [--allow SCOPES] … "prompt"`. The
 * engine is the same as with a screen. No person can answer a card, so a call that would ask is
 * denied.
 */
export async function runExec(call: CliCall, cli: CliContext): Promise<number> {
	const why = whyNotStart(cli.folders.config, 'exec');
	if (why !== null) {
		cli.complain(why);
		return refusedToStart;
	}
	const read = await readExecOptions(call, cli);
	if (!read.ok) {
		cli.complain(`agent-tui: ${read.failure.message}\n`);
		return 2;
	}
	const options = read.value;
	const asked = await readPrompt(call, {cli, options});
	if (!asked.ok) {
		cli.complain(`agent-tui: ${asked.failure.message}\n`);
		return 2;
	}
	const prompt = asked.value;
	if (prompt.trim() === '' && !options.isInputStream) {
		cli.complain('agent-tui: exec needs a prompt: agent-tui exec "what is in this folder?"\n');
		return 2;
	}
	if (hasFlag(call.flags, 'detach')) {
		const {runDetached} = await import('./detach.ts');
		return runDetached(call, {cli, options, prompt});
	}
	const opened = openFor(call, {cli, options});
	if (!opened.ok) {
		cli.complain(`agent-tui: ${opened.failure.message}\n`);
		return 1;
	}
	if (opened.value.readOnly !== null) {
		await opened.value.engine.stop('done');
		return 1;
	}
	return converse({call, cli, options, prompt, session: opened.value});
}

function openFor(
	{flags}: CliCall,
	{cli, options}: {cli: CliContext; options: ExecOptions},
): ReturnType<typeof openEngineSession> {
	const rounds = flagText(flags, 'max-turns');
	return openEngineSession({
		flags,
		wanted: options.wanted,
		newId: options.newId,
		env: cli.env,
		cwd: cli.cwd,
		folders: cli.folders,
		clock: cli.clock,
		headless: {allow: allowedScopes(flags)},
		...(cli.spawnProxy && {ports: {spawnProxy: cli.spawnProxy}}),
		...(rounds !== undefined && {roundsMax: Number(rounds)}),
		onProblem: text => cli.complain(`agent-tui: ${text}\n`),
	});
}

/** Reads the prompt from stdin if it is `-`, or if it is missing and stdin is a pipe. */
async function readPrompt(
	{words}: CliCall,
	{cli, options}: {cli: CliContext; options: ExecOptions},
): Promise<Result<string>> {
	const isPiped = words.length === 0 && !cli.terminal.stdin;
	const wantsStdin = !options.isInputStream && (words.includes('-') || isPiped);
	const piped: Result<string> = wantsStdin ? await cli.readStdin() : {ok: true, value: ''};
	if (!piped.ok) {
		return piped;
	}
	const said = words.filter(word => word !== '-').join(' ');
	return {ok: true, value: [said, piped.value.trim()].filter(text => text !== '').join('\n\n')};
}
