import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {createReader} from '../../source/proxy/repair/reader.ts';
import {hostile} from '../../test/proxy/repair/hostile.ts';
import {tools} from '../../test/proxy/repair/tools.ts';
import {least} from '../statistics.ts';

/**
 * The cost of looking for tool calls in a reply without any, and in replies that are made to be
 * slow.
 */
export type ReaderCosts = {
	/** Megabytes per second, by the size of the pieces in which the text arrives. */
	readonly prose: readonly {
		readonly pieceBytes: number;
		readonly ours: number;
		readonly scan: number;
	}[];
	/**
	 * How many times longer a megabyte takes than half of it in the worst case; `worst` names the
	 * case.
	 */
	readonly growth: number;
	readonly worst: string;
};

const turns = 3;
const proseBytes = 2_000_000;
const hostileBytes = 1024 * 1024;
/** Shorter times are ignored as noise. */
const noticedMs = 100;

export function measureReader(): ReaderCosts {
	const prose = ourProse();
	const rates = [64, 1024, 16_384].map(pieceBytes => {
		const pieces = piecesOf(prose, pieceBytes);
		return {
			pieceBytes,
			ours: rate(prose, () => read(pieces)),
			scan: rate(prose, () => scan(pieces)),
		};
	});
	const growths = Object.entries(hostile).map(([title, make]) => ({title, growth: growthOf(make)}));
	const worst = growths.toSorted((a, b) => b.growth - a.growth)[0]!;
	return {prose: rates, growth: worst.growth, worst: worst.title};
}

function rate(text: string, work: () => void): number {
	return text.length / 1000 / least(Array.from({length: turns}, () => cpuMsDuring(work)));
}

function growthOf(make: (length: number) => string): number {
	const times = [hostileBytes / 2, hostileBytes].map(length => {
		const pieces = piecesOf(make(length), 1024);
		return least([0, 1].map(() => cpuMsDuring(() => read(pieces))));
	});
	return times[1]! < noticedMs ? 0 : times[1]! / times[0]!;
}

function read(pieces: readonly string[]): void {
	const reader = createReader({tools, emit: () => {}});
	for (const piece of pieces) {
		reader.push(piece);
	}
	reader.end();
}

function scan(pieces: readonly string[]): number {
	const letters = /[<[{`]/g;
	let found = 0;
	for (const piece of pieces) {
		letters.lastIndex = 0;
		while (letters.exec(piece)) {
			found += 1;
		}
	}
	return found;
}

/** Text of our own pages, repeated. */
function ourProse(): string {
	const root = join(import.meta.dirname, '../..');
	const pages = readdirSync(root)
		.filter(name => name.endsWith('.md'))
		.map(name => readFileSync(join(root, name), 'utf8'))
		.join('\n\n');
	return pages.repeat(Math.ceil(proseBytes / pages.length)).slice(0, proseBytes);
}

function piecesOf(text: string, size: number): readonly string[] {
	return Array.from({length: Math.ceil(text.length / size)}, (_, index) =>
		text.slice(index * size, (index + 1) * size),
	);
}

function cpuMsDuring(work: () => void): number {
	const before = process.cpuUsage();
	work();
	const {user, system} = process.cpuUsage(before);
	return (user + system) / 1000;
}
