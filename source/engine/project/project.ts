import {isDeepStrictEqual} from 'node:util';
import type {Event, Stamped} from '../../events/event.ts';
import {type HostId, localHost, type QuestionId, type TurnId} from '../../events/ids.ts';
import type {TrustAnswer} from '../../events/project.ts';
import type {ProjectFacts} from '../../events/project-event.ts';
import {atMost} from '../../platform/at-most.ts';
import type {Clock} from '../../platform/clock.ts';
import type {Files} from '../../platform/files.ts';
import type {Ids} from '../../platform/ids.ts';
import type {Secrets} from '../../platform/secret-places.ts';
import type {State} from '../../state/state.ts';
import type {Store} from '../../state/store.ts';
import type {TrustBook} from '../../storage/trust.ts';
import {approvedWrites} from './approved-writes.ts';
import type {ReadInstructions} from './instruction-reader.ts';
import {type ReadProject, readOwn, readProject} from './read-project.ts';
import {createStandings, type FoundProject, type Standings, type WorkPlace} from './standings.ts';
import {changeWords, readWords} from './tell-changes.ts';
import {createTrustQuestions, type TrustQuestions} from './trust-questions.ts';

/**
 * The instruction files of the folder in which calls run, and the person's own. The folder's files
 * are data from strangers: the model gets them only after a person has trusted them, and they never
 * widen a permission.
 */
export type Project = {
	readonly start: () => void;
	/** Reads the files again if they may have changed. Call this before each message. */
	readonly prepare: (turn: TurnId) => Promise<void>;
	/** Returns the files whose text the model gets; the nearest comes last. */
	readonly told: () => readonly ReadInstructions[];
	readonly answer: (question: QuestionId, answer: TrustAnswer) => void;
	readonly askAgain: () => void;
	readonly close: () => void;
};

export type ProjectPorts = {
	readonly store: Store;
	readonly append: (event: Event) => void;
	readonly clock: Clock;
	readonly ids: Ids;
	readonly trustBook: TrustBook;
	/** The folder with the person's own instructions, on this machine. */
	readonly ownFolder: string;
	readonly localFiles: Files;
	/** Returns where calls run now; null while that machine is not connected. */
	readonly place: () => WorkPlace | null;
	readonly files: (host: HostId) => Files | null;
	readonly secrets: (host: HostId) => Secrets;
	/** Whether there is a person who can be asked. */
	readonly isAnybodyThere: boolean;
};

/**
 * How long reading from another machine may take: one that does not answer must not delay the
 * message.
 */
const farMsMax = 5000;
/**
 * How long reading from this machine may take. The files can be read, but while the machine is very
 * busy, a shorter timer could expire first.
 */
const hereMsMax = 30_000;

const nothing: ReadProject = {folder: '', files: [], notes: []};

export function createProject(ports: ProjectPorts): Project {
	const {store} = ports;
	const standings = createStandings(ports.trustBook);
	const questions = createTrustQuestions(ports, standings);
	const over = new AbortController();
	const {signal} = over;
	let now: FoundProject | null = null;
	const settle = () => now !== null && record(ports, {found: now, standings, questions});
	const reader = createReader(ports, {
		signal,
		take(found) {
			const before = now;
			now = found;
			tellChange(ports, {before, found, standings});
			settle();
		},
	});
	const whereNow = () => JSON.stringify(ports.place());
	// The listener runs before the event is in the state and before other listeners, so the action
	// waits for a microtask.
	const later = (action: () => void) => queueMicrotask(() => signal.aborted || action());
	const look = (event: Stamped) => {
		if (placeEvents.has(event.type)) {
			later(() => whereNow() !== JSON.stringify(now?.place) && reader.read(`after ${event.seq}`));
		}
		const extended = now && extendTrust({state: store.state(), found: now, standings}, event);
		if (extended) {
			reader.forget();
			later(() => {
				ports.append(extended);
				void reader.read(`after ${event.seq}`);
			});
		}
	};
	const stopListening = store.onEvent(look);
	return {
		start: () => void reader.read(whereNow()),
		prepare: turn => reader.read(`${turn} ${whereNow()}`),
		told() {
			const isHere = now !== null && isDeepStrictEqual(now.place, ports.place());
			return now === null ? [] : [...now.own.files, ...(isHere ? standings.trusted(now) : [])];
		},
		answer(question, answer) {
			if (questions.answer(question, answer)) {
				settle();
				ports.append({type: 'notice.shown', level: 'info', text: answerWords[answer]});
			}
		},
		askAgain() {
			if (now !== null) {
				standings.forget(now);
				settle();
			}
		},
		close() {
			over.abort();
			stopListening();
		},
	};
}

