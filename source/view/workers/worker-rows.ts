import type {WorkersView} from '../../events/worker.ts';
import {padStyled} from '../../text/styled.ts';
import {shorten} from '../../text/width.ts';
import type {Paint, ThemeToken} from '../theme.ts';
import {noWorkersWords, type WorkerWords, workerWords} from './worker-words.ts';

type Look = {readonly width: number; readonly height: number; readonly paint: Paint};

/** Draws up to three rows for each worker. If some don't fit, a row says how many. */
export function workerRows(view: WorkersView, look: Look): readonly string[] {
	const {width, height, paint} = look;
	const dim = (text: string) => paint.style('text.dim', shorten(text, width, paint.glyphs.more));
	if (!view.isConfigured) {
		return [dim(noWorkersWords)];
	}
	if (view.list === null) {
		return [dim('looking at them')];
	}
	const blocks = view.list.map(worker => blockOf(workerWords(worker), look));
	const shown: string[] = [];
	for (const [at, block] of blocks.entries()) {
		const isLast = at === blocks.length - 1;
		if (shown.length + block.length + (isLast ? 0 : 1) > height) {
			const left = blocks.length - at;
			return [...shown, dim(`${left} more ${left === 1 ? 'worker' : 'workers'}`)];
		}
		shown.push(...block);
	}
	return shown;
}

const nameWidth = 14;
const stateWidth = 8;

function blockOf(
	{name, state, process, about, health}: WorkerWords,
	{width, paint}: Look,
): readonly string[] {
	const {glyphs} = paint;
	const sign = state === 'stale' || state === 'unknown' ? glyphs.failed : glyphs.running;
	const cut = (text: string, columns: number) => shorten(text, Math.max(0, columns), glyphs.more);
	const head = [
		paint.style(tokens[state], sign),
		padStyled(paint.style('text.strong', cut(name, nameWidth)), nameWidth),
		padStyled(paint.style(tokens[state], state), stateWidth),
	].join(' ');
	const room = width - nameWidth - stateWidth - 4;
	const below = (text: string, token: ThemeToken) =>
		`  ${paint.style(token, cut(text, width - 2))}`;
	return [
		`${head} ${cut(process, room)}`,
		below(about, 'text.dim'),
		...(health ? [below(health.text, health.isProblem ? 'status.error' : 'text.dim')] : []),
	];
}

const tokens: Readonly<Record<WorkerWords['state'], ThemeToken>> = {
	running: 'status.ok',
	stopped: 'text.dim',
	stale: 'status.warn',
	unknown: 'status.error',
};
