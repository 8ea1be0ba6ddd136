import {count} from '../../text/count.ts';
import {neutralise} from '../../text/neutralise.ts';
import {shorten} from '../../text/width.ts';
import type {StatusItem} from './status.ts';

const nameColumnsMax = 40;

/** The model in use, and how long its context is. */
export const modelItem: StatusItem = {
	parts({state: {session, chat}}, paint) {
		const {provider, model} = session;
		const name = provider === '' ? model && `route ${model}` : nameOf(provider, model);
		const context = chat.contextTokens > 0 ? ` ${count(chat.contextTokens)} tokens` : '';
		const shown = shorten(neutralise(name), nameColumnsMax, paint.glyphs.more);
		return [{text: paint.style('text.dim', shown + context), stays: 'with room', isClose: true}];
	},
	madeOf: ({session, chat}) => [session, chat.contextTokens],
};

function nameOf(provider: string, model: string): string {
	return provider === model || model === '' ? provider : `${provider}/${model}`;
}
