import type {ProxyState} from '../../events/event.ts';
import type {Meter} from '../../events/meter.ts';
import {neutralise} from '../../text/neutralise.ts';
import {shorten} from '../../text/width.ts';
import type {Paint, Token} from '../theme.ts';
import {milliseconds, span} from '../words.ts';
import {sparkline} from './sparkline.ts';

const labelWidth = 10;
const valueWidth = 14;

/** One layer a row: its heart, its name, its last value, its last minute. */
export function monitorRows(
	{proxy: proxyState, isAtWork, meter}: {proxy: ProxyState; isAtWork: boolean; meter: Meter},
	{width, paint}: {width: number; paint: Paint},
): readonly string[] {
	const row = (layer: Layer) => layerRow(layer, {width, paint});
	const {proxy, provider} = meter;
	const failure = proxyState.status === 'down' ? proxyState.failure.message : null;
	return [
		row({name: 'engine', heart: 'ok', value: isAtWork ? 'at work' : 'idle', samples: []}),
		row({name: 'proxy', ...proxyOf(proxyState, meter), samples: proxy.latencyMs}),
		row({
			name: 'provider',
			heart: provider.requests === 0 ? 'idle' : provider.lastFailure ? 'warn' : 'ok',
			value: provider.requests === 0 ? 'not asked yet' : `${provider.requests} requests`,
			samples: [],
		}),
		row({
			name: 'first byte',
			heart: 'none',
			value: milliseconds(provider.firstByteMs.at(-1)),
			samples: provider.firstByteMs,
		}),
		row({
			name: 'speed',
			heart: 'none',
			value: rate(provider.tokensPerSecond.at(-1)),
			samples: provider.tokensPerSecond,
		}),
		'',
		paint.style('text.dim', counters(meter)),
		...(failure ? [paint.style('status.error', shorten(neutralise(failure), width))] : []),
		...(provider.lastFailure
			? [
					paint.style(
						'status.warn',
						shorten(`last failure: ${neutralise(provider.lastFailure)}`, width),
					),
				]
			: []),
	];
}

type Layer = {
	readonly name: string;
	readonly heart: 'ok' | 'warn' | 'error' | 'idle' | 'none';
	readonly value: string;
	readonly samples: readonly number[];
};

function layerRow(
	{name, heart, value, samples}: Layer,
	{width, paint}: {width: number; paint: Paint},
): string {
	const sign = heart === 'none' ? ' ' : paint.glyphs.running;
	const label = `${paint.style(hearts[heart], sign)} ${name.padEnd(labelWidth)} ${value.padEnd(valueWidth)}`;
	const room = width - labelWidth - valueWidth - 4;
	return room < 4 || samples.length === 0
		? label
		: `${label} ${sparkline(samples, {width: Math.min(60, room), paint})}`;
}

const hearts: Readonly<Record<Layer['heart'], Token>> = {
	ok: 'status.ok',
	warn: 'status.warn',
	error: 'status.error',
	idle: 'text.dim',
	none: 'text.dim',
};

function proxyOf(proxy: ProxyState, meter: Meter): Pick<Layer, 'heart' | 'value'> {
	switch (proxy.status) {
		case 'ready':
			return meter.proxy.healthy === false
				? {heart: 'error', value: 'no answer'}
				: {heart: 'ok', value: milliseconds(meter.proxy.latencyMs.at(-1))};
		case 'starting':
			return {heart: 'warn', value: 'starting'};
		case 'down':
			return {heart: 'error', value: 'down'};
		case 'off':
			return {heart: 'idle', value: 'off'};
	}
}

function counters({proxy, provider}: Meter): string {
	return [
		proxy.memoryMb === null ? '' : `${Math.round(proxy.memoryMb)} MB`,
		proxy.uptimeMs === null ? '' : `up ${span(proxy.uptimeMs)}`,
		`${proxy.restarts} restarts`,
		`${provider.failures} failures`,
		`${provider.retries} retries`,
	]
		.filter(part => part !== '')
		.join('  ');
}

function rate(value: number | undefined): string {
	return value === undefined ? '' : `${Math.round(value)} tokens/s`;
}
