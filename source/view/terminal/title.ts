import type {State, TerminalRecord} from '../../state/state.ts';
import {neutralise, revealInRow} from '../../text/neutralise.ts';
import {styledWidth} from '../../text/styled.ts';
import {shorten} from '../../text/width.ts';
import type {Paint, ThemeToken} from '../theme.ts';
import {span} from '../words.ts';
import {hostWidthMax, nameOf, type TabName, tabNames} from './tab-names.ts';

export type TitleOptions = {
	readonly width: number;
	readonly now: number;
	readonly isFocused: boolean;
	readonly paint: Paint;
};

type TabOptions = TitleOptions & {
	/** The terminal that this screen shows. */
	readonly selected: TerminalRecord | null;
};

/** How long the title shows what the agent typed. */
export const typedShownMs = 2500;

/**
 * Makes the title. The host comes first, then the state, then as much of the command as fits, so
 * that a long command can't hide where it runs. Several terminals are tabs; in a split, each part
 * names only its own.
 */
export function titleOf(
	state: State,
	terminal: TerminalRecord | null,
	{isPart, ...options}: TabOptions & {readonly isPart: boolean},
): string {
	const {paint, width, isFocused} = options;
	const style = isFocused ? 'title.focus' : 'title';
	if (!terminal) {
		return 'terminal';
	}
	if (state.terminals.length > 1 && !isPart) {
		return tabsOf(state, options);
	}
	const number = isPart ? `${state.terminals.indexOf(terminal) + 1} ` : '';
	const host = `${shorten(neutralise(terminal.host), hostWidthMax)}:`;
	const mark = markOf(terminal, paint);
	const room = Math.max(3, width - styledWidth(`${number}${host}${mark}`) - 1);
	const name = shorten(nameOf(terminal), room);
	return `${paint.style(style, `${number}${host}`)}${mark}${paint.style(style, ` ${name}`)}`;
}

/** The note in the border: who types, and how long the program has been running or how it ended. */
export function noteOf(terminal: TerminalRecord, {width, now, paint}: TitleOptions): string {
	const {ended, typed, control, owner, isShared} = terminal;
	if (ended) {
		return `${endOf(terminal, paint)}${paint.style('text.dim', ` ${span(ended.durationMs)}`)}`;
	}
	if (typed && now - typed.at < typedShownMs) {
		const words = `agent types: ${revealInRow(typed.text)}`;
		return paint.style('status.busy', shorten(words, width - titleWidthMin));
	}
	const who = whoTypes[control] ?? (owner === 'model' ? 'agent' : 'yours');
	const shared = owner === 'user' && isShared ? ', shared' : '';
	const ages = paint.style('text.dim', ` ${ageOf(now - terminal.openedAt)}`);
	return `${paint.style('status.busy', `${who}${shared}`)}${ages}`;
}

const whoTypes: Readonly<Record<TerminalRecord['control'], string | null>> = {
	user: 'you type',
	other: 'another screen types',
	model: null,
};

/**
 * When the title changes by itself the next time: a note disappears, or a second or minute passes.
 */
export function nextChangeMs(terminals: readonly TerminalRecord[], now: number): number | null {
	const changes = terminals
		.filter(({ended}) => !ended)
		.flatMap(({openedAt, typed, handsOverAt}) => {
			const age = Math.max(0, now - openedAt);
			const unit = age < minuteMs || handsOverAt !== undefined ? secondMs : minuteMs;
			const fades = typed ? typed.at + typedShownMs - now : 0;
			return [unit - (age % unit), ...(fades > 0 ? [fades] : [])];
		});
	return changes.length === 0 ? null : Math.min(...changes);
}

const secondMs = 1000;
const minuteMs = 60_000;

