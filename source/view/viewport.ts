import {createEmitter, type Live} from '../events/live.ts';
import type {Viewport} from './handles.ts';
import {type ColorLevel, createPaint, type Theme} from './theme.ts';
import type {UiState} from './ui-state/ui-state.ts';

export type ViewportSource = Live<Viewport> & {
	readonly resize: (size: {columns: number; rows: number}) => void;
	/** Sets the theme that `default` stands for, once the terminal has reported its background. */
	readonly setDefault: (theme: Theme) => void;
	readonly close: () => void;
};

/** The size and the colours of the screen. The UI state has only the theme's name. */
export function createViewport({
	columns,
	rows,
	colors,
	themes,
	standard,
	ui,
}: {
	columns: number;
	rows: number;
	colors: ColorLevel;
	themes: readonly Theme[];
	standard: Theme;
	ui: Live<UiState>;
}): ViewportSource {
	const emitter = createEmitter();
	let fallback = standard;
	const find = () => themes.find(theme => theme.name === ui.snapshot().theme) ?? fallback;
	let look: Viewport = {columns, rows, paint: createPaint(find(), colors)};
	const change = (next: Viewport) => {
		look = next;
		emitter.emit();
	};
	const follow = () => {
		const theme = find();
		if (theme !== look.paint.theme) {
			change({...look, paint: createPaint(theme, colors)});
		}
	};
	const unsubscribe = ui.subscribe(follow);
	return {
		subscribe: emitter.subscribe,
		snapshot: () => look,
		resize: size => change({...look, ...size}),
		setDefault(theme) {
			fallback = theme;
			follow();
		},
		close: unsubscribe,
	};
}
