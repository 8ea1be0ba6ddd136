import type {Verdict} from '../../events/authorization.ts';
import type {HopQuestion} from '../../events/hop.ts';
import type {CallId, QuestionId} from '../../events/ids.ts';
import type {EngineIntent} from '../../events/intent.ts';
import type {TrustQuestion} from '../../events/project.ts';
import type {Clock} from '../../platform/clock.ts';
import {cardQuestion} from '../../state/card-question.ts';
import {typedWords} from '../../state/grants.ts';
import type {HopsState} from '../../state/hops.ts';
import {waitingCalls} from '../../state/select.ts';
import type {State, ToolCall} from '../../state/state.ts';
import type {StateSource} from '../../state/store.ts';
import {revealInRow} from '../../text/neutralise.ts';
import {detailOf} from '../../view/cards/card-detail.ts';
import {trustLines, trustTitle} from '../../view/cards/trust-words.ts';
import {type OpenSecretQuestion, type SecretPorts, typeSecret} from './secrets.ts';

/** Asks the cards as questions, one at a time, so that an answer can't meet another question. */
export type Questions = {
	/** Returns true if the line was about the question and must not go to the agent. */
	readonly hear: (line: string) => boolean;
	/** Asks again after another program had the terminal. The time to read starts anew. */
	readonly repeat: () => void;
	readonly close: () => void;
};

type QuestionPorts = SecretPorts & {
	readonly mirror: Pick<StateSource, 'state' | 'subscribe'>;
	readonly clock: Pick<Clock, 'elapsed'>;
};

/** A pending call, an unknown host key, a secret of a host, or the instructions of a folder. */
type Question =
	| {readonly type: 'call'; readonly id: CallId; readonly call: ToolCall}
	| {readonly type: 'key'; readonly id: QuestionId; readonly key: HostKey}
	| {readonly type: 'secret'; readonly id: QuestionId; readonly secret: OpenSecretQuestion}
	| {readonly type: 'trust'; readonly id: QuestionId; readonly trust: TrustQuestion};

type HostKey = Extract<HopQuestion, {type: 'host-key'}>;

export function createQuestions(ports: QuestionPorts): Questions {
	const {mirror, clock, say} = ports;
	let asked: Asked | null = null;
	/** What was read out of a question that gave way to a call: it isn't read out twice. */
	let gaveWay: Asked | null = null;
	const current = () => openQuestions(mirror.state()).find(({id}) => id === asked?.id) ?? null;
	const sayPage = (question: Question, now: Asked) => {
		for (const line of now.rest.splice(0, linesMax)) {
			say(line);
		}
		now.at = null;
		// Reading time starts only when the output has been handed to the terminal.
		say(now.rest.length > 0 ? moreWords(now.rest.length) : answersOf(question), () => {
			now.at = clock.elapsed();
		});
	};
	const put = (question: Question | null | undefined) => {
		if (question) {
			const known = gaveWay?.id === question.id ? gaveWay : null;
			const lines = questionLines(question, mirror.state().hops);
			asked = known ?? {id: question.id, rest: [...lines], at: null};
			if (known) {
				say(`Still to answer. ${lines[0]}`);
			}
			sayPage(question, asked);
		}
	};
	const look = () => {
		const open = openQuestions(mirror.state());
		const now = current();
		// A call is more urgent than the folder's instructions, without which the agent works.
		const next = now?.type === 'trust' ? open[0] : (now ?? open[0]);
		if (next?.id !== asked?.id) {
			gaveWay = now?.type === 'trust' ? asked : gaveWay;
			put(next);
		}
	};
	const close = mirror.subscribe(look);
	look();
	return {
		close,
		repeat: () => put(current()),
		hear(line) {
			const question = current();
			if (question && asked && line === 'more' && asked.rest.length > 0) {
				sayPage(question, asked);
				return true;
			}
			return question !== null && asked !== null && hearAnswer(ports, {question, asked, line});
		},
	};
}

/** Returns true if the line was about this question. */
function hearAnswer(
	ports: QuestionPorts,
	{question, asked, line}: {question: Question; asked: Asked; line: string},
): boolean {
	const {engine, clock, say} = ports;
	if (question.type === 'secret' && line === 'secret') {
		void typeSecret(ports, question.secret);
		return true;
	}
	if (question.type === 'trust' && line === 'never') {
		engine.dispatch({type: 'answer-trust', question: question.id, answer: 'never'});
		return true;
	}
	const verdict = verdictOf(line);
	if (question.type === 'secret' && verdict?.type !== 'deny' && !line.startsWith('/')) {
		// The line may be the secret, typed too early: never send it to the agent.
		say('That line went nowhere. Answer secret or no first.');
		return true;
	}
	if (!verdict || !fits(question, verdict)) {
		return false;
	}
	const hindrance = verdict.type === 'deny' ? null : hindranceOf(asked, clock.elapsed());
	if (hindrance === null) {
		engine.dispatch(answerTo(question, verdict));
	} else {
		say(hindrance);
	}
	return true;
}

