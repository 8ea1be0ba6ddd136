import type {HopQuestion} from '../../events/hop.ts';
import type {QuestionId} from '../../events/ids.ts';
import {clusters} from '../../text/width.ts';
import {questionOf} from '../cards/waiting-cards.ts';
import type {InputTools, KeyHandler} from './key-handler.ts';
import {mayAnswer} from './may-answer.ts';
import {withoutLast} from './secret-handler.ts';

/**
 * Answers a host's question: a password, a passphrase, a code. The text goes only to whoever asked;
 * no state and no event holds it, and the UI knows only its length.
 */
export function createQuestionHandler(tools: InputTools): KeyHandler {
	let typed: {readonly question: QuestionId | null; readonly text: string} = nothing;
	const question = () => questionOf(tools.store.state(), tools.ui().card.call);
	const textFor = ({id}: HopQuestion) => (typed.question === id ? typed.text : '');
	const write = (asked: HopQuestion, text: string) => {
		typed = text === '' ? nothing : {question: asked.id, text};
		const isSeen = asked.type === 'secret' && asked.isEchoed;
		tools.change({hiddenLength: clusters(text).length, answer: isSeen ? text : ''});
	};
	const answer = (asked: HopQuestion, text: string | null) => {
		write(asked, '');
		tools.perform({
			type: 'answer-hop',
			question: asked.id,
			answer: text === null ? {type: 'no'} : {type: 'secret', text},
		});
	};
	return {
		takesEverything: true,
		contexts: () => ['secret'],
		act(action) {
			const asked = question();
			switch (asked === null ? null : action) {
				case 'choose':
					if (mayAnswer(tools)) {
						answer(asked!, textFor(asked!));
					}
					return true;
				case 'cancel':
					answer(asked!, null);
					return true;
				case 'delete-left':
					write(asked!, withoutLast(textFor(asked!)));
					return true;
				case 'delete-to-start':
					write(asked!, '');
					return true;
				default:
					return false;
			}
		},
		type(key) {
			const asked = question();
			if (asked && key.text !== '' && !key.ctrl && !key.alt) {
				write(asked, textFor(asked) + key.text);
			}
		},
		paste(text) {
			const asked = question();
			if (asked) {
				write(asked, textFor(asked) + text.replace(/\n+$/, ''));
			}
		},
	};
}

const nothing = {question: null, text: ''};
