import {padStyled, styledWidth} from '../../text/styled.ts';
import {shorten} from '../../text/width.ts';
import type {ViewHandles} from '../handles.ts';
import type {Paint} from '../theme.ts';
import {type Layer, type Layers, layersOf, signOf} from './layers.ts';

/** Collects what the monitor knows about each layer, from the screen to the disk. */
export function layersNow({
	store,
	meter,
	look,
}: Pick<ViewHandles, 'store' | 'meter' | 'look'>): Layers {
	const {proxy, chat, terminals, hops, mcpServers} = store.state();
	const {columns, rows} = look.snapshot();
	return {
		screen: {columns, rows},
		proxy,
		isAtWork: chat.turn !== null,
		meter: meter.snapshot(),
		terminals,
		hops: hops.list,
		mcpServers,
	};
}

/** One dot for each layer, from the screen down to the disk. */
export function layerDots(layers: Layers, {now, paint}: {now: number; paint: Paint}): string {
	return layersOf(layers, now)
		.filter(({heart}) => heart !== 'none')
		.map(({heart}) => signOf(heart, paint))
		.join('');
}

/** The layers with a problem. States that are normal for a short time don't count. */
export function unwellLayers(layers: Layers, now: number): readonly Layer[] {
	return layersOf(layers, now).filter(
		({heart, passes}) => heart === 'error' || (heart === 'warn' && !passes),
	);
}

/**
 * The line of the folded monitor: a dot per layer, then the problem if there is one, or the key
 * that opens the monitor.
 */
export function monitorLine(
	layers: Layers,
	{now, width, opens, paint}: {now: number; width: number; opens: string; paint: Paint},
): string {
	const start = ` ${paint.style('title', 'monitor')} ${layerDots(layers, {now, paint})} `;
	const room = Math.max(0, width - styledWidth(start) - 1);
	const unwell = unwellLayers(layers, now);
	const words = unwell.map(({name, value}) => `${name} ${value}`).join(', ');
	const end =
		words === ''
			? paint.style('text.dim', shorten(`${opens} opens`, room))
			: paint.style('status.error', shorten(words, room));
	return padStyled(start + end, width);
}
