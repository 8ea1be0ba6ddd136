import type {ProxyState} from '../../events/event.ts';
import type {McpServerState} from '../../events/mcp.ts';
import type {Meter} from '../../events/meter.ts';
import {readingWords} from '../../events/reading.ts';
import {addressOf, type HopRecord, hopStateWords} from '../../state/hops.ts';
import {serverWords} from '../../state/mcp-words.ts';
import type {TerminalRecord} from '../../state/state.ts';
import type {Paint, ThemeToken} from '../theme.ts';
import {milliseconds, span} from '../words.ts';

export type Layers = {
	readonly screen: {readonly columns: number; readonly rows: number};
	readonly proxy: ProxyState;
	readonly isAtWork: boolean;
	readonly meter: Meter;
	readonly terminals: readonly TerminalRecord[];
	readonly hops: readonly HopRecord[];
	readonly mcpServers: readonly McpServerState[];
};

/** Chooses the layers that fit into this many rows. The least important ones are left out first. */
export function keptLayers(
	layers: Layers,
	{now, rowsMax}: {readonly now: number; readonly rowsMax: number},
): readonly Layer[] {
	const all = layersOf(layers, now);
	const kept = new Set(
		all
			.map((layer, index) => ({layer, index}))
			.sort((one, other) => one.layer.rank - other.layer.rank || one.index - other.index)
			.slice(0, rowsMax)
			.map(({index}) => index),
	);
	return all.filter((_, index) => kept.has(index));
}

/** The layers from the screen down to the disk. */
export function layersOf(layers: Layers, now: number): readonly Layer[] {
	const {meter, terminals, hops, mcpServers} = layers;
	return [
		screenLayer(layers),
		engineLayer(layers),
		...proxyLayers(layers),
		...providerLayers(meter),
		...hops.slice(-hopsMax).map(hop => hopLayer(hop, now)),
		...mcpServers.map(serverLayer),
		...terminals
			.filter(({ended}) => ended === null)
			.slice(-terminalsMax)
			.map(terminalLayer),
		storeLayer(meter),
		countersLayer(meter),
	];
}

const terminalsMax = 4;
const hopsMax = 4;

export type Layer = {
	readonly name: string;
	readonly heart: 'ok' | 'warn' | 'error' | 'idle' | 'none';
	/** Set if the warning is normal for a short time: during a start, a wait, or a busy moment. */
	readonly passes?: true;
	readonly value: string;
	/** A text that is shown in place of samples. */
	readonly words?: string;
	readonly samples?: readonly number[];
	/** The value at which a bar is full; by default the highest sample. */
	readonly top?: number;
	/** How soon the row is left out if space is missing: the higher the rank, the sooner. */
	readonly rank: number;
};

function screenLayer({screen: {columns, rows}}: Layers): Layer {
	return {name: 'screen', heart: 'ok', value: `${columns}x${rows}`, rank: 5};
}

function engineLayer({isAtWork, meter}: Layers): Layer {
	const busy = meter.engine.busy.at(-1);
	return {
		name: 'engine',
		heart: busy !== undefined && busy > busyMax ? 'warn' : 'ok',
		value: `${isAtWork ? 'at work' : 'idle'}${busy === undefined ? '' : ` ${Math.round(busy * 100)} %`}`,
		samples: meter.engine.busy,
		passes: true,
		top: 1,
		rank: 2,
	};
}

/** The share of busy time above which the program feels slow. */
const busyMax = 0.8;

function proxyLayers({proxy, meter}: Layers): readonly Layer[] {
	const samples = meter.proxy.latencyMs;
	const row = {name: 'proxy', ...proxyOf(proxy, meter), samples, rank: 0};
	return proxy.status === 'down'
		? [row, {name: '', heart: 'none', value: '', words: proxy.failure.message, rank: 1}]
		: [row];
}

function proxyOf(proxy: ProxyState, meter: Meter): Pick<Layer, 'heart' | 'value' | 'passes'> {
	switch (proxy.status) {
		case 'ready':
			return meter.proxy.healthy === false
				? {heart: 'error', value: 'no answer'}
				: {heart: 'ok', value: milliseconds(meter.proxy.latencyMs.at(-1))};
		case 'starting':
			return {heart: 'warn', value: 'starting', passes: true};
		case 'down':
			return {heart: 'error', value: 'down'};
		case 'off':
			return {heart: 'idle', value: 'off'};
	}
}

