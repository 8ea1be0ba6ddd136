import type {HopAnswer, HostKeyQuestion, SecretQuestion} from '../../events/hop.ts';
import type {QuestionId} from '../../events/ids.ts';
import type {RemoteHostsSetup} from './setup.ts';

/**
 * Questions that only the user can answer while a host is being connected. The first answer counts,
 * and an unanswered question ends after a time limit.
 */
export type ConnectionQuestions = {
	readonly askHostKey: (question: HostKeyQuestion, signal: AbortSignal) => Promise<boolean>;
	/**
	 * Resolves to null if the user gives no answer. The answer is in no event, so no journal holds
	 * it.
	 */
	readonly askSecret: (question: SecretQuestion, signal: AbortSignal) => Promise<string | null>;
	readonly answer: (question: QuestionId, answer: HopAnswer) => void;
	readonly close: () => void;
};

type Answered = HopAnswer | {readonly type: 'gone'};
type Question =
	| ({readonly type: 'host-key'} & HostKeyQuestion)
	| ({readonly type: 'secret'} & SecretQuestion);

export function createConnectionQuestions({
	ports,
	append,
}: Pick<RemoteHostsSetup, 'ports' | 'append'>): ConnectionQuestions {
	const waiting = new Map<QuestionId, (answer: Answered) => void>();
	const ask = (question: Question, signal: AbortSignal): Promise<Answered> => {
		if (ports.headless !== null || signal.aborted) {
			return Promise.resolve({type: 'gone'});
		}
		const id = ports.ids<QuestionId>('question');
		return new Promise(resolve => {
			const end = () => settle({type: 'gone'});
			const settle = (answer: Answered) => {
				timer.cancel();
				signal.removeEventListener('abort', end);
				waiting.delete(id);
				append({
					type: 'hop.answered',
					question: id,
					answer: answer.type === 'secret' ? 'given' : answer.type,
				});
				resolve(answer);
			};
			const timer = ports.clock.after(ports.settings.permissions.askTimeoutMs, end);
			signal.addEventListener('abort', end, {once: true});
			waiting.set(id, settle);
			append({type: 'hop.asked', question: {id, ...question}});
		});
	};
	return {
		async askHostKey(question, signal) {
			return (await ask({type: 'host-key', ...question}, signal)).type === 'yes';
		},
		async askSecret(question, signal) {
			const answer = await ask({type: 'secret', ...question}, signal);
			return answer.type === 'secret' ? answer.text : null;
		},
		answer: (question, answer) => waiting.get(question)?.(answer),
		close() {
			for (const settle of [...waiting.values()]) {
				settle({type: 'gone'});
			}
		},
	};
}
