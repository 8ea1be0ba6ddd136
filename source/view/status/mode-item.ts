import type {StatusItem} from './status.ts';

/** Says that the session allows less than its rules and grants do. */
export const modeItem: StatusItem = {
	parts({state}, paint) {
		const {mode} = state.session;
		return mode === 'rules'
			? []
			: [{text: paint.style('status.warn', words[mode]), stays: 'longer'}];
	},
	madeOf: ({session}) => [session.mode],
};

const words = {ask: 'asks each time', read: 'read only'} as const;
