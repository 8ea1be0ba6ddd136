import {
	createReadStream,
	createWriteStream,
	existsSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
} from 'node:fs';
import {dirname, join} from 'node:path';
import {createGzip, gunzipSync} from 'node:zlib';
import {privateFileMode} from '../platform/atomic-file.ts';
import type {Clock} from '../platform/clock.ts';

/** `debug.1.jsonl.gz` is the oldest part, `debug.jsonl` the newest. */
const partName = /^debug\.(\d+)\.jsonl(?:\.gz)?$/;
const partsMax = 20;
const ageMsMax = 14 * 24 * 3_600_000;

/** Moves a full file aside; it is compressed in the background. */
export function rotateSidecar(path: string): void {
	const folder = dirname(path);
	const parts = partsIn(folder);
	const part = join(folder, `debug.${(parts.at(-1)?.number ?? 0) + 1}.jsonl`);
	renameSync(path, part);
	compress(part);
	for (const old of parts.slice(0, Math.max(0, parts.length + 1 - partsMax))) {
		rmSync(old.path, {force: true});
	}
}

function compress(part: string): void {
	const packed = `${part}.gz.tmp`;
	const out = createWriteStream(packed, {mode: privateFileMode});
	// If compression fails, the uncompressed file stays; it can be read as well.
	const giveUp = () => rmSync(packed, {force: true});
	createReadStream(part)
		.on('error', giveUp)
		.pipe(createGzip({level: 1}))
		.on('error', giveUp)
		.pipe(out)
		.on('error', giveUp)
		.on('finish', () => {
			try {
				renameSync(packed, `${part}.gz`);
				rmSync(part, {force: true});
			} catch {
				giveUp();
			}
		});
}

/** Removes old recordings of all sessions. */
export function sweepSidecars(sessions: string, clock: Clock): void {
	for (const session of namesIn(sessions)) {
		const folder = join(sessions, session);
		for (const name of namesIn(folder)) {
			const path = join(folder, name);
			const isOurs = name === 'debug.jsonl' || partName.test(name);
			const age = isOurs
				? clock.now() - (statSync(path, {throwIfNoEntry: false})?.mtimeMs ?? 0)
				: 0;
			if (age > ageMsMax) {
				rmSync(path, {force: true});
			}
		}
	}
}

/** All parts older than the current file, the oldest first. */
export function* sidecarParts(folder: string): Generator<string> {
	for (const {path} of partsIn(folder)) {
		const bytes = readFileSync(path);
		yield (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
	}
}

function partsIn(folder: string): readonly {readonly path: string; readonly number: number}[] {
	return namesIn(folder)
		.flatMap(name => {
			const number = partName.exec(name)?.[1];
			// While a part is being compressed, both forms exist for a moment.
			const isTwice = name.endsWith('.gz') && existsSync(join(folder, name.slice(0, -3)));
			return number === undefined || isTwice
				? []
				: [{path: join(folder, name), number: Number(number)}];
		})
		.toSorted((left, right) => left.number - right.number);
}

function namesIn(folder: string): readonly string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}
