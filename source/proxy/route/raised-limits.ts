import {isJsonObject} from '../../events/json.ts';
import {readTextFile, writeFileAtomic} from '../../platform/atomic-file.ts';
import {whenUnlocked} from '../../platform/with-lock.ts';
import {parseJson} from '../translate/request-reading.ts';
import type {ProviderModel, TimeLimits} from './route-health.ts';
import type {Tell} from './tell.ts';

/**
 * Time limits that were raised because a provider or a model is slow. They are kept on disk, so
 * that a later process waits long enough from its first request on.
 */
export type RaisedLimits = {
	readonly of: (place: Required<ProviderModel>) => Partial<TimeLimits>;
	readonly raise: (place: ProviderModel, limits: Partial<TimeLimits>) => void;
	readonly all: () => ReadonlyMap<string, Partial<TimeLimits>>;
};

type Limits = Map<string, Partial<TimeLimits>>;

const version = 1;
const entriesMax = 200;
const msMax = 3_600_000;
const names = ['connectMs', 'firstByteMs', 'gapMs', 'wholeMs'] as const;

export function createRaisedLimits({
	file,
	tell,
}: {
	/** Null to keep the limits in memory only. */
	readonly file: string | null;
	readonly tell: Tell;
}): RaisedLimits {
	const raised = file === null ? (new Map() as Limits) : readLimits(file);
	return {
		of: ({provider, model}) => ({
			...raised.get(provider),
			...raised.get(`${provider}/${model}`),
		}),
		raise({provider, model}, limits) {
			const key = model === undefined ? provider : `${provider}/${model}`;
			const update = (all: Limits) => void all.set(key, {...all.get(key), ...limits});
			update(raised);
			if (file !== null) {
				void save(file, update, tell);
			}
		},
		all: () => raised,
	};
}

/** Reads the file. If it is unreadable, the limits will only have to be raised again. */
function readLimits(file: string): Limits {
	const kept = parseJson(readQuietly(file));
	const limits = isJsonObject(kept) && kept['version'] === version ? kept['limits'] : null;
	const entries = isJsonObject(limits) ? Object.entries(limits).slice(-entriesMax) : [];
	return new Map(entries.map(([key, value]) => [key, limitsFrom(value)]));
}

function readQuietly(file: string): string {
	try {
		return readTextFile(file) ?? '';
	} catch {
		return '';
	}
}

function limitsFrom(value: unknown): Partial<TimeLimits> {
	if (!isJsonObject(value)) {
		return {};
	}
	const usable = names.flatMap(name => {
		const ms = value[name];
		return typeof ms === 'number' && ms >= 1 && ms <= msMax ? [[name, ms] as const] : [];
	});
	return Object.fromEntries(usable);
}

/**
 * Applies the change to what the file contains now, since the proxies of other sessions raise
 * limits at the same time. If the disk is full, the limits are lost but the call continues.
 */
async function save(file: string, update: (all: Limits) => void, tell: Tell): Promise<void> {
	try {
		await whenUnlocked(file, () => {
			const all = readLimits(file);
			update(all);
			const limits = Object.fromEntries([...all].slice(-entriesMax));
			writeFileAtomic(file, `${JSON.stringify({version, limits}, null, '\t')}\n`);
		});
	} catch {
		tell.once('store.failed', {code: 'provider-limits', note: 'Raised limits are not kept.'});
	}
}
