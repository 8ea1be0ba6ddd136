import type {StatusItem} from './status.ts';

/**
 * The cost of the session. If no price is known it shows nothing, since $0 would mean that the
 * session was free.
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
