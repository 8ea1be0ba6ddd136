import {isDeepStrictEqual} from 'node:util';
import type {Scope, Verdict} from '../events/authorization.ts';
import type {Event} from '../events/event.ts';
import type {AskId, CallId, GrantId, HostId} from '../events/ids.ts';
import {withParts} from '../state/risky-words.ts';
import {callOf, waitingCalls} from '../state/select.ts';
import type {ToolCall} from '../state/state.ts';
import {ask, isUnchanged, partsOf, warningsFor} from './ask.ts';
import {type Decision, decide, ruleForReading, type Subject} from './decide.ts';
import {decideNow, rulesNow} from './decide-now.ts';
import {fingerprint} from './fingerprint.ts';
import {type Asking, headlessDecision} from './headless.ts';
import {leaveBehind, reachOf} from './leave-behind.ts';
import type {AnswerCall, GatePorts} from './ports.ts';
import {alike, refusalsMax, refusedAlike} from './refused-before.ts';
import {circumstancesOf, reviewLeft} from './review-left.ts';

export type {GatePorts} from './ports.ts';

/**
 * The one place where a call is allowed or refused. The question and the answer are events; the
 * first answer wins, and an answer to a question that is gone changes nothing.
 */
export type Gate = {
	/**
	 * Resolves as soon as it is decided whether the call may run. If the call already waits for an
	 * answer, it is not asked about again.
	 */
	readonly authorize: (call: CallId, signal: AbortSignal) => Promise<Verdict>;
	readonly answer: AnswerCall;
	/**
	 * Call this right before the call runs. It checks again whether the call is still allowed and, if
	 * so, marks it as running. Only the first such claim of a call succeeds.
	 */
	readonly claim: (call: CallId) => Claim;
	/** Returns whether the call would still do what the person was asked about. */
	readonly isUnchanged: (call: CallId) => boolean;
	/** Gives a waiting call another command or other arguments. Its question is then about those. */
	readonly edit: (change: CallChange) => void;
	readonly revoke: (grant: GrantId) => void;
	/**
	 * For a call that needs no permission by itself: returns the scope of a rule that asks about it
	 * or denies it all the same, such as a rule that denies reading a file of the workspace.
	 */
	readonly ruledScope: (call: Omit<Subject, 'scope'>) => Scope | null;
	/**
	 * Returns what the rules say about reading one file. Call this for each file if a tool reads a
	 * whole folder.
	 */
	readonly ruleForReading: (file: {host: HostId; target: string}) => 'ask' | 'deny' | null;
	/**
	 * Reviews the calls that an earlier process left without starting them, and asks about them
	 * again. Without a screen, they are decided like new calls.
	 */
	readonly answerLeft: () => void;
};

export type Claim = {readonly ok: true} | {readonly ok: false; readonly reason: string};

export type CallChange = Omit<
	Extract<Event, {type: 'tool.edited'}>,
	'type' | 'hash' | 'dangers' | 'why' | 'parts'
>;

export function createGate(ports: GatePorts): Gate {
	const {store} = ports;
	const waiting: Waiting = new Map();
	const answer: Gate['answer'] = (id, verdict, by, screen) => {
		const call = callOf(store.state(), id);
		if (call?.status.type !== 'waiting' || call.answer) {
			return;
		}
		const {ask: asked} = call.status;
		const how = {verdict, by, ...(screen && {screen}), ...circumstancesOf(ports, call)};
		store.append({type: 'authorization.answered', ask: asked, call: id, ...how});
		leaveBehind(ports, call, verdict);
		waiting.get(id)?.(verdict);
		if (verdict.type === 'deny' && by === 'key') {
			for (const other of alikeOfRefused(ports, call)) {
				answer(other.id, oftenRefused, 'repeat');
			}
		}
	};
	return {
		answer,
		claim: id => claim(ports, id),
		isUnchanged: id => isUnchanged(ports, id),
		edit(change) {
			const call = callOf(store.state(), change.call);
			if (call?.status.type === 'waiting' && !call.answer) {
				store.append(editedEvent(ports, call, change));
			}
		},
		ruledScope: call => ruledScope(ports, call),
		ruleForReading: file => ruleForReading(rulesNow(ports).rules, file),
		revoke: grant => void store.append({type: 'grant.revoked', grant}),
		answerLeft() {
			reviewLeft(ports);
			for (const call of ports.headless ? waitingCalls(store.state()) : []) {
				const decision = decideFor(ports, call);
				if (decision.type !== 'ask') {
					settle(ports, call, decision);
				}
			}
		},
		async authorize(id, signal) {
			const call = callOf(store.state(), id);
			if (!call || signal.aborted) {
				return {type: 'cancelled'};
			}
			if (call.status.type !== 'waiting') {
				const decision = decideFor(ports, call);
				if (decision.type !== 'ask') {
					return settle(ports, call, decision);
				}
				if (isOftenRefused(ports, call)) {
					return settle(ports, call, {...oftenRefused, by: 'repeat'});
				}
				ask(ports, call, decision.why);
			}
			return wait(ports, {id, signal, waiting, answer});
		},
	};
}

/**
 * Returns the event for a change of the call's arguments, with the warnings for the changed call.
 */
function editedEvent(
	ports: GatePorts,
	call: ToolCall,
	{call: id, raw, ...rest}: CallChange,
): Extract<Event, {type: 'tool.edited'}> {
	const edited: ToolCall = {...call, ...rest, edited: {raw}};
	const decision = decideNow(ports, edited);
	const why = decision.type === 'ask' ? decision.why : undefined;
	const {dangers, parts} = warningsFor(ports, edited, why);
	return {
		type: 'tool.edited',
		call: id,
		raw,
		...rest,
		hash: fingerprint(edited),
		dangers,
		...(why !== undefined && {why}),
		...(parts.length > 0 && {parts}),
	};
}

