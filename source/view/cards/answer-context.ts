import type {HopQuestion} from '../../events/hop.ts';
import {clusters} from '../../text/width.ts';
import {withoutLast} from '../../text/without-last.ts';
import type {FocusContext} from '../actions/action.ts';
import {isInChat} from '../input/in-pane.ts';
import type {InputTools} from '../input/input-tools.ts';
import {mayAnswer} from '../input/may-answer.ts';
import {questionOf} from './waiting-cards.ts';

/**
 * The context in which the user answers a host's question: a password, a passphrase, a code. The
 * text goes only to the host or key that asked. No state and no event contains a hidden answer; the
 * UI state knows only its length.
 */
export const answerContext: FocusContext = {
	name: 'answer',
	keys: 'secret',
	takesEverything: true,
	holds: tools =>
		isInChat(tools.ui()) && tools.ui().card.focused && askedOf(tools)?.type === 'secret',
	type(tools, key) {
		if (key.text !== '' && !key.ctrl && !key.alt) {
			write(tools, text => text + key.text);
		}
	},
	paste: (tools, pasted) => write(tools, text => text + pasted.replace(/\n+$/, '')),
};

function askedOf({store, ui}: Pick<InputTools, 'store' | 'ui'>): HopQuestion | null {
	return questionOf(store.state(), ui().card.call);
}

function write(tools: InputTools, change: (text: string) => string): void {
	const asked = askedOf(tools);
	if (!asked) {
		return;
	}
	const text = change(tools.answer.read(asked.id));
	tools.answer.write(asked.id, text);
	const isSeen = asked.type === 'secret' && asked.isEchoed;
	tools.change({hiddenLength: clusters(text).length, answer: isSeen ? text : ''});
}

export function shortenAnswer(tools: InputTools): void {
	write(tools, withoutLast);
}

export function clearAnswer(tools: InputTools): void {
	write(tools, () => '');
}

export function sendAnswer(tools: InputTools): void {
	const asked = askedOf(tools);
	if (asked && mayAnswer(tools)) {
		const text = tools.answer.read(asked.id);
		clearAnswer(tools);
		tools.perform({type: 'answer-hop', question: asked.id, answer: {type: 'secret', text}});
	}
}

export function refuseToAnswer(tools: InputTools): void {
	const asked = askedOf(tools);
	if (asked) {
		clearAnswer(tools);
		tools.perform({type: 'answer-hop', question: asked.id, answer: {type: 'no'}});
	}
}
