import type {Verdict} from '../../events/authorization.ts';
import type {TerminalId} from '../../events/ids.ts';
import type {EngineIntent} from '../../events/intent.ts';
import type {Clock} from '../../platform/clock.ts';
import {waitingCalls} from '../../state/select.ts';
import type {State, TerminalRecord} from '../../state/state.ts';
import type {StateSource} from '../../state/store.ts';
import {answersOf, type Question, questionLines} from './question-words.ts';
import {type SecretLane, type SecretPorts, typeSecret} from './secrets.ts';

/**
 * Asks the questions of the cards one at a time, so that an answer can't reach the wrong question.
 */
export type Questions = {
	/**
	 * Handles a line. Returns false if the line has nothing to do with the question and should go to
	 * the agent.
	 */
	readonly hear: (line: string) => boolean;
	/** Asks again for the secret that the program in this terminal waits for. */
	readonly askAgain: (terminal: TerminalId) => void;
	/** Asks again after another program had the terminal. The time to read starts anew. */
	readonly repeat: () => void;
	readonly close: () => void;
};

type QuestionPorts = SecretPorts & {
	readonly mirror: Pick<StateSource, 'state' | 'subscribe'>;
	readonly clock: Pick<Clock, 'elapsed'>;
};

export function createQuestions(ports: QuestionPorts): Questions {
	const {mirror, say} = ports;
	let asked: Asked | null = null;
	/**
	 * The question that was replaced by a more urgent one. Its text was printed already and isn't
	 * printed again.
	 */
	let gaveWay: Asked | null = null;
	const late = createLateAnswers(say);
	/** Terminals that wait for a secret which the person chose not to type now. */
	const leftWaiting = new Set<string>();
	const openNow = () => openQuestions(mirror.state()).filter(({id}) => !leftWaiting.has(id));
	const current = () => openNow().find(({id}) => id === asked?.id) ?? null;
	const put = (question: Question | null | undefined) => {
		if (!question) {
			asked = null;
		} else {
			const known = gaveWay?.id === question.id ? gaveWay : null;
			const lines = questionLines(question, mirror.state());
			asked = known ?? {id: question.id, rest: [...lines], at: null, isAnswered: false};
			if (known) {
				say(`Still to answer. ${lines[0]}`);
			}
			sayPage(ports, question, asked);
		}
	};
	const look = () => {
		forgetOver(leftWaiting, mirror.state());
		const open = openNow();
		const now = current();
		// A call's question comes before the one about a folder's instructions: the agent can work
		// without those.
		const next = now?.type === 'trust' ? open[0] : (now ?? open[0]);
		if (next?.id !== asked?.id) {
			late.follow(asked, now);
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
				sayPage(ports, question, asked);
				return true;
			}
			if (question?.type === 'hidden' && verdictOf(line)?.type === 'deny') {
				leftWaiting.add(question.id);
				say(`It waits. >${question.id} asks for it again.`);
				look();
				late.none();
				return true;
			}
			return question === null || asked === null
				? late.hear(line)
				: hearAnswer(ports, {question, asked, line});
		},
		askAgain(terminal) {
			leftWaiting.delete(terminal);
			look();
		},
	};
}

/**
 * Catches an answer to a question that has just disappeared. The person may have been typing it,
 * and it must not become a message.
 */
function createLateAnswers(say: QuestionPorts['say']) {
	let isLate = false;
	return {
		follow(asked: Asked | null, now: Question | null) {
			isLate = asked !== null && now === null && !asked.isAnswered;
		},
		none() {
			isLate = false;
		},
		hear(line: string): boolean {
			const isForIt = isLate && isAnswer(line);
			isLate = false;
			isForIt && say('That question is over. Nothing was answered, and nothing was sent.');
			return isForIt;
		},
	};
}