/** An age, rounded to the step at which the title is drawn again. */
function ageOf(ageMs: number): string {
	const seconds = Math.max(0, Math.floor(ageMs / secondMs));
	const minutes = Math.floor(seconds / 60);
	if (seconds < 60) {
		return `${seconds} s`;
	}
	return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** The tabs in their longest form that fits. The selected tab is always among them. */
function tabsOf(state: State, options: TabOptions): string {
	const {terminals} = state;
	const selected = selectedIndex(state, options);
	for (const nameWidth of nameWidths) {
		const words = tabNames(terminals, nameWidth);
		const tabs = terminals.map((terminal, index) =>
			tabOf(terminal, {...options, index, words, isSelected: index === selected}),
		);
		if (widthOf(tabs) <= options.width) {
			return tabs.join(between);
		}
	}
	return tabsAround(state, selected, options);
}

function selectedIndex({terminals}: State, {selected}: TabOptions): number {
	return selected ? terminals.indexOf(selected) : 0;
}

/**
 * The least width of a title: the border, and enough of host and command to tell terminals apart.
 */
const titleWidthMin = 20;

const nameWidths = [40, 24, 16, 10, 6];
const between = '  ';

/** The selected tab with its neighbours, and how many tabs are hidden on each side. */
function tabsAround(state: State, selected: number, options: TitleOptions): string {
	const {terminals} = state;
	const own = tabNames(terminals, selectedNameWidth(options));
	const neighbours = tabNames(terminals, neighbourNameWidth);
	const tabs = terminals.map((terminal, index) => {
		const isSelected = index === selected;
		return tabOf(terminal, {...options, index, words: isSelected ? own : neighbours, isSelected});
	});
	const shown = (from: number, to: number) => [
		...othersOf(terminals.slice(0, from), options),
		...tabs.slice(from, to),
		...othersOf(terminals.slice(to), options),
	];
	let [from, to] = [selected, selected + 1];
	for (let grew = true; grew; ) {
		grew = false;
		for (const [start, end] of [
			[from, to + 1],
			[from - 1, to],
		] as const) {
			if (start >= 0 && end <= tabs.length && widthOf(shown(start, end)) <= options.width) {
				[from, to] = [start, end];
				grew = true;
			}
		}
	}
	const words = shown(from, to);
	return widthOf(words) <= options.width ? words.join(between) : (tabs[selected] ?? '');
}

/**
 * The width of the selected tab's name. It gets more than others, but leaves room for two of them.
 */
function selectedNameWidth({width}: TitleOptions): number {
	return Math.max(neighbourNameWidth, Math.floor(width / 3));
}

const neighbourNameWidth = 6;

/** How many tabs are hidden, and whether one of their programs waits for input. */
function othersOf(hidden: readonly TerminalRecord[], {paint}: TitleOptions): readonly string[] {
	const waiting =
		hidden.find(one => one.waiting === 'password') ?? hidden.find(one => one.waiting !== null);
	const mark = waiting ? markOf(waiting, paint) : '';
	return hidden.length === 0 ? [] : [paint.style('text.dim', `+${hidden.length}`) + mark];
}

function widthOf(tabs: readonly string[]): number {
	return styledWidth(tabs.join(between));
}

function tabOf(
	terminal: TerminalRecord,
	{
		index,
		words: allWords,
		isSelected,
		isFocused,
		paint,
	}: TitleOptions & {
		index: number;
		words: ReadonlyMap<TerminalRecord, TabName>;
		isSelected: boolean;
	},
): string {
	const {host, name} = allWords.get(terminal) ?? {host: '', name: nameOf(terminal)};
	const token: ThemeToken = isSelected ? (isFocused ? 'title.focus' : 'title') : 'text.dim';
	// Leave the end out for the selected terminal: the border already says how it ended.
	const end = terminal.ended
		? isSelected
			? ''
			: ` ${endOf(terminal, paint)}`
		: markOf(terminal, paint);
	const words = name === '' ? '' : paint.style(token, ` ${name}`);
	return `${paint.style(token, `${index + 1}${host}`)}${end}${words}`;
}

/** The mark for a program that waits for input; empty for others. */
function markOf({ended, waiting}: TerminalRecord, paint: Paint): string {
	if (ended || waiting === null) {
		return '';
	}
	const mark = waiting === 'password' ? paint.glyphs.bullet.repeat(3) : paint.glyphs.waiting;
	return ` ${paint.style('status.warn', mark)}`;
}

export function endOf({ended}: TerminalRecord, paint: Paint): string {
	const code = ended?.exitCode ?? null;
	if (ended?.unseen) {
		return paint.style('text.dim', 'ended, code not known');
	}
	return code === 0
		? paint.style('status.ok', `${paint.glyphs.ok} 0`)
		: paint.style(
				'status.error',
				`${paint.glyphs.failed} ${ended?.signal ?? code ?? (ended?.lost === undefined ? '?' : 'lost')}`,
			);
}
