import {createEmitter, type Live} from '../events/live.ts';
import type {State} from '../state/state.ts';
import type {Look} from './handles.ts';
import {type ColorLevel, createPaint, type Theme} from './theme.ts';

export type LookSource = Live<Look> & {
	readonly resize: (size: {columns: number; rows: number}) => void;
	/** What `default` stands for, once the terminal has told its background. */
	readonly setDefault: (theme: Theme) => void;
	readonly close: () => void;
};

/** Size and colours. The theme's name is in the state; its colours are found here. */
export function createLook({
	columns,
	rows,
	colors,
	themes,
	standard,
	store,
}: {
	columns: number;
	rows: number;
	colors: ColorLevel;
	themes: readonly Theme[];
	standard: Theme;
	store: {readonly state: () => State; readonly subscribe: (listener: () => void) => () => void};
}): LookSource {
	const emitter = createEmitter();
	let fallback = standard;
	const find = () => themes.find(theme => theme.name === store.state().screen.theme) ?? fallback;
	let look: Look = {columns, rows, paint: createPaint(find(), colors)};
	const change = (next: Look) => {
		look = next;
		emitter.emit();
	};
	const follow = () => {
		const theme = find();
		if (theme !== look.paint.theme) {
			change({...look, paint: createPaint(theme, colors)});
		}
	};
	const unsubscribe = store.subscribe(follow);
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