function providerLayers({provider}: Meter): readonly Layer[] {
	const {requests, lastFailure, firstByteMs, tokensPerSecond, gapMs, reading} = provider;
	const words = lastFailure ?? (reading.at(-1) && readingWords(reading.at(-1)!));
	const plain = {heart: 'none', rank: 3} as const;
	return [
		{
			name: 'provider',
			heart: requests === 0 ? 'idle' : lastFailure === null ? 'ok' : 'warn',
			value: requests === 0 ? 'not asked yet' : counted(requests, 'request'),
			...(words !== undefined && {words}),
			rank: 0,
		},
		...(requests === 0
			? []
			: [
					{...plain, name: 'first byte', value: last(firstByteMs), samples: firstByteMs},
					{...plain, name: 'speed', value: rate(tokensPerSecond.at(-1)), samples: tokensPerSecond},
					{...plain, name: 'gap', value: last(gapMs), samples: gapMs, rank: 4},
				]),
	];
}

function last(samples: readonly number[]): string {
	const value = samples.at(-1);
	return value === undefined ? '' : value < 10_000 ? milliseconds(value) : span(value);
}

function rate(value: number | undefined): string {
	return value === undefined ? '' : `${Math.round(value)} tokens/s`;
}

/** The row of a connection: its state with time and reason, or the host's address. */
function hopLayer(hop: HopRecord, now: number): Layer {
	const {host, state, facts} = hop;
	const address = facts ? addressOf(facts) : '';
	const reason = 'reason' in state ? `: ${state.reason.message}` : '';
	return {
		name: host,
		heart: hopHearts[state.status],
		...(state.status === 'connecting' && {passes: true}),
		value: state.status === 'closed' ? 'not connected' : state.status,
		words: state.status === 'ready' ? address : `${hopStateWords(hop, now)}${reason}`,
		rank: 1,
	};
}

/** A row for an MCP server. One that is off, or not needed yet, is no problem. */
function serverLayer(server: McpServerState): Layer {
	const {name, state} = server;
	return {
		name,
		heart: serverHearts[state],
		...(state === 'starting' && {passes: true}),
		value: 'MCP server',
		words: serverWords(server),
		rank: state === 'ready' || state === 'off' ? 4 : 2,
	};
}

const serverHearts = {
	off: 'idle',
	starting: 'warn',
	ready: 'ok',
	failed: 'error',
	'needs-sign-in': 'warn',
} as const;

const hopHearts = {
	ready: 'ok',
	connecting: 'warn',
	stale: 'warn',
	reconnecting: 'warn',
	failed: 'error',
	closed: 'idle',
} as const;

function terminalLayer({id, title, waiting}: TerminalRecord): Layer {
	return {
		name: `terminal ${id}`,
		heart: waiting === null ? 'ok' : 'warn',
		value: waiting === null ? 'runs' : `waits: ${waiting}`,
		words: title,
		passes: true,
		rank: 3,
	};
}

function storeLayer({store}: Meter): Layer {
	const {freeMb, problem} = store;
	return {
		name: 'store',
		heart: problem !== null ? 'error' : freeMb !== null && freeMb < freeMbMin ? 'warn' : 'ok',
		value: freeMb === null ? '' : `${sizeOf(freeMb)} free`,
		...(problem !== null && {words: problem}),
		rank: problem === null ? 4 : 1,
	};
}

const freeMbMin = 200;

function sizeOf(megabytes: number): string {
	return megabytes < 10_000 ? `${Math.round(megabytes)} MB` : `${Math.round(megabytes / 1024)} GB`;
}

function countersLayer({proxy, provider}: Meter): Layer {
	const words = [
		proxy.memoryMb === null ? '' : `${Math.round(proxy.memoryMb)} MB`,
		(proxy.uptimeMs ?? 0) < 1000 ? '' : `up ${span(proxy.uptimeMs ?? 0)}`,
		proxy.restarts === 0 ? '' : counted(proxy.restarts, 'restart'),
		provider.failures === 0 ? '' : counted(provider.failures, 'failure'),
		provider.retries === 0 ? '' : `${provider.retries} asked again`,
	].filter(part => part !== '');
	return {name: 'counters', heart: 'none', value: '', words: words.join('  '), rank: 6};
}

function counted(count: number, word: string): string {
	return `${count} ${word}${count === 1 ? '' : 's'}`;
}

/** The dot of a layer. For a broken layer it is a cross. */
export function signOf(heart: Layer['heart'], {glyphs, style}: Paint): string {
	return style(hearts[heart], heart === 'error' ? glyphs.failed : glyphs.running);
}

export const hearts: Readonly<Record<Layer['heart'], ThemeToken>> = {
	ok: 'status.ok',
	warn: 'status.warn',
	error: 'status.error',
	idle: 'text.dim',
	none: 'text.dim',
};
