import {neutralise} from '../../text/neutralise.ts';
import {shorten} from '../../text/width.ts';
import type {StatusItem} from './status.ts';

const nameColumnsMax = 40;

/** The model in use, and how much it may think. */
export const modelItem: StatusItem = {
	parts({state: {session}}, paint) {
		const {provider, model} = session;
		const name = provider === '' ? model && `route ${model}` : nameOf(provider, model);
		const effort =
			session.effort === 'default' || name === '' || provider === 'practice'
				? ''
				: ` ${session.effort}`;
		const shown = shorten(neutralise(name), nameColumnsMax, paint.glyphs.more) + effort;
		return [{text: paint.style('text.dim', shown), stays: 'with room', isClose: true}];
	},
	madeOf: ({session}) => [session],
};

function nameOf(provider: string, model: string): string {
	return provider === model || model === '' ? provider : `${provider}/${model}`;
}