const answerWords: Readonly<Record<TrustAnswer, string>> = {
	trust: "The folder's instructions are read from the next message on, until one of them changes.",
	later: "The folder's instructions are left out this time. /trust asks again.",
	never: "The folder's instructions are left out for good. /trust asks again.",
};

/**
 * Creates a reader that reads again only when the key changes. What it found is dropped if calls
 * run in another place by then.
 */
function createReader(
	ports: ProjectPorts,
	{take, signal}: {take: (found: FoundProject) => void; signal: AbortSignal},
) {
	let reading: {readonly key: string; readonly done: Promise<void>} | null = null;
	const read = async (place: WorkPlace | null) => {
		const found = await readEverything(ports, {place, signal});
		if (!signal.aborted && isDeepStrictEqual(place, ports.place())) {
			take(found);
		}
	};
	return {
		read(key: string): Promise<void> {
			if (reading?.key !== key) {
				reading = {key, done: read(ports.place())};
			}
			return reading.done;
		},
		forget() {
			reading = null;
		},
	};
}

/**
 * If the event is a write that a person has just approved on its card, trusts the written
 * instructions. Returns null for all other events.
 */
function extendTrust(
	by: {state: State; found: FoundProject; standings: Standings},
	event: Stamped,
): Event | null {
	const {found, standings} = by;
	const files = approvedWrites(event, by);
	if (files === null) {
		return null;
	}
	standings.trustWrites(found, files);
	const host = found.place?.host ?? localHost;
	return {type: 'trust.extended', host, folder: found.brought.folder, files};
}

const placeEvents: ReadonlySet<Event['type']> = new Set<Event['type']>([
	'hop.chosen',
	'hop.moved',
	'hop.changed',
]);

async function readEverything(
	ports: ProjectPorts,
	{place, signal}: {readonly place: WorkPlace | null; readonly signal: AbortSignal},
): Promise<FoundProject> {
	const {localFiles, ownFolder, clock} = ports;
	const limit = new AbortController();
	const end = AbortSignal.any([signal, limit.signal]);
	const own = readOwn(ownFolder, {files: localFiles, signal: end}).catch(() => nothing);
	let brought = nothing;
	const work = readThere(ports, {place, signal: end}).then(
		found => {
			brought = found;
		},
		() => {
			brought = unread;
		},
	);
	brought = place === null ? nothing : unread;
	const limitMs = place?.host === localHost ? hereMsMax : farMsMax;
	await atMost(clock, limitMs, Promise.all([own, work]));
	limit.abort();
	return {place, own: await own, brought};
}

const unread: ReadProject = {
	folder: '',
	files: [],
	notes: ["The folder's instructions could not be read, so the model is told none of them."],
};

/**
 * Reads the files on the machine where calls run. If it can't be reached, the files of this machine
 * are not read in their place.
 */
async function readThere(
	{files, secrets}: ProjectPorts,
	{place, signal}: {readonly place: WorkPlace | null; readonly signal: AbortSignal},
): Promise<ReadProject> {
	const there = place && files(place.host);
	return place === null
		? nothing
		: there === null
			? unread
			: readProject(place.cwd, {files: there, signal, secrets: secrets(place.host)});
}

/** Records what was found if it differs from the last record, and asks the person if necessary. */
function record(
	{store, append}: ProjectPorts,
	{
		found,
		standings,
		questions,
	}: {found: FoundProject; standings: Standings; questions: TrustQuestions},
): void {
	const facts = factsOf(found, standings);
	const known = store.state().project.facts;
	const isEmpty = facts.files.length === 0 && facts.notes.length === 0;
	if (known === null ? !isEmpty : !isDeepStrictEqual(known, facts)) {
		append({type: 'project.read', ...facts});
	}
	questions.ask(found);
}

function factsOf(found: FoundProject, standings: Standings): ProjectFacts {
	const {place, own, brought} = found;
	return {
		host: place?.host ?? ('' as HostId),
		folder: brought.folder,
		files: [...own.files, ...brought.files].map(({text: _, ...file}) => file),
		notes: [...own.notes, ...brought.notes],
		standing: standings.of(found),
	};
}

/** Shows a notice about what was read, or about what has changed since the last message. */
function tellChange(
	{append}: ProjectPorts,
	{
		before,
		found,
		standings,
	}: {before: FoundProject | null; found: FoundProject; standings: Standings},
): void {
	const isSamePlace = before !== null && isDeepStrictEqual(before.place, found.place);
	const facts = factsOf(found, standings);
	const words = isSamePlace ? changeWords(before, {found, facts}) : readWords(facts);
	if (words !== null) {
		append({type: 'notice.shown', ...words});
	}
}
