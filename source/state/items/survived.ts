import {runningWords} from '../survivors.ts';
import {type MarkItemKind, markKind} from './mark-kind.ts';

/** A program of an earlier run that still runs, because that run was killed. */
export type SurvivedItem = {
	readonly type: 'survived';
	readonly title: string;
	/** The names and process ids of what still runs. */
	readonly what: string;
	readonly at: number;
};

export const survived: MarkItemKind<SurvivedItem> = markKind({
	addedBy: {
		'terminal.survived': ({title, running, at}) => ({
			type: 'survived',
			title,
			what: runningWords(running),
			at,
		}),
	},
	mark: ({title, what}) => ({words: 'still runs after the crash', subject: `${title} (${what})`}),
	markdown: ({title, what}) => ['', `*Still running after a crash: ${title} (${what})*`],
});
