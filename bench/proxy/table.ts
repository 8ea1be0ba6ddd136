import {least, median} from '../statistics.ts';

/** What one round has measured for one proxy. */
export type Figures = {
	readonly firstByteMs: number;
	readonly chunkMs: number;
	readonly chunkMsP99: number;
	/** The 99th percentile while 128 streams are open at once. */
	readonly crowdMsP99: number;
	/** Streams of 200 chunks that end per second, with 16 at a time. */
	readonly perSecond: number;
	readonly cpuMsPer1000Chunks: number;
	readonly memoryMb: number;
	readonly errors: number;
};

const floorName = 'bare pass-through';
const directName = 'no proxy';

/**
 * Makes the table. A latency is what the proxy adds compared with no proxy; CPU time is a multiple
 * of the pass-through's.
 */
export function tableOf(rounds: ReadonlyMap<string, readonly Figures[]>): string {
	const direct = summaryOf(rounds.get(directName) ?? []);
	const floor = summaryOf(rounds.get(floorName) ?? []);
	const lines = [...rounds].map(([name, figures]) => {
		const own = summaryOf(figures);
		const cells = [
			name,
			added(own.firstByteMs, direct.firstByteMs),
			added(own.chunkMs, direct.chunkMs),
			added(own.chunkMsP99, direct.chunkMsP99),
			added(own.crowdMsP99, direct.crowdMsP99),
			own.perSecond.toFixed(0),
			shown(own.cpuMsPer1000Chunks, 2),
			shown(own.cpuMsPer1000Chunks / floor.cpuMsPer1000Chunks, 2),
			name === directName ? '–' : own.memoryMb.toFixed(0),
			String(own.errors),
		];
		return `| ${cells.join(' | ')} |`;
	});
	return [
		'| proxy | first byte, added ms | chunk p50, added ms | chunk p99, added ms | p99 of 128 streams | streams/s | CPU ms per 1,000 chunks | × bare | memory MB | errors |',
		`|---|${'--:|'.repeat(9)}`,
		...lines,
	].join('\n');
}

function summaryOf(figures: readonly Figures[]): Figures {
	const of = (name: keyof Figures) => figures.map(each => each[name]);
	return {
		firstByteMs: least(of('firstByteMs')),
		chunkMs: least(of('chunkMs')),
		chunkMsP99: least(of('chunkMsP99')),
		crowdMsP99: least(of('crowdMsP99')),
		perSecond: Math.max(...of('perSecond')),
		cpuMsPer1000Chunks: least(of('cpuMsPer1000Chunks')),
		memoryMb: median(of('memoryMb')),
		errors: of('errors').reduce((sum, each) => sum + each, 0),
	};
}

function added(value: number, to: number): string {
	return value === to ? `(${value.toFixed(2)})` : (value - to).toFixed(2);
}

function shown(value: number, digits: number): string {
	return Number.isFinite(value) && value > 0 ? value.toFixed(digits) : '–';
}
