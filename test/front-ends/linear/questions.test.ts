import {describe, expect, it} from 'vitest';
import {
	type AskId,
	type CallId,
	localHost,
	type ReplyId,
	type TurnId,
} from '../../../source/events/ids.ts';
import {createQuestions} from '../../../source/front-ends/linear/questions.ts';
import {createStore} from '../../../source/state/store.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';

const call = 'c1' as CallId;

/** A question about a command, on a terminal that takes what is said when the test lets it. */
function ask(summary: string, {leaves = true} = {}) {
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
	const settle = () => leave.splice(0).forEach(done => void done());
	return {clock, said, answers, questions, settle};
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
