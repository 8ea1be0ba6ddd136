import {writeFileSync} from 'node:fs';
import type {CliCall, CliContext} from '../../cli/context.ts';
import {oneLine} from '../../cli/format.ts';
import {flagText} from '../../cli/parsed.ts';
import type {Engine} from '../../engine/engine.ts';
import {isDurable} from '../../events/durable.ts';
import type {Stamped} from '../../events/event.ts';
import {type Failure, failed} from '../../events/failure.ts';
import {leftOutWords} from '../../state/project.ts';
import {inDoubtWords, unconfirmedWords} from '../../text/no-contact.ts';
import type {EngineSession} from '../open-engine.ts';
import {tellReading} from '../reading-lines.ts';
import {endWith} from './endings.ts';
import type {ExecOptions} from './exec-options.ts';
import {createExecOutput, type ExecOutput} from './exec-output.ts';
import {withFlags} from './flag-words.ts';
import {createResultKeeper, exitCodeOf, type ResultKeeper} from './run-result.ts';
import {talk} from './talk.ts';

export type Run = {
	readonly call: CliCall;
	readonly cli: CliContext;
	readonly options: ExecOptions;
	readonly prompt: string;
	readonly session: EngineSession;
};

/** Sends the messages, waits for the answers, and reports the results. Returns the exit code. */
export async function converse(run: Run): Promise<number> {
	const {call, cli, options, prompt, session} = run;
	const {engine, redactor} = session;
	const began = cli.clock.elapsed();
	const output = createExecOutput({cli, json: options.isJson, redactor});
	const keeper = createResultKeeper((await engine.snapshot()).state.session.provider);
	follow(run, {keeper, output});
	const stopReading = tellReading(engine.live.meter, words => output.progress(words));
	const ending = endWith(engine, cli);
	session.start();
	const lost = await goThere(engine, call);
	if (lost) {
		const hint = lost.kind === 'denied' ? askedHint : '';
		keeper.fail({...lost, message: `nothing was run: ${lost.message}.${hint}`});
	}
	const json = lost
		? null
		: await talk({engine, options, prompt, keeper, cli, signal: ending.signal});
	stopReading();
	const reason = ending.reason();
	await engine.stop(reason ?? 'done');
	ending.close();
	if (reason === null) {
		writeAnswer(run, keeper);
	}
	const failure = keeper.failure();
	if (failure) {
		cli.complain(`agent-tui: ${oneLine(redactor.text(withFlags(failure.message)))}\n`);
	}
	const result = keeper.now();
	const exit = exitCodeOf(reason, result);
	if (reason === null && result.isWhole && result.answer.trim() === '') {
		cli.complain('agent-tui: the answer is empty: the model ended it without a word.\n');
	}
	if (reason !== 'unread') {
		const durationMs = Math.round(cli.clock.elapsed() - began);
		output.finish({session: session.session, result, json, durationMs, exit});
	}
	return exit;
}

function follow(
	{cli, options: {budgetUsd}, session: {engine, redactor}}: Run,
	{keeper, output}: {keeper: ResultKeeper; output: ExecOutput},
): void {
	engine.events.subscribe(event => {
		// `--json` prints the events that the journal gets, in the same order.
		if (isDurable(event)) {
			keeper.take(event);
			output.take(event);
			const words = doubtWords(event);
			if (words !== null) {
				cli.complain(`agent-tui: ${oneLine(redactor.text(withFlags(words)))}\n`);
			}
			if (event.type === 'project.read' && leftOutWords(event) !== '') {
				cli.complain(
					`agent-tui: ${oneLine(redactor.text(`instructions ${leftOutWords(event)}. ${trustHint}`))}\n`,
				);
			}
		} else if (event.type === 'notice.shown' && event.level !== 'info') {
			cli.complain(`agent-tui: ${oneLine(redactor.text(withFlags(event.text)))}\n`);
		}
		if (budgetUsd !== null && event.type === 'reply.ended') {
			const failure = overBudget(keeper.now().costUsd, budgetUsd);
			if (failure) {
				keeper.fail(failure);
				engine.stopTurns();
			}
		}
	});
}

function doubtWords(event: Stamped): string | null {
	switch (event.type) {
		case 'terminal.unconfirmed':
			return unconfirmedWords(event);
		case 'file.unconfirmed':
			return inDoubtWords(event);
		default:
			return null;
	}
}

/**
 * Returns a failure if the budget is used up. An unknown price could exceed any budget, so it ends
 * the run too.
 */
function overBudget(costUsd: number | null, budgetUsd: number): Failure | null {
	if (costUsd === null) {
		return failed(
			'limit',
			'stopped by --max-budget-usd: what this model costs is not known. Its price belongs to providers[].prices in the settings.',
		);
	}
	return costUsd > budgetUsd
		? failed(
				'limit',
				`stopped by --max-budget-usd ${budgetUsd}: the answers cost $${costUsd.toFixed(4)} so far.`,
			)
		: null;
}

function writeAnswer({options: {answerFile}, session: {redactor}}: Run, keeper: ResultKeeper) {
	const {isWhole, answer} = keeper.now();
	if (answerFile === null || !isWhole) {
		return;
	}
	try {
		writeFileSync(answerFile, `${redactor.text(answer)}\n`);
	} catch (error) {
		const why = error instanceof Error ? error.message : String(error);
		keeper.fail(failed('storage', `--output: the answer could not be written: ${why}`));
	}
}

/**
 * Connects to the host of `--hop` before the prompt is sent, so that no call runs on this machine
 * instead.
 */
async function goThere({query}: Pick<Engine, 'query'>, {flags}: CliCall): Promise<Failure | null> {
	const target = flagText(flags, 'hop');
	const gone =
		target === undefined ? null : await query({type: 'connect-host', target, isQuiet: true});
	return gone === null || gone.ok ? null : gone.failure;
}

const trustHint = 'Start agent-tui there once: it shows them and asks.';

const askedHint =
	' Nobody is here to be asked: connect once on the screen, or with ssh, and compare the key there.';