const oftenRefused = {
	type: 'deny',
	reason: `the same was refused ${refusalsMax} times`,
} as const;

function isOftenRefused({store}: GatePorts, call: ToolCall): boolean {
	return refusedAlike([...store.state().calls.values()], call) >= refusalsMax;
}

/**
 * Returns the other calls for the same action, if the person has now refused it `refusalsMax`
 * times; otherwise none. Those of them that still wait are then refused without a question.
 */
function alikeOfRefused({store}: GatePorts, call: ToolCall): readonly ToolCall[] {
	const calls = [...store.state().calls.values()];
	return refusedAlike(calls, call) + 1 < refusalsMax ? [] : alike(calls, call);
}

type Waiting = Map<CallId, (verdict: Verdict) => void>;

function decideFor(ports: GatePorts, call: ToolCall): Decision {
	const decision = decideNow(ports, call);
	// A call that the proxy mended is a guess, however small the repair, so a person looks at it. So
	// is a call that an earlier process proposed but did not start.
	const asks: Decision =
		decision.type === 'allow' && call.scope !== null && (call.mended || call.lapsed !== undefined)
			? {type: 'ask', ...(call.lapsed !== undefined && {why: call.lapsed})}
			: decision;
	if (asks.type !== 'ask' || !ports.headless) {
		return asks;
	}
	const alone = headlessDecision(call, withPart(ports, call, asks), ports.headless);
	return alone.type === 'deny' && ports.headless.waits ? asks : alone;
}

/** Adds the risky parts of the command to the reason, since without a screen no card shows them. */
function withPart(ports: GatePorts, call: ToolCall, asks: Asking): Asking {
	const {why} = asks;
	return why === undefined
		? asks
		: {...asks, why: withParts(why, {...call, parts: partsOf(ports, call, [why])})};
}

function ruledScope(ports: GatePorts, call: Omit<Subject, 'scope'>): Scope | null {
	if (call.exposure?.targets === undefined) {
		return null;
	}
	const {rules, problem} = rulesNow(ports);
	const decision = decide({...call, scope: 'read'}, {rules, grants: [], now: ports.clock.now()});
	const isRuled = decision.type === 'deny' || (decision.type === 'ask' && decision.by === 'rule');
	return isRuled || problem !== null ? 'read' : null;
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
			ask: call.status.type === 'waiting' ? call.status.ask : ports.ids<AskId>('ask'),
			call: call.id,
			verdict,
			by: decision.by,
			...circumstancesOf(ports, call),
		});
	}
	return verdict;
}

type Wait = {
	readonly id: CallId;
	readonly signal: AbortSignal;
	readonly waiting: Waiting;
	readonly answer: Gate['answer'];
};

function wait(ports: GatePorts, {id, signal, waiting, answer}: Wait): Promise<Verdict> {
	const call = callOf(ports.store.state(), id);
	if (call?.answer) {
		// The call was answered before a crash but not started. `reviewLeft` has found that the answer
		// still counts.
		return Promise.resolve(call.answer.verdict);
	}
	const leftMs = call?.status.type === 'waiting' ? call.status.expiresAt - ports.clock.now() : 0;
	return new Promise(resolve => {
		const abort = () => answer(id, {type: 'cancelled'}, 'interrupt');
		const expiry = ports.clock.after(Math.max(0, leftMs), () =>
			answer(id, {type: 'expired'}, 'timeout'),
		);
		waiting.set(id, verdict => {
			waiting.delete(id);
			expiry.cancel();
			signal.removeEventListener('abort', abort);
			resolve(verdict);
		});
		signal.addEventListener('abort', abort);
	});
}

function claim(ports: GatePorts, id: CallId): Claim {
	const call = callOf(ports.store.state(), id);
	if (call?.status.type !== 'proposed' && call?.status.type !== 'waiting') {
		return {ok: false, reason: 'it ran or ended already'};
	}
	if (!isUnchanged(ports, id)) {
		return {ok: false, reason: 'it is no longer the call that was asked about'};
	}
	const decision = decideNow(ports, call);
	if (decision.type === 'deny') {
		return {ok: false, reason: decision.reason};
	}
	if (call.scope === null && ruledScope(ports, call) !== null) {
		return {ok: false, reason: 'a rule that was written meanwhile speaks of it'};
	}
	if (!isStillAllowed(ports, call)) {
		return {ok: false, reason: 'the permission was taken back, or ran out, before it ran'};
	}
	ports.store.append({type: 'tool.started', call: id});
	return {ok: true};
}

/**
 * Whether what allowed the call still allows it. A yes for this one call does; a grant or a rule
 * may have been withdrawn meanwhile.
 */
function isStillAllowed(ports: GatePorts, call: ToolCall): boolean {
	const {answer, scope} = call;
	if (!answer || scope === null) {
		return scope === null;
	}
	if (answer.by === 'grant' || answer.by === 'rule') {
		return decideNow(ports, call).type === 'allow';
	}
	const {verdict} = answer;
	const reach = reachOf(call, verdict);
	if (!reach) {
		return verdict.type === 'once' || verdict.type === 'always';
	}
	const isTimely = reach.until === 'session' || ports.clock.now() < reach.until;
	const {grants} = ports.store.state();
	// Only the grant of this answer counts. Another grant that happens to cover the call was given
	// for something else.
	return isTimely && grants.some(({id, ...other}) => isDeepStrictEqual(other, reach));
}
