import type {StatusItem} from './status.ts';

/** How many screens show this session, if this one is not alone. */
export const screensItem: StatusItem = {
	parts: ({ui: {screens}}, paint) =>
		screens > 1 ? [{text: paint.style('status.busy', `${screens} screens`), stays: 'long'}] : [],
	madeOf: (_, {screens}) => [screens],
};
