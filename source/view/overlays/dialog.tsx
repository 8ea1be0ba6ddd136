import {Box} from 'ink';
import type {ReactNode} from 'react';
import {neutralise} from '../../text/neutralise.ts';
import {useHandles, useLive} from '../hooks.ts';
import {Frame, type FrameProps} from '../ink/frame.tsx';
import {Surface} from '../ink/surface.tsx';
import {listEntries} from '../input/list-entries.ts';
import type {Paint} from '../theme.ts';
import type {Overlay} from '../ui-state/overlay.ts';
import type {UiState} from '../ui-state/ui-state.ts';
import {ListView} from './list-view.tsx';
import {isList, overlaySize} from './overlay-size.ts';
import {pageOf, topOf} from './page.ts';
import {PageView} from './page-view.tsx';

type DialogProps = {readonly overlay: Overlay};

/** Draws an overlay: a list, a help page, a text or a diff. */
export function Dialog({overlay}: DialogProps) {
	return isList(overlay) ? <ListDialog overlay={overlay} /> : <PageDialog overlay={overlay} />;
}

function ListDialog({overlay}: DialogProps) {
	const {ui: uiState, look: viewport, keymap, commands} = useHandles();
	const {list, recent} = useLive(uiState);
	const look = useLive(viewport);
	const all = listEntries(overlay, {query: '', recent, keymap, commands});
	const entries = listEntries(overlay, {query: list.query, recent, keymap, commands});
	const {top, width, height} = overlaySize(overlay, {...look, entries: all.length});
	return (
		<OverPanes
			top={top}
			title={overlay.type === 'picker' ? overlay.title : 'Commands'}
			foot={`${entries.length} of ${all.length}  Enter chooses  Esc closes`}
			width={width}
			height={height}
		>
			<ListView
				entries={entries}
				selected={Math.min(list.selected, entries.length - 1)}
				query={list.query}
				width={width - 2}
				height={height - 2}
			/>
		</OverPanes>
	);
}

function PageDialog({overlay}: DialogProps) {
	const {ui: uiState, look: viewport, keymap, commands} = useHandles();
	const ui = useLive(uiState);
	const look = useLive(viewport);
	const page = pageOf(overlay, {ui, look, focus: ui.focus, keymap, commands});
	const top = topOf(page, ui.pagerTop);
	const end = top + page.height;
	const share = page.lines.length > page.height ? `${end} of ${page.lines.length}  ` : '';
	return (
		<OverPanes
			top={page.top}
			title={'title' in overlay ? overlay.title : 'Help'}
			foot={`${share}${overlay.type === 'help' ? findingWords(ui, look.paint) : 'Esc closes'}`}
			width={page.width}
			height={page.height + 2}
		>
			<PageView lines={page.lines.slice(top, end)} />
		</OverPanes>
	);
}

function findingWords({finding, list}: UiState, {glyphs}: Paint): string {
	if (finding) {
		return `/${neutralise(list.query)}${glyphs.bars.at(-1)}  Enter keeps  Esc shows all`;
	}
	return list.query === '' ? '/ searches  Esc closes' : `/${neutralise(list.query)}  Esc shows all`;
}

/** Places a frame over the panes: in the middle of the screen, from the row `top` on. */
function OverPanes({
	top,
	children,
	...frame
}: Pick<FrameProps, 'title' | 'foot' | 'width' | 'height'> & {
	readonly top: number;
	readonly children: ReactNode;
}) {
	const {columns, rows} = useLive(useHandles().look);
	return (
		<Box
			position="absolute"
			flexDirection="column"
			alignItems="center"
			width={columns}
			height={rows - 1}
		>
			<Surface name="dialog" marginTop={top}>
				<Frame {...frame} focused covers>
					{children}
				</Frame>
			</Surface>
		</Box>
	);
}
