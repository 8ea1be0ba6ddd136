import {localHost} from '../../events/ids.ts';
import {hostWords} from '../../state/hops.ts';
import {leftOutFiles, toldWords} from '../../state/project.ts';
import {modelAsked} from '../../state/select.ts';
import type {State} from '../../state/state.ts';
import {shortFolder} from '../../text/short-folder.ts';

/** The facts about the session on the start card; empty texts for what is not known yet. */
export type StartFacts = {
	readonly version: string;
	/** The folder; on another machine, the machine's name instead. */
	readonly folder: string;
	readonly model: string;
	/** The machine on which commands run, and that a card and no sandbox protects it. */
	readonly place: string;
	/** Which instruction files the model gets, and which it does not get. */
	readonly instructions: string;
};

export function startFacts(
	{session, hops, project}: Pick<State, 'session' | 'hops' | 'project'>,
	branch: string | null,
): StartFacts {
	const {version, cwd, home} = session;
	const folder = shortFolder(cwd, home);
	const here = branch === null ? folder : `${folder} (${branch})`;
	const isHere = hops.current === localHost;
	const there = `on ${hostWords({hops}, hops.current)}`;
	return {
		version,
		folder: version === '' ? '' : isHere ? here : there,
		model: modelWords({session}),
		place: version === '' ? '' : `${isHere ? 'on this machine' : there}, ${protection}`,
		instructions: instructionWords(project),
	};
}

const protection = 'no sandbox: a card asks first';

function modelWords({session}: Pick<State, 'session'>): string {
	const {provider, model} = session;
	return provider === 'practice' && model !== ''
		? 'practice, built in: rules, no AI. /provider: how to use a real one'
		: model === ''
			? ''
			: modelAsked({session});
}

function instructionWords({facts}: State['project']): string {
	if (facts === null) {
		return '';
	}
	const left = leftOutFiles(facts);
	const later = left === '' ? '' : `once you trust this folder: ${left}`;
	return [toldWords(facts), later].filter(words => words !== '').join('; ');
}
