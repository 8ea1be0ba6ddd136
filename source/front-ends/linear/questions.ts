import type {Engine} from '../../engine/engine.ts';
import type {Verdict} from '../../events/authorization.ts';
import type {HopQuestion} from '../../events/hop.ts';
import type {CallId, QuestionId} from '../../events/ids.ts';
import type {Clock} from '../../platform/clock.ts';
import {typedWords} from '../../state/grants.ts';
import {waitingCalls} from '../../state/select.ts';
import type {State, ToolCall} from '../../state/state.ts';
import {detailOf} from '../../view/cards/card-detail.ts';

/** The cards as questions: one at a time, so that an answer can't be for another one. */
export type Questions = {
	/** True: the line was about the question, and is nothing for the agent. */
	readonly hear: (line: string) => boolean;
	readonly close: () => void;
};

type QuestionPorts = {
	readonly engine: Pick<Engine, 'store' | 'dispatch'>;
	readonly clock: Pick<Clock, 'elapsed'>;
	readonly say: (line: string) => void;
};

/** A call that waits, or the key of a host that nobody here has seen. */
type Question =
	| {readonly type: 'call'; readonly id: CallId; readonly call: ToolCall}
	| {readonly type: 'key'; readonly id: QuestionId; readonly key: HostKey};

type HostKey = Extract<HopQuestion, {type: 'host-key'}>;

export function createQuestions({engine, clock, say}: QuestionPorts): Questions {
	let asked: {readonly id: Question['id']; readonly at: number} | null = null;
	const current = () =>
		openQuestions(engine.store.state()).find(({id}) => id === asked?.id) ?? null;
	const look = () => {
		const next = current() ?? openQuestions(engine.store.state())[0];
		if (next && next.id !== asked?.id) {
			asked = {id: next.id, at: clock.elapsed()};
			questionLines(next).forEach(say);
		}
	};
	const close = engine.store.subscribe(look);
	look();
	return {
		close,
		hear(line) {
			const question = current();
			const verdict = verdictOf(line);
			if (!question || !verdict || !asked || !fits(question, verdict)) {
				return false;
			}
			if (verdict.type !== 'deny' && clock.elapsed() - asked.at < readMsMin) {
				say('That question came just now, so nothing was allowed. Answer again.');
			} else if (question.type === 'call') {
				engine.dispatch({type: 'answer', call: question.id, verdict});
			} else {
				const type = verdict.type === 'once' ? 'yes' : 'no';
				engine.dispatch({type: 'answer-hop', question: question.id, answer: {type}});
			}
			return true;
		},
	};
}

function openQuestions(state: State): readonly Question[] {
	const keys = state.hops.questions.flatMap((question): readonly Question[] =>
		question.type === 'host-key' ? [{type: 'key', id: question.id, key: question}] : [],
	);
	const calls = waitingCalls(state).map((call): Question => ({type: 'call', id: call.id, call}));
	return [...keys, ...calls];
}

/** Of the key of a host there is only yes and no. */
function fits({type}: Question, verdict: Verdict): boolean {
	return type === 'call' || verdict.type !== 'session';
}

/** A line that ends sooner was begun before the question was there, and is no answer to it. */
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

function questionLines(question: Question): readonly string[] {
	return question.type === 'key' ? keyLines(question.key) : callLines(question.call);
}

function keyLines({host, name, keyType, fingerprint}: HostKey): readonly string[] {
	return [
		`Question: is this really ${host}? The ${keyType} key of ${name} is not known here: ${fingerprint}`,
		'Answer yes or no.',
	];
}

/** All that the card's detail shows: what runs, where, what is dangerous, what would change. */
function callLines(call: ToolCall): readonly string[] {
	const {scope, host, tool} = call;
	const detail = detailOf(call);
	const lines =
		detail.type === 'diff'
			? [detail.title, ...detail.patch.split('\n')]
			: detail.type === 'text'
				? detail.lines
				: [];
	const more = lines.length - linesMax;
	const {terminal} = call.exposure ?? {};
	const every = scope === 'shell' ? `every call of ${tool}` : `every ${scope} call`;
	const reach = terminal === undefined ? every : typedWords(terminal);
	return [
		`Question: allow ${scope ?? ''} on ${host}?`,
		...lines.slice(0, linesMax),
		...(more > 0 ? [`… and ${more} more lines, which only the full screen shows.`] : []),
		`Answer yes (once), session (${reach} on ${host}, until the end of this session), no, or no and a reason.`,
	];
}

const linesMax = 200;
