import {localHost} from '../events/ids.ts';
import type {PaneFrame} from '../events/live.ts';
import {hostWords} from '../state/hops.ts';
import {leftOutFiles, toldWords} from '../state/project.ts';
import {modelAsked} from '../state/select.ts';
import type {State} from '../state/state.ts';
import {neutralise} from '../text/neutralise.ts';
import {shorten} from '../text/width.ts';
import {frameRows} from './frame-rows.ts';
import type {Browser} from './input/transcript-browser.ts';
import type {PaneRects} from './layout.ts';
import {type StartFacts, startRows, startSize} from './start-card.ts';
import type {Paint} from './theme.ts';
import type {UiState} from './ui-state/ui-state.ts';

/** The conversation in its border; the title says which, the foot what lies below the view. */
export function transcriptPicture(
	{state, ui, browser}: {state: State; ui: UiState; browser: Browser},
	{frame, paint}: {frame: PaneRects; paint: Paint},
): PaneFrame {
	const {outer, inner} = frame;
	const width = inner.width - 2;
	browser.update(state, {width, height: inner.height});
	const rows = browser.rows(paint);
	const position = browser.position();
	const isBrowsing = ui.focus === 'chat' && ui.mode !== 'compose';
	const isEmpty = rows.length === 0;
	const picture = frameRows(
		{
			title: titleOf(state, outer.width - 8),
			foot: position ? `${position.rowsBelow} more below` : '',
			width: outer.width,
			height: outer.height,
			focused: isBrowsing,
			rows: (isEmpty ? startRows(startFacts(state, ui), startSize(frame), paint) : rows).map(
				row => ` ${row}`,
			),
		},
		paint,
	);
	return {rows: picture, cursor: null};
}

function startFacts(state: State, {branch}: UiState): StartFacts {
	const {session, hops} = state;
	const {provider, model, version, cwd} = session;
	const isHere = hops.current === localHost;
	return {
		version,
		...(version !== '' && {
			place: isHere
				? {folder: cwd, branch}
				: {folder: `on ${hostWords(state, hops.current)}`, branch: null},
		}),
		...(model !== '' && {
			model:
				provider === 'practice'
					? 'practice, built in: rules, no AI. /provider: how to use a real one'
					: modelAsked(state),
		}),
		instructions: instructionWords(state),
	};
}

/** Which files instruct the model, and which were left out. */
function instructionWords({project: {facts}}: State): string {
	if (facts === null) {
		return '';
	}
	const left = leftOutFiles(facts);
	const later = left === '' ? '' : `once you trust this folder: ${left}`;
	return [toldWords(facts), later].filter(words => words !== '').join('; ');
}

function titleOf({session}: State, width: number): string {
	return session.title === ''
		? 'chat'
		: shorten(`chat: ${neutralise(session.title.replaceAll('\n', ' '))}`, width);
}
