import {count} from '../../text/count.ts';
import type {StatusItem} from './status.ts';

/** From this share of the window on, the item warns that the context will soon be compacted. */
const nearlyFull = 0.7;

/**
 * Shows how full the model's context is; if the window's size is unknown, the number of tokens.
 * Nothing below 1 %.
 */
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
