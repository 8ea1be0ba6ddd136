import {describe, expect, it} from 'vitest';
import {
	type AskId,
	type CallId,
	localHost,
	type QuestionId,
	type ReplyId,
	type TurnId,
} from '../../../source/events/ids.ts';
import type {TrustQuestion} from '../../../source/events/project.ts';
import {createQuestions} from '../../../source/front-ends/linear/questions.ts';
import {createStore} from '../../../source/state/store.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';

const call = 'c1' as CallId;

/** A terminal that takes what is said when the test lets it. */
function open({leaves = true} = {}) {
	const clock = fakeClock();
	const store = createStore(clock);
	const said: string[] = [];
	const answers: unknown[] = [];
	const leave: (() => void)[] = [];
	const questions = createQuestions({
		engine: {dispatch: (intent: unknown) => answers.push(intent)} as never,
		mirror: store as never,
		clock,
		readHidden: async () => null,
		say(line, done) {
			said.push(line);
			leave.push(done ?? (() => {}));
			if (leaves) {
				done?.();
			}
		},
	});
	const propose = (summary: string) => {
		const turn = 't' as TurnId;
		const about = {call, scope: 'shell', host: localHost} as const;
		store.append({type: 'turn.started', turn});
		store.append({
			...about,
			type: 'tool.proposed',
			turn,
			reply: 'r' as ReplyId,
			tool: 'unified_exec',
			raw: '{}',
			input: {},
			cwd: '/',
			summary,
		});
		store.append({...about, type: 'authorization.asked', ask: 'a' as AskId, expiresAt: 9e15});
	};
	const settle = () => leave.splice(0).forEach(done => void done());
	return {clock, store, said, answers, questions, propose, settle};
}

function ask(summary: string, how?: Parameters<typeof open>[0]) {
	const opened = open(how);
	opened.propose(summary);
	return opened;
}

describe('a question that is read out', () => {
	it('takes a yes a second after its last line had left for the terminal, and not before', () => {
		const {clock, answers, questions, settle} = ask('ls', {leaves: false});
		clock.advance(5000);
		questions.hear('yes');
		expect(answers).toEqual([]);
		settle();
		clock.advance(999);
		questions.hear('yes');
		expect(answers).toEqual([]);
		clock.advance(1);
		questions.hear('yes');
		expect(answers).toEqual([{type: 'answer', call, verdict: {type: 'once'}}]);
	});

	it('that is long takes no yes before all of it was read out', () => {
		const {clock, said, answers, questions} = ask('x\n'.repeat(300));
		clock.advance(5000);
		expect(said.at(-1)).toContain('write more to hear them');
		questions.hear('yes');
		expect(answers).toEqual([]);
		expect(questions.hear('more')).toBe(true);
		expect(said.at(-1)).toContain('Answer yes');
		clock.advance(5000);
		questions.hear('yes');
		expect(answers).toHaveLength(1);
	});

	it('and is answered by another screen takes a late yes for itself: the agent is not told it', () => {
		const {clock, store, said, answers, questions} = ask('ls');
		clock.advance(5000);
		store.append({
			type: 'authorization.answered',
			ask: 'a' as AskId,
			call,
			verdict: {type: 'deny'},
			screen: {id: 'other', from: 'here'},
		} as never);
		expect(questions.hear('yes')).toBe(true);
		expect(said.at(-1)).toContain('That question is over');
		expect(questions.hear('no thanks')).toBe(false);
		expect(answers).toEqual([]);
	});

	it('and is answered here leaves the next line to the agent, whatever it begins with', () => {
		const {clock, store, questions} = ask('ls');
		clock.advance(5000);
		questions.hear('yes');
		const verdict = {type: 'once'} as const;
		store.append({type: 'authorization.answered', ask: 'a' as AskId, call, verdict} as never);
		expect(questions.hear('yes')).toBe(false);
	});

	it('is said again after a stop, and counts from then', () => {
		const {clock, said, answers, questions} = ask('ls');
		clock.advance(5000);
		const before = said.length;
		questions.repeat();
		expect(said.length).toBe(2 * before);
		questions.hear('yes');
		expect(answers).toEqual([]);
	});
});

describe("a question about a folder's instructions", () => {
	const question: TrustQuestion = {
		id: 'q' as QuestionId,
		type: 'trust',
		host: localHost,
		folder: '/w',
		notes: [],
		files: [
			{
				...{name: 'AGENTS.md', by: 'project', size: 9, bytes: 9, digest: 'd', is: 'new'},
				text: `Use tabs.\n\u001B[2J${'x\n'.repeat(300)}`,
			} as TrustQuestion['files'][number],
		],
	};

	it('is read out with all of their text, and takes yes, no and never', () => {
		for (const [word, answer] of [
			['yes', 'trust'],
			['no', 'later'],
			['never', 'never'],
		]) {
			const {store, clock, said, answers, questions} = open();
			store.append({type: 'trust.asked', question});
			clock.advance(5000);
			expect(said[0]).toBe('Question: Trust the instructions of this folder?');
			expect(said).toContain('| Use tabs.');
			expect(said).toContain('| ␛[2Jx');
			if (word === 'yes') {
				questions.hear('yes');
				expect(answers).toEqual([]);
				questions.hear('more');
				clock.advance(5000);
			}
			expect(questions.hear(word!)).toBe(true);
			expect(answers).toEqual([{type: 'answer-trust', question: 'q', answer}]);
			expect(questions.hear('hello')).toBe(false);
		}
	});

	it('gives way to a call, and is not read out again afterwards', () => {
		const {store, clock, said, answers, questions, propose} = open();
		store.append({type: 'trust.asked', question});
		clock.advance(5000);
		propose('ls');
		clock.advance(5000);
		questions.hear('yes');
		expect(answers).toEqual([{type: 'answer', call, verdict: {type: 'once'}}]);
		const before = said.length;
		store.append({
			...{type: 'authorization.answered', ask: 'a' as AskId, call},
			...{verdict: {type: 'once'}, by: 'key'},
		});
		clock.advance(5000);
		expect(said.slice(before)[0]).toMatch(/^Still to answer. Question: Trust the instructions/);
		expect(said.slice(before)).not.toContain('| Use tabs.');
	});
});