type Asked = {
	readonly id: Question['id'];
	/** What of the question has not been printed yet. */
	readonly rest: string[];
	/** When the last printed part was handed to the terminal; null before that. */
	at: number | null;
};

/** Returns why a yes can't be accepted yet, e.g. unread text; null if it can. */
function hindranceOf({rest, at}: Asked, now: number): string | null {
	if (at === null || now - at < readMsMin) {
		return 'That question came just now, so nothing was allowed. Answer again.';
	}
	return rest.length > 0 ? `Nothing was allowed. ${moreWords(rest.length)}` : null;
}

function moreWords(count: number): string {
	return `${count} more lines come before a yes: write more to hear them, or no.`;
}

function openQuestions(state: State): readonly Question[] {
	const keys = state.hops.questions.map(
		(question): Question =>
			question.type === 'host-key'
				? {type: 'key', id: question.id, key: question}
				: {type: 'secret', id: question.id, secret: question},
	);
	const calls = waitingCalls(state).map((call): Question => ({type: 'call', id: call.id, call}));
	const {question: asked} = state.project;
	const trust: readonly Question[] =
		asked === null ? [] : [{type: 'trust', id: asked.id, trust: asked}];
	return [...keys, ...calls, ...trust];
}

/** Only a call takes more than yes or no. A secret can't be answered by a line that is echoed. */
function fits({type}: Question, verdict: Verdict): boolean {
	const isYes = (type === 'key' || type === 'trust') && verdict.type === 'once';
	return type === 'call' || verdict.type === 'deny' || isYes;
}

function answerTo(question: Question, verdict: Verdict): EngineIntent {
	if (question.type === 'call') {
		return {type: 'answer', call: question.id, verdict};
	}
	if (question.type === 'trust') {
		const answer = verdict.type === 'once' ? 'trust' : 'later';
		return {type: 'answer-trust', question: question.id, answer};
	}
	const type = verdict.type === 'once' ? 'yes' : 'no';
	return {type: 'answer-hop', question: question.id, answer: {type}};
}

/** A line that ends sooner than this after the question was typed before it, and is no answer. */
const readMsMin = 1000;

function verdictOf(line: string): Verdict | null {
	const [word = '', ...rest] = line.split(' ');
	const reason = rest.join(' ');
	switch (word) {
		case 'yes':
			return reason === '' ? {type: 'once'} : null;
		case 'session':
			return reason === '' ? {type: 'session'} : null;
		case 'no':
			return {type: 'deny', ...(reason !== '' && {reason})};
		default:
			return null;
	}
}

function questionLines(question: Question, hops: HopsState): readonly string[] {
	switch (question.type) {
		case 'key':
			return keyLines(question.key);
		case 'secret':
			return secretLines(question.secret);
		case 'call':
			return callLines(question.call, hops);
		case 'trust':
			return [
				revealInRow(`Question: ${trustTitle(question.trust)}`),
				...trustLines(question.trust),
			];
	}
}

function keyLines({host, name, keyType, fingerprint}: HostKey): readonly string[] {
	const words = `Question: is this really ${host}? The ${keyType} key of ${name} is not known here: ${fingerprint}`;
	return [revealInRow(words)];
}

function secretLines({title, instruction, prompt}: OpenSecretQuestion): readonly string[] {
	const words = [`Question: ${title}.`, instruction, prompt].filter(text => text !== '');
	return words.map(revealInRow);
}

/** The full detail of a call: what runs, where, its dangers, and what would change. */
function callLines(call: ToolCall, hops: HopsState): readonly string[] {
	const detail = detailOf(call);
	const lines =
		detail.type === 'diff'
			? [detail.title, ...detail.patch.split('\n')]
			: detail.type === 'text'
				? detail.lines
				: [];
	const {asked, machine, folder} = cardQuestion(call, hops);
	const where = folder === '' ? machine : `${machine}, in ${folder}`;
	const question = `${asked.charAt(0).toLowerCase()}${asked.slice(1)} ${where}?`;
	return [revealInRow(`Question: ${question}`), ...lines];
}

function answersOf(question: Question): string {
	if (question.type === 'key') {
		return 'Answer yes or no.';
	}
	if (question.type === 'secret') {
		return 'Answer secret, and then type it: it is not shown. Or answer no.';
	}
	if (question.type === 'trust') {
		return 'Answer yes (until one of these files changes), no (not now), or never. Or go on without them.';
	}
	const {scope, host, tool, exposure} = question.call;
	const every = scope === 'shell' ? `every call of ${tool}` : `every ${scope} call`;
	const {terminal} = exposure ?? {};
	const reach = terminal === undefined ? every : typedWords(terminal);
	return revealInRow(
		`Answer yes (once), session (${reach} on ${host}, until the end of this session), no, or no and a reason.`,
	);
}

const linesMax = 200;
