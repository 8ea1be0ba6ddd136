import {count} from '../../text/count.ts';
import type {StatusItem} from './status.ts';

/** From here on it is soon compacted by itself. */
const nearlyFull = 0.7;

/** How full the model's context is; its size where nobody told how much the model takes. Nothing below 1 %. */
export const contextItem: StatusItem = {
	parts({state: {chat}}, paint) {
		const {contextTokens: tokens, windowTokens: window} = chat;
		if (tokens === 0) {
			return [];
		}
		const share = window === 0 ? 0 : tokens / window;
		const percent = Math.round(100 * share);
		if (window > 0 && percent === 0) {
			return [];
		}
		const words = window === 0 ? `${count(tokens)} tokens` : `${percent} % full`;
		const token = share >= nearlyFull ? 'status.warn' : 'text.dim';
		return [{text: paint.style(token, words), stays: 'long', isClose: true}];
	},
	madeOf: ({chat}) => [chat.contextTokens, chat.windowTokens],
};