/** Handles a line while a question is open. Returns whether the line was for the question. */
function hearAnswer(
	ports: QuestionPorts,
	{question, asked, line}: {question: Question; asked: Asked; line: string},
): boolean {
	const {engine, clock, say} = ports;
	const lane = laneOf(ports, question);
	if (lane && line === 'secret') {
		asked.isAnswered = true;
		void typeSecret(ports, lane);
		return true;
	}
	if (question.type === 'trust' && line === 'never') {
		asked.isAnswered = true;
		engine.dispatch({type: 'answer-trust', question: question.id, answer: 'never'});
		return true;
	}
	const verdict = verdictOf(line);
	if (lane && verdict?.type !== 'deny' && !line.startsWith('/')) {
		// The line may be the secret, typed too early: never send it to the agent.
		say('That line went nowhere. Answer secret or no first.');
		return true;
	}
	if (!verdict || question.type === 'hidden' || !fits(question, verdict)) {
		return false;
	}
	const hindrance = verdict.type === 'deny' ? null : hindranceOf(asked, clock.elapsed());
	if (hindrance === null) {
		asked.isAnswered = true;
		engine.dispatch(answerTo(question, verdict));
	} else {
		say(hindrance);
	}
	return true;
}

/** Reading time starts only when the output has been handed to the terminal. */
function sayPage({say, clock}: QuestionPorts, question: Question, now: Asked): void {
	for (const line of now.rest.splice(0, linesMax)) {
		say(line);
	}
	now.at = null;
	say(now.rest.length > 0 ? moreWords(now.rest.length) : answersOf(question), () => {
		now.at = clock.elapsed();
	});
}

function forgetOver(leftWaiting: Set<string>, state: State): void {
	const hiding = new Set<string>(hidingTerminals(state).map(({id}) => id));
	for (const id of leftWaiting) {
		!hiding.has(id) && leftWaiting.delete(id);
	}
}

/**
 * Returns where to send a secret that is typed as the answer; null if the question wants no secret.
 */
function laneOf({engine, mirror}: QuestionPorts, question: Question): SecretLane | null {
	if (question.type === 'secret') {
		const {id} = question;
		return {
			isOpen: () => mirror.state().hops.questions.some(other => other.id === id),
			send(text) {
				const answer = text === '' ? ({type: 'no'} as const) : ({type: 'secret', text} as const);
				engine.dispatch({type: 'answer-hop', question: id, answer});
			},
		};
	}
	if (question.type === 'hidden') {
		const {id} = question;
		return {
			isOpen: () => hidingTerminals(mirror.state()).some(terminal => terminal.id === id),
			send: text =>
				text !== '' && engine.dispatch({type: 'type-into', terminal: id, bytes: `${text}\r`}),
		};
	}
	return null;
}

function hidingTerminals({terminals}: State): readonly TerminalRecord[] {
	return terminals.filter(({waiting}) => waiting === 'password');
}

type Asked = {
	readonly id: Question['id'];
	/** The lines of the question that have not been printed yet. */
	readonly rest: string[];
	/** When the last of these lines reached the terminal; null before that. */
	at: number | null;
	/** Set if the answer came from this front end. */
	isAnswered: boolean;
};

/** Says why a yes isn't accepted yet, e.g. because some text is unread; null if it is. */
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
	const hidden = hidingTerminals(state).map(
		({id, title}): Question => ({type: 'hidden', id, title: title.split('\n')[0] ?? ''}),
	);
	const calls = waitingCalls(state).map((call): Question => ({type: 'call', id: call.id, call}));
	const {question: asked} = state.project;
	const trust: readonly Question[] =
		asked === null ? [] : [{type: 'trust', id: asked.id, trust: asked}];
	return [...keys, ...hidden, ...calls, ...trust];
}

/**
 * Whether a question of this kind accepts this answer. Only calls accept more than yes and no. A
 * question for a secret accepts no visible answer.
 */
function fits({type}: Question, verdict: Verdict): boolean {
	const isYes = (type === 'key' || type === 'trust') && verdict.type === 'once';
	return type === 'call' || verdict.type === 'deny' || isYes;
}

function answerTo(question: Exclude<Question, {type: 'hidden'}>, verdict: Verdict): EngineIntent {
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

/**
 * The least time to read a question. A line that arrives earlier was typed before the question was
 * visible, so it is no answer.
 */
const readMsMin = 1000;

/** Whether a line looks like an answer to a question. */
function isAnswer(line: string): boolean {
	return verdictOf(line) !== null || ['more', 'never', 'secret'].includes(line);
}

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

const linesMax = 200;
