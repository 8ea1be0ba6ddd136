import {flagText, hasFlag, splitScopes} from '../../cli/arguments.ts';
import type {CliCall, CliContext, Ending} from '../../cli/context.ts';
import {oneLine} from '../../cli/format.ts';
import {refuseToStart} from '../../cli/unread-settings.ts';
import type {Engine, OwnEngine} from '../../engine/engine.ts';
import {isDurable} from '../../events/durable.ts';
import type {Stamped} from '../../events/event.ts';
import type {Failure} from '../../events/failure.ts';
import type {Timer} from '../../platform/clock.ts';
import {readSettings} from '../../storage/settings.ts';
import {type EngineSession, openEngineSession} from '../open-engine.ts';
import {createExecOutput} from './exec-output.ts';

/**
 * Runs one prompt without a screen: `agent-tui exec [--json] [--allow SCOPES] … "prompt"`. The
 * engine is the same as behind the screen. There is nobody to answer a card, so a call that would
 * ask is denied.
 */
export async function runExec(call: CliCall, cli: CliContext): Promise<number> {
	const {problem} = readSettings(cli.folders.config);
	if (problem !== null) {
		return refuseToStart(cli, 'exec', problem);
	}
	const prompt = await readPrompt(call, cli);
	if (prompt.trim() === '') {
		cli.complain('agent-tui: exec needs a prompt: agent-tui exec "what is in this folder?"\n');
		return 2;
	}
	const rounds = flagText(call.flags, 'max-turns');
	const opened = openEngineSession({
		flags: call.flags,
		wanted: flagText(call.flags, 'session') ?? null,
		env: cli.env,
		cwd: cli.cwd,
		folders: cli.folders,
		clock: cli.clock,
		headless: {allow: splitScopes(flagText(call.flags, 'allow') ?? '')},
		...(cli.spawnProxy && {ports: {spawnProxy: cli.spawnProxy}}),
		...(rounds !== undefined && {roundsMax: Number(rounds)}),
		onProblem: text => cli.complain(`agent-tui: ${text}\n`),
	});
	if (!opened.ok) {
		cli.complain(`agent-tui: ${opened.failure.message}\n`);
		return 1;
	}
	if (opened.value.readOnly !== null) {
		await opened.value.engine.stop('done');
		return 1;
	}
	return converse({call, cli, prompt, session: opened.value});
}

type Run = {
	readonly call: CliCall;
	readonly cli: CliContext;
	readonly prompt: string;
	readonly session: EngineSession;
};

async function converse({call, cli, prompt, session}: Run): Promise<number> {
	const {engine, redactor} = session;
	const output = createExecOutput({cli, json: hasFlag(call.flags, 'json'), redactor});
	const result = createResult();
	engine.events.subscribe(event => {
		// `--json` prints the same events as the journal, in the same order.
		if (isDurable(event)) {
			result.take(event);
			output.take(event);
		} else if (event.type === 'notice.shown' && event.level !== 'info') {
			cli.complain(`agent-tui: ${oneLine(redactor.text(event.text))}\n`);
		}
	});
	const ending = endWith(engine, cli);
	session.start();
	const lost = await goThere(engine, call);
	if (lost) {
		const hint = lost.kind === 'denied' ? askedHint : '';
		cli.complain(`agent-tui: nothing was run: ${lost.message}.${hint}\n`);
	} else {
		engine.dispatch({type: 'send', text: prompt});
		await engine.query({type: 'idle'});
	}
	const reason = ending.reason();
	await engine.stop(reason ?? 'done');
	ending.close();
	if (reason !== 'unread') {
		output.finish();
	}
	return codeOf(reason, lost ? {outcome: 'failed', failure: lost, denied: false} : result.now());
}

/**
 * Connects to the named host before the prompt is sent, so that nothing runs on this machine
 * instead.
 */
async function goThere({query}: Pick<Engine, 'query'>, {flags}: CliCall): Promise<Failure | null> {
	const target = flagText(flags, 'hop');
	const gone =
		target === undefined ? null : await query({type: 'connect-host', target, isQuiet: true});
	return gone === null || gone.ok ? null : gone.failure;
}

const askedHint =
	' Nobody is here to be asked: connect once on the screen, or with ssh, and compare the key there.';

/** Reads the prompt from stdin if it is `-`, or if it is missing and stdin is a pipe. */
async function readPrompt({words}: CliCall, cli: CliContext): Promise<string> {
	const wantsStdin = words.includes('-') || (words.length === 0 && !cli.terminal.stdin);
	const piped = wantsStdin ? (await cli.readStdin()).trim() : '';
	const said = words.filter(word => word !== '-').join(' ');
	return [said, piped].filter(text => text !== '').join('\n\n');
}

type Endings = {
	readonly reason: () => Ending | null;
	readonly close: () => void;
};

/** The longest time for an orderly exit. The steps of `stop` together take less. */
const endTimeoutMs = 15_000;

/** The first signal starts an orderly exit. A second one, or the time limit, exits at once. */
function endWith(engine: OwnEngine, cli: CliContext): Endings {
	let reason: Ending | null = null;
	let deadline: Timer | null = null;
	const stop = cli.onEnding(ending => {
		if (reason === null) {
			reason = ending;
			deadline = cli.clock.after(endTimeoutMs, () => cli.leave(interruptedCode));
			// Ctrl+C comes from a person and interrupts the turn. Every other signal ends the
			// program.
			if (ending === 'interrupted') {
				engine.dispatch({type: 'interrupt'});
			} else {
				engine.stopTurns();
			}
		} else if (ending !== 'unread') {
			cli.leave(interruptedCode);
		}
	});
	return {
		reason: () => reason,
		close() {
			deadline?.cancel();
			stop();
		},
	};
}

const interruptedCode = 130;

type Result = {readonly outcome: string; readonly failure?: Failure; readonly denied: boolean};

/** Collects what decides the exit code: the outcome of the last turn, and denied calls. */
function createResult(): {take: (event: Stamped) => void; now: () => Result} {
	let result: Result = {outcome: 'failed', denied: false};
	return {
		take(event) {
			if (event.type === 'turn.ended') {
				const {outcome, failure} = event;
				result = {denied: result.denied, outcome, ...(failure && {failure})};
			} else if (event.type === 'tool.ended' && event.outcome.status === 'denied') {
				result = {...result, denied: true};
			}
		},
		now: () => result,
	};
}

const unreachableKinds: readonly Failure['kind'][] = ['unreachable', 'upstream', 'timeout'];

function codeOf(reason: Ending | null, {outcome, failure, denied}: Result): number {
	if (reason !== null) {
		return reason === 'unread' ? 0 : interruptedCode;
	}
	switch (outcome) {
		case 'done':
			return denied ? 3 : 0;
		case 'interrupted':
			return interruptedCode;
		default:
			return failure && unreachableKinds.includes(failure.kind) ? 4 : 1;
	}
}
