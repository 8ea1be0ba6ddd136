import {flagText, hasFlag, splitScopes} from '../../cli/arguments.ts';
import {oneLine} from '../../cli/format.ts';
import type {Call, Ending, Front} from '../../cli/front.ts';
import {wantedModel, withGlobals} from '../../cli/globals.ts';
import {refuseToStart} from '../../cli/unread-settings.ts';
import {version} from '../../cli/version.ts';
import {createEngine, type Engine} from '../../engine/engine.ts';
import type {EnginePorts} from '../../engine/engine-ports.ts';
import {systemPorts} from '../../engine/system-ports.ts';
import {isDurable} from '../../events/durable.ts';
import type {Stamped} from '../../events/event.ts';
import type {Failure} from '../../events/failure.ts';
import type {Settings} from '../../events/settings.ts';
import type {Timer} from '../../platform/clock.ts';
import {sessionFolder} from '../../storage/journal.ts';
import {type OpenedSession, openSession} from '../../storage/open-session.ts';
import {installedRedactor, type Redactor} from '../../storage/redact.ts';
import {readSettings} from '../../storage/settings.ts';
import {createExecOutput} from './exec-output.ts';

/**
 * One run without a screen: `agent-tui exec [--json] [--allow SCOPES] … "prompt"`. The same engine
 * as behind the screen; nobody can answer a card, so what would ask is denied.
 */
export async function runExec(call: Call, front: Front): Promise<number> {
	const {settings: own, warnings, problem} = readSettings(front.folders.config);
	if (problem !== null) {
		return refuseToStart(front, 'exec', problem);
	}
	const prompt = await readPrompt(call, front);
	if (prompt.trim() === '') {
		front.complain('agent-tui: exec needs a prompt: agent-tui exec "what is in this folder?"\n');
		return 2;
	}
	const settings = withGlobals(own, call.flags);
	const redactor = installedRedactor({
		folder: front.folders.state,
		env: front.env,
		providers: settings.providers,
	});
	for (const warning of warnings) {
		front.complain(`agent-tui: ${warning}\n`);
	}
	const opened = openSession({
		folder: front.folders.state,
		wanted: flagText(call.flags, 'session') ?? null,
		clock: front.clock,
		redactor,
		onProblem: ({message}) => front.complain(`agent-tui: ${message}\n`),
	});
	if (!opened.ok) {
		front.complain(`agent-tui: ${opened.failure.message}\n`);
		return 1;
	}
	return converse({call, front, prompt, settings, redactor, session: opened.value});
}

type Run = {
	readonly call: Call;
	readonly front: Front;
	readonly prompt: string;
	readonly settings: Settings;
	readonly redactor: Redactor;
	readonly session: OpenedSession;
};

async function converse(run: Run): Promise<number> {
	const {call, front, prompt, redactor} = run;
	const output = createExecOutput({front, json: hasFlag(call.flags, 'json'), redactor});
	const watch = createWatch();
	const engine = createEngine(
		portsOf(run, event => {
			watch.take(event);
			output.take(event);
		}),
	);
	const ending = endWith(engine, front);
	chooseModel(engine, run);
	const lost = await goThere(engine, call);
	if (lost) {
		const hint = lost.kind === 'denied' ? askedHint : '';
		front.complain(`agent-tui: nothing was run: ${lost.message}.${hint}\n`);
	} else {
		engine.dispatch({type: 'send', text: prompt});
		await engine.turns.settled();
	}
	const reason = ending.reason();
	await engine.stop(reason ?? 'done');
	ending.close();
	if (reason !== 'unread') {
		output.finish();
	}
	return codeOf(reason, lost ? {outcome: 'failed', failure: lost, denied: false} : watch.result());
}

/** Connected before anything is asked: what is meant for another machine never runs on this one. */
async function goThere(engine: Engine, {flags}: Call): Promise<Failure | null> {
	const host = flagText(flags, 'hop');
	const gone =
		host === undefined ? null : await engine.remoteHosts.connect(host, {choose: 'at once'});
	return gone === null || gone.ok ? null : gone.failure;
}

