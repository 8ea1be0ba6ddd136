import type {StatusItem} from './status.ts';

/**
 * Shows that requests and answers of the model are being recorded. It stays as long as they are.
 */
export const debugItem: StatusItem = {
	parts: ({ui}, paint) =>
		ui.isRecording ? [{text: paint.style('status.warn', 'debug on'), stays: 'longer'}] : [],
	madeOf: (_, ui) => [ui.isRecording],
};
