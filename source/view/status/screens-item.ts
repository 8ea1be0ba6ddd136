import type {StatusItem} from './status.ts';

/** Shows how many screens show this session, if there are several. */
export const screensItem: StatusItem = {
	parts: ({ui: {screens}}, paint) =>
		screens > 1 ? [{text: paint.style('status.busy', `${screens} screens`), stays: 'long'}] : [],
	madeOf: (_, {screens}) => [screens],
};
