import type {StatusItem} from './status.ts';

/**
 * Shows the cost of the session. Nothing if no price is known, because $0 would mean that it was
 * free.
 */
export const costItem: StatusItem = {
	parts({state: {chat}}, paint) {
		const {usd, unpriced} = chat.cost;
		if (usd === 0) {
			return [];
		}
		const isPart = unpriced > 0 || chat.unreported > 0;
		const words = `${usd < 0.01 ? '<$0.01' : `$${usd.toFixed(2)}`}${isPart ? ' and more' : ''}`;
		return [{text: paint.style('text.dim', words), stays: 'long', isClose: true}];
	},
	madeOf: ({chat}) => [chat.cost, chat.unreported],
};
