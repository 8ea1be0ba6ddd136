import type {StatusItem} from './status.ts';

/** Stays for as long as everything that is said to the model is recorded. */
export const debugItem: StatusItem = {
	parts: ({ui}, paint) =>
		ui.isRecording ? [{text: paint.style('status.warn', 'debug on'), stays: 'longer'}] : [],
	madeOf: (_, ui) => [ui.isRecording],
};
