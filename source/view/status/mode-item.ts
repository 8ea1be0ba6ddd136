import type {StatusItem} from './status.ts';

/** Shows that the session is in a mode that allows less than its rules and grants would. */
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
