import type {AnsweredBy, Scope, Verdict} from '../events/authorization.ts';
import type {AskId, CallId, GrantId, HostId} from '../events/ids.ts';
import type {PermissionRule} from '../events/settings.ts';
import type {Clock} from '../platform/clock.ts';
import type {Ids} from '../platform/ids.ts';
import type {ToolCall} from '../state/state.ts';
import type {Store} from '../state/store.ts';
import {type Decision, decide} from './decide.ts';
import {dangers} from './shell/dangers.ts';

/**
 * The one place where a call is allowed or refused. The question and the answer are events; the
 * first answer wins, and an answer to a question that is gone changes nothing.
 */
export type Gate = {
	/** Resolves when the call may run or may not; a call that already waits goes on waiting. */
	readonly authorize: (call: CallId, signal: AbortSignal) => Promise<Verdict>;
	readonly answer: (call: CallId, verdict: Verdict, by: AnsweredBy) => void;
	readonly revoke: (grant: GrantId) => void;
};

export type GatePorts = {
	readonly store: Store;
	readonly clock: Clock;
	readonly ids: Ids;
	readonly rules: readonly PermissionRule[];
	readonly askTimeoutMs: number;
	/** Without a screen nobody can answer: what would ask is denied unless its scope is listed. */
	readonly headless: {readonly allow: readonly string[]} | null;
};

export function createGate(ports: GatePorts): Gate {
	const {store} = ports;
	const waiting = new Map<CallId, (verdict: Verdict) => void>();
	const answer: Gate['answer'] = (id, verdict, by) => {
		const call = store.state().calls.get(id);
		if (call?.status.type !== 'waiting' || call.answer) {
			return;
		}
		const {ask} = call.status;
		store.append({type: 'authorization.answered', ask, call: id, verdict, by});
		if (verdict.type === 'session' && call.scope) {
			grantSession(ports, {scope: call.scope, host: call.host});
		}
		waiting.get(id)?.(verdict);
	};
	return {
		answer,
		revoke: grant => {
			store.append({type: 'grant.revoked', grant});
		},
		async authorize(id, signal) {
			const call = store.state().calls.get(id);
			if (!call || signal.aborted) {
				return {type: 'cancelled'};
			}
			const waits = call.status.type === 'waiting';
			const decision = waits ? headlessDecision(ports, call) : decideFor(ports, call);
			if (decision && decision.type !== 'ask') {
				return settle(ports, call, decision);
			}
			if (!waits) {
				ask(ports, call, decision?.type === 'ask' ? decision.why : undefined);
			}
			return wait(ports, {id, signal, waiting, answer});
		},
	};
}

function decideFor(ports: GatePorts, call: ToolCall): Decision {
	const grants = ports.store.state().grants;
	const decision = decide(call, {rules: ports.rules, grants, now: ports.clock.now()});
	// A call that the proxy mended is a guess, however small: a person looks at it.
	if (decision.type === 'allow' && call.scope !== null && call.mended) {
		return headlessDecision(ports, call) ?? {type: 'ask'};
	}
	return decision.type === 'ask' ? (headlessDecision(ports, call) ?? decision) : decision;
}

function headlessDecision(ports: GatePorts, call: ToolCall): Decision | null {
	if (!ports.headless || call.scope === null) {
		return null;
	}
	return ports.headless.allow.includes(call.scope) && !call.mended
		? {type: 'allow', by: 'headless'}
		: {
				type: 'deny',
				by: 'headless',
				reason: `nobody is here to answer. Scope "${call.scope}" is needed: run with --allow ${call.scope}, or add a rule to permissions.rules`,
			};
}

function settle(
	ports: GatePorts,
	call: ToolCall,
	decision: Exclude<Decision, {type: 'ask'}>,
): Verdict {
	const verdict: Verdict =
		decision.type === 'allow' ? {type: 'once'} : {type: 'deny', reason: decision.reason};
	if (call.scope !== null) {
		ports.store.append({
			type: 'authorization.answered',
			ask: ports.ids<AskId>('ask'),
			call: call.id,
			verdict,
			by: decision.by,
		});
	}
	return verdict;
}

function ask(ports: GatePorts, call: ToolCall, why: string | undefined): void {
	const {command} = call.exposure ?? {};
	const pointedOut =
		command === undefined ? [] : dangers(command, {cwd: call.cwd, workspace: call.cwd});
	ports.store.append({
		type: 'authorization.asked',
		ask: ports.ids<AskId>('ask'),
		call: call.id,
		scope: call.scope ?? 'shell',
		host: call.host,
		expiresAt: ports.clock.now() + ports.askTimeoutMs,
		...(pointedOut.length > 0 && {dangers: pointedOut}),
		...(why !== undefined && {why}),
	});
}

type Wait = {
	readonly id: CallId;
	readonly signal: AbortSignal;
	readonly waiting: Map<CallId, (verdict: Verdict) => void>;
	readonly answer: Gate['answer'];
};

function wait(ports: GatePorts, {id, signal, waiting, answer}: Wait): Promise<Verdict> {
	const call = ports.store.state().calls.get(id);
	if (call?.answer) {
		// Answered before a crash, and not started: the answer still stands.
		return Promise.resolve(call.answer.verdict);
	}
	const expiresAt = call?.status.type === 'waiting' ? call.status.expiresAt : 0;
	return new Promise(resolve => {
		const abort = () => answer(id, {type: 'cancelled'}, 'interrupt');
		const expiry = ports.clock.after(Math.max(0, expiresAt - ports.clock.now()), () =>
			answer(id, {type: 'expired'}, 'timeout'),
		);
		waiting.set(id, verdict => {
			waiting.delete(id);
			expiry.cancel();
			signal.removeEventListener('abort', abort);
			resolve(verdict);
		});
		signal.addEventListener('abort', abort, {once: true});
	});
}

function grantSession(ports: GatePorts, {scope, host}: {scope: Scope; host: HostId}): void {
	ports.store.append({
		type: 'grant.made',
		grant: {id: ports.ids<GrantId>('grant'), scope, host, until: 'session'},
	});
}
