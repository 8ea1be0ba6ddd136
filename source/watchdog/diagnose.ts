import type {Result} from '../events/failure.ts';
import type {Evidence, Incident, WatchAction} from '../events/incident.ts';
import type {JsonObject} from '../events/json.ts';
import type {Clock} from '../platform/clock.ts';
import {alertOf} from './choose.ts';
import {diagnosisInstructions, diagnosisReport, readDiagnosis} from './diagnosis.ts';
import type {Fault} from './fault.ts';
import type {IncidentRun} from './incident-run.ts';
import type {IncidentStore} from './incident-store.ts';
import {begin, spend} from './ledger.ts';

/** Asks the chosen model for a diagnosis. Its answer is not trusted. */
export type Diagnose = (
	question: {readonly instructions: string; readonly report: string},
	signal: AbortSignal,
) => Promise<Result<DiagnosisAnswer>>;

export type DiagnosisAnswer = {
	readonly text: string;
	readonly inputTokens: number;
	readonly outputTokens: number;
	readonly costUsd: number;
};

/**
 * Returns why the user's settings forbid this action, and what to do instead; null if they allow
 * it.
 */
export type Refuses = (action: WatchAction, about: Pick<Evidence, 'provider'>) => string | null;

const timeoutMs = 15_000;

export async function askForDiagnosis(
	ports: {
		readonly clock: Clock;
		readonly store: IncidentStore;
		readonly diagnose: Diagnose;
		readonly facts: () => JsonObject;
		readonly refuses: Refuses;
	},
	{
		fault,
		incidentRun,
		past,
		log,
	}: {fault: Fault; incidentRun: IncidentRun; past: readonly Incident[]; log: readonly string[]},
): Promise<void> {
	const {clock, store} = ports;
	const incident = incidentRun.incident();
	// Counted before the request, because a failed request may cost something too.
	store.change(memory => ({...memory, ledger: begin(memory.ledger, clock.now())}));
	const abort = new AbortController();
	const timer = clock.after(timeoutMs, () => abort.abort());
	const report = diagnosisReport({incident, facts: ports.facts(), past, log});
	const answer = await ports
		.diagnose({instructions: diagnosisInstructions, report}, abort.signal)
		.finally(() => timer.cancel());
	if (answer.ok) {
		const {value} = answer;
		store.change(memory => ({...memory, ledger: spend(memory.ledger, value)}));
	}
	const diagnosis = answer.ok
		? readDiagnosis(answer.value.text)
		: ({ok: false, why: `no diagnosis: ${answer.failure.message}`} as const);
	const text = diagnosis.ok ? ports.refuses(diagnosis.action, incident.evidence) : null;
	if (text !== null) {
		incidentRun.decide({tier: 'user', action: {type: 'alert', text}, why: 'it is not allowed'});
		return;
	}
	incidentRun.decide(
		diagnosis.ok
			? {tier: 'diagnosis', action: diagnosis.action, why: diagnosis.reason}
			: {tier: 'user', action: alertOf(fault), why: diagnosis.why},
	);
}
