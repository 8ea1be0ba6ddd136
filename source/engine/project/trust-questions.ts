import type {Event} from '../../events/event.ts';
import {localHost, type QuestionId} from '../../events/ids.ts';
import type {TrustAnswer, TrustQuestion} from '../../events/project.ts';
import type {Ids} from '../../platform/ids.ts';
import type {Store} from '../../state/store.ts';
import {contentOf, type FoundProject, type Standings} from './standings.ts';

/** Asks a person about a folder's instructions, one question at a time. */
export type TrustQuestions = {
	/**
	 * Asks about instructions that have no answer yet. If another question about instructions still
	 * waits, it is withdrawn.
	 */
	readonly ask: (found: FoundProject) => void;
	/** Returns false if that question is no longer open: only the first answer counts. */
	readonly answer: (question: QuestionId, answer: TrustAnswer) => boolean;
};

type QuestionPorts = {
	readonly store: Store;
	readonly append: (event: Event) => void;
	readonly ids: Ids;
	readonly isAnybodyThere: boolean;
};

export function createTrustQuestions(ports: QuestionPorts, standings: Standings): TrustQuestions {
	const {store, append} = ports;
	let asked: {readonly id: QuestionId; readonly about: FoundProject} | null = null;
	const open = () => store.state().project.question;
	const end = (question: TrustQuestion, answer: TrustAnswer | 'gone') => {
		asked = null;
		const {id, host, folder, files} = question;
		const digests = files.map(({name, digest}) => ({name, digest}));
		append({type: 'trust.answered', question: id, host, folder, answer, files: digests});
	};
	return {
		ask(found) {
			const waiting = open();
			const isWanted = standings.of(found) === 'unknown' && ports.isAnybodyThere;
			if (waiting && asked && isWanted && contentOf(asked.about) === contentOf(found)) {
				return;
			}
			if (waiting) {
				end(waiting, 'gone');
			}
			if (isWanted) {
				const question = questionAbout(found, {ids: ports.ids, standings});
				asked = {id: question.id, about: found};
				append({type: 'trust.asked', question});
			}
		},
		answer(id, answer) {
			const waiting = open();
			if (waiting?.id !== id || asked?.id !== id) {
				return false;
			}
			// The answer is about the files as the question showed them, even if they have changed since.
			standings.answered(asked.about, {answer, files: waiting.files});
			end(waiting, answer);
			return true;
		},
	};
}

function questionAbout(
	found: FoundProject,
	{ids, standings}: {ids: Ids; standings: Standings},
): TrustQuestion {
	const {files, folder, notes} = found.brought;
	return {
		id: ids<QuestionId>('question'),
		type: 'trust',
		host: found.place?.host ?? localHost,
		folder,
		notes,
		files: files.map(file => ({...file, is: standings.compare(found, file)})),
	};
}
