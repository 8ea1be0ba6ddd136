import {isJsonObject, type JsonObject} from '../../events/json.ts';
import {readTextFile, writeFileAtomic} from '../../platform/atomic-file.ts';
import type {Clock} from '../../platform/clock.ts';
import {whenUnlocked} from '../../platform/with-lock.ts';
import type {CallFailure} from '../failure.ts';
import {parseJson} from '../translate/request-reading.ts';
import {applyLesson, describeLesson, findLesson, type Lesson, readLesson} from './lesson.ts';
import type {RouteTarget} from './resolve.ts';
import {type ProviderModel, placeOf} from './route-health.ts';
import type {Tell} from './tell.ts';

/**
 * What providers refuse, so that it is left out of later requests. Each lesson is kept for a day,
 * in `provider-caps.json`.
 */
export type Lessons = {
	readonly apply: (target: RouteTarget, body: JsonObject) => JsonObject;
	/**
	 * Learns from a refusal. Returns true if the same request, adjusted, is worth another attempt.
	 */
	readonly learn: (target: RouteTarget, failure: CallFailure, body: JsonObject) => boolean;
	/** Forgets the lessons about a provider or model, or all. Returns how many there were. */
	readonly clear: (place: Partial<ProviderModel>) => number;
	readonly rows: () => readonly LessonRow[];
};

export type LessonRow = ProviderModel & {readonly lesson: string; readonly learnedAt: number};

export const lessonAgeMsMax = 86_400_000;
const entriesMax = 500;
const version = 1;

type Entry = {
	readonly provider: string;
	readonly model: string;
	readonly lesson: Lesson;
	readonly at: number;
};

type Update = (entries: readonly Entry[]) => readonly Entry[];

export function createLessons({
	clock,
	tell,
	file,
}: {
	readonly clock: Clock;
	readonly tell: Tell;
	/** Null to keep the lessons in memory only. */
	readonly file: string | null;
}): Lessons {
	const corrupt = (code: string) => tell.now('caps.corrupt', {code});
	let entries = file === null ? [] : readEntries(file, {corrupt, now: clock.now()});
	const freshOf = (list: readonly Entry[]) =>
		list.filter(({at}) => clock.now() - at < lessonAgeMsMax);
	const fresh = () => freshOf(entries);
	const change = (update: Update) => {
		const bounded: Update = list => update(freshOf(list)).slice(-entriesMax);
		entries = bounded(entries);
		if (file !== null) {
			void save(file, {update: bounded, now: clock.now(), tell});
		}
	};
	const of = (target: RouteTarget) => {
		const {provider, model} = placeOf(target);
		return fresh().filter(each => each.provider === provider && each.model === model);
	};
	return {
		apply(target, body) {
			if (entries.length === 0) {
				return body;
			}
			return of(target).reduce((adjusted, {lesson}) => applyLesson(adjusted, lesson), body);
		},
		learn(target, failure, body) {
			const lesson = findLesson(failure, body);
			if (!lesson) {
				return false;
			}
			const code = describeLesson(lesson);
			const place = placeOf(target);
			const known = of(target).some(each => describeLesson(each.lesson) === code);
			if (!known) {
				const entry = {...place, lesson, at: clock.now()};
				change(list => [...list, entry]);
				tell.now('lesson.learned', {...place, code});
			}
			return !known;
		},
		clear({provider, model}) {
			const isKept = (each: Entry) =>
				(provider !== undefined && each.provider !== provider) ||
				(model !== undefined && each.model !== model);
			const count = entries.filter(each => !isKept(each)).length;
			change(list => list.filter(isKept));
			return count;
		},
		rows: () =>
			fresh().map(({provider, model, lesson, at}) => ({
				provider,
				model,
				lesson: describeLesson(lesson),
				learnedAt: at,
			})),
	};
}

/** Reads the entries of the file. Invalid ones are dropped. */
function readEntries(
	file: string,
	{corrupt, now}: {corrupt: (code: string) => void; now: number},
): readonly Entry[] {
	let text: string | null = null;
	try {
		text = readTextFile(file);
	} catch {
		corrupt('unreadable');
	}
	if (text === null || text.trim() === '') {
		return [];
	}
	const kept = parseJson(text);
	if (!isJsonObject(kept) || kept['version'] !== version || !Array.isArray(kept['entries'])) {
		corrupt(isJsonObject(kept) && kept['version'] !== version ? 'version' : 'not-json');
		return [];
	}
	const entries: Entry[] = [];
	for (const [index, value] of kept['entries'].slice(0, entriesMax).entries()) {
		const entry = readEntry(value, now);
		if (entry) {
			entries.push(entry);
		} else {
			corrupt(`entry-${index}`);
		}
	}
	return entries;
}

function readEntry(value: unknown, now: number): Entry | null {
	if (!isJsonObject(value)) {
		return null;
	}
	const {provider, model, at} = value;
	const lesson = readLesson(value['lesson']);
	return lesson &&
		typeof provider === 'string' &&
		provider !== '' &&
		typeof model === 'string' &&
		typeof at === 'number' &&
		at <= now
		? {provider, model, lesson, at}
		: null;
}

/**
 * Applies the change to what the file contains now, since the proxies of other sessions learn at
 * the same time. If the disk is full, the lesson is lost but the call continues.
 */
async function save(
	file: string,
	{update, now, tell}: {update: Update; now: number; tell: Tell},
): Promise<void> {
	try {
		await whenUnlocked(file, () => {
			// An invalid file was already reported when the lessons were opened.
			const entries = update(readEntries(file, {corrupt() {}, now}));
			writeFileAtomic(file, `${JSON.stringify({version, entries}, null, '\t')}\n`);
		});
	} catch {
		tell.once('store.failed', {code: 'provider-caps', note: 'What was learned is not kept.'});
	}
}