const askedHint =
	' Nobody is here to be asked: connect once on the screen, or with ssh, and compare the key there.';

function portsOf(
	{call, front, settings, session, redactor}: Run,
	onEvent: (event: Stamped) => void,
): EnginePorts {
	const rounds = flagText(call.flags, 'max-turns');
	return systemPorts({
		env: front.env,
		cwd: front.cwd,
		version,
		settings,
		session: session.session,
		history: session.history,
		// What other programs read is what was written down, in the same order.
		journal: {
			...session.journal,
			append(event) {
				session.journal.append(event);
				if (isDurable(event)) {
					onEvent(event);
				} else if (event.type === 'notice.shown' && event.level !== 'info') {
					front.complain(`agent-tui: ${oneLine(redactor.text(event.text))}\n`);
				}
			},
		},
		headless: {allow: allowedScopes(call)},
		// Only keys and slash commands ask for these, and there are none here.
		frontEnd() {},
		watchFolder: front.folders.state,
		configFolder: front.folders.config,
		redactor,
		terminalsFolder: `${sessionFolder(front.folders.state, session.session)}/terminals`,
		...(rounds !== undefined && {roundsMax: Number(rounds)}),
	});
}

function allowedScopes({flags}: Call): readonly string[] {
	return splitScopes(flagText(flags, 'allow') ?? '');
}

/** A prompt of `-`, or one that is missing while something is piped in, is read from stdin. */
async function readPrompt({words}: Call, front: Front): Promise<string> {
	const wantsStdin = words.includes('-') || (words.length === 0 && !front.terminal.stdin);
	const piped = wantsStdin ? (await front.readStdin()).trim() : '';
	const said = words.filter(word => word !== '-').join(' ');
	return [said, piped].filter(text => text !== '').join('\n\n');
}

/** A resumed session has a model already; the command line may name another one. */
function chooseModel(engine: Engine, {call, session}: Run): void {
	const model = wantedModel(call.flags);
	if (model !== null && session.history.length > 0) {
		engine.dispatch({type: 'choose-model', provider: '', model});
	}
}

type Endings = {
	readonly reason: () => Ending | null;
	readonly close: () => void;
};

/** How long an end that was asked for may take: the polite steps of `stop` add up to less. */
const endTimeoutMs = 15_000;

/** The first wish to end is polite; a second one, or one that takes too long, waits for nothing. */
function endWith(engine: Engine, front: Front): Endings {
	let reason: Ending | null = null;
	let deadline: Timer | null = null;
	const stop = front.onEnding(ending => {
		if (reason === null) {
			reason = ending;
			deadline = front.clock.after(endTimeoutMs, () => front.leave(interruptedCode));
			// Ctrl+C is a person's; whatever else ends the program interrupts what it was doing.
			if (ending === 'interrupted') {
				engine.dispatch({type: 'interrupt'});
			} else {
				engine.turns.stop();
			}
		} else if (ending !== 'unread') {
			front.leave(interruptedCode);
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

type Watched = {readonly outcome: string; readonly failure?: Failure; readonly denied: boolean};

/** What the exit code is made of: how the last turn ended, and whether anything was denied. */
function createWatch(): {take: (event: Stamped) => void; result: () => Watched} {
	let result: Watched = {outcome: 'failed', denied: false};
	return {
		take(event) {
			if (event.type === 'turn.ended') {
				const {outcome, failure} = event;
				result = {denied: result.denied, outcome, ...(failure && {failure})};
			} else if (event.type === 'tool.ended' && event.outcome.status === 'denied') {
				result = {...result, denied: true};
			}
		},
		result: () => result,
	};
}

const unreachableKinds: readonly Failure['kind'][] = ['unreachable', 'upstream', 'timeout'];

function codeOf(reason: Ending | null, {outcome, failure, denied}: Watched): number {
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
