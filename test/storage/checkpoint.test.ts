import {execFileSync} from 'node:child_process';
import {createHash} from 'node:crypto';
import {
	copyFileSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import {dirname, join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {pagesOf, sessionPast} from '../../source/engine/past-of-session.ts';
import type {Stamped} from '../../source/events/event.ts';
import type {SessionId} from '../../source/events/ids.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {checkpointPath, writeCheckpoint} from '../../source/storage/checkpoint.ts';
import {forkSession} from '../../source/storage/fork-session.ts';
import {journalPath, openJournal} from '../../source/storage/journal.ts';
import {openSession, type Past} from '../../source/storage/open-session.ts';
import {createRedactor} from '../../source/storage/redact.ts';
import {deleteSession} from '../../source/storage/sessions.ts';
import {randomFrom, randomJournal} from '../helpers/random-journal.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

const clock = systemClock();
const session = '20261118-100000-abcde' as SessionId;
const version = 'one';

function write(folder: string, lines: readonly string[], id = session): void {
	const path = journalPath(folder, id);
	mkdirSync(dirname(path), {recursive: true});
	writeFileSync(path, lines.map(line => `${line}\n`).join(''), {flag: 'a'});
}

/** Opens the session as a program would, and closes it again. */
function read(folder: string, of: {version?: string | null; id?: SessionId} = {}): Past {
	const opened = openSession({
		folder,
		wanted: of.id ?? session,
		version: of.version === undefined ? version : of.version,
		clock,
		redactor: createRedactor([]),
		onProblem() {},
	});
	if (!opened.ok) {
		throw new Error(opened.failure.message);
	}
	opened.value.journal.close();
	return opened.value.past;
}

async function keep(folder: string, signal = new AbortController().signal) {
	const past = read(folder);
	const pages = pagesOf(sessionPast(past));
	return writeCheckpoint({folder, session, version, place: past.place, pages}, {clock, signal});
}

const lineOf = (event: Stamped) => JSON.stringify(event);

describe('a checkpoint', () => {
	it.each(Array.from({length: 40}, (_, index) => index + 1))(
		'and the events after it make the state that all events make (random journal %i)',
		async seed => {
			const folder = temporaryFolder();
			const random = randomFrom(seed + 500);
			const lines = randomJournal(seed, 300).map(lineOf);
			// Some lines are no events, and stay what they are wherever the cut is.
			for (let count = 0; count < 4; count += 1) {
				lines.splice(Math.floor(random() * lines.length), 0, '{"v":1,"seq":5,"at":1,"ty');
			}
			const cut = Math.floor(random() * lines.length);
			write(folder, lines.slice(0, cut));
			expect(await keep(folder)).toBe('written');
			write(folder, lines.slice(cut));
			const past = read(folder);
			const whole = read(folder, {version: null});
			expect(past.checkpoint).not.toBe(null);
			expect(past.events.length).toBeLessThanOrEqual(lines.length - cut);
			expect(sessionPast(past)).toEqual(sessionPast(whole));
			expect(past.place).toEqual(whole.place);
			// A checkpoint of what came out of a checkpoint is as good.
			expect(await keep(folder)).toBe('written');
			expect(sessionPast(read(folder))).toEqual(sessionPast(whole));
		},
	);

	it('is for the user alone, and leaves nothing else behind', async () => {
		const folder = await openKept();
		const path = checkpointPath(folder, session);
		expect(statSync(path).mode & 0o777).toBe(0o600);
		expect(readdirSync(dirname(path)).toSorted()).toEqual(['checkpoint.jsonl', 'journal.jsonl']);
	});

	it('is sealed with a key that is for the user alone', async () => {
		const folder = await openKept();
		expect(statSync(join(folder, 'checkpoint.key')).mode & 0o777).toBe(0o600);
	});

	it('holds a secret as little as the journal does', async () => {
		const folder = temporaryFolder();
		const secret = `ghp_${'a1B2'.repeat(9)}`;
		const journal = openJournal({
			folder,
			session,
			clock,
			redactor: createRedactor([]),
			onProblem() {},
		});
		if (journal.ok) {
			const text = `my token is ${secret}`;
			const [first] = randomJournal(1, 1);
			journal.value.append({
				...first!,
				type: 'message.queued',
				text,
				message: 'm',
				how: 'queue',
			} as Stamped);
			journal.value.close();
		}
		expect(await keep(folder)).toBe('written');
		const written = readFileSync(checkpointPath(folder, session), 'utf8');
		expect(written).toContain('my token is');
		expect(written).not.toContain(secret);
	});

	it('that is given up half-way is not there', async () => {
		const folder = temporaryFolder();
		write(folder, randomJournal(3, 200).map(lineOf));
		expect(await keep(folder, AbortSignal.abort())).toBe('given up');
		expect(readdirSync(dirname(checkpointPath(folder, session)))).toEqual(['journal.jsonl']);
	});

	it('goes with its session, and not to a copy of it', async () => {
		const folder = await openKept();
		const copy = forkSession({folder, session, clock});
		expect(copy.ok && existsSync(checkpointPath(folder, copy.value))).toBe(false);
		deleteSession(folder, session);
		expect(existsSync(checkpointPath(folder, session))).toBe(false);
	});
});

async function openKept(): Promise<string> {
	const folder = temporaryFolder();
	write(folder, randomJournal(7, 400).map(lineOf));
	expect(await keep(folder)).toBe('written');
	return folder;
}

const other = '20261118-110000-bbbbb' as SessionId;
const damaged = 'it is damaged, or was written somewhere else';

const spoiled: Readonly<
	Record<string, {spoil: (folder: string) => void; why: string; version?: string; id?: SessionId}>
> = {
	'in which one letter is another': {
		spoil: folder => change(checkpointPath(folder, session), 'message', 'massage'),
		why: damaged,
	},
	'that was cut': {
		spoil: folder => truncateSync(checkpointPath(folder, session), 900),
		why: damaged,
	},
	'that was cut before its last line': {
		spoil(folder) {
			const path = checkpointPath(folder, session);
			truncateSync(path, readFileSync(path).lastIndexOf('{'));
		},
		why: damaged,
	},
	'that is empty': {
		spoil: folder => truncateSync(checkpointPath(folder, session), 0),
		why: damaged,
	},
	'that is a folder': {
		spoil(folder) {
			const path = checkpointPath(folder, session);
			rmSync(path);
			mkdirSync(path);
		},
		why: "it can't be read",
	},
	'that somebody wrote anew, with a sum of its own': {
		spoil(folder) {
			const path = checkpointPath(folder, session);
			change(path, 'message', 'massage');
			const lines = readFileSync(path, 'utf8').trim().split('\n').slice(0, -1);
			const body = lines.map(line => `${line}\n`).join('');
			const seal = createHash('sha256').update(body).digest('hex');
			writeFileSync(path, `${body}${JSON.stringify({sha256: seal, seal})}\n`);
		},
		why: damaged,
	},
	'that came with its session from another home': {
		spoil: folder => rmSync(join(folder, 'checkpoint.key')),
		why: damaged,
	},
	'in whose place is a link, even one to a good checkpoint': {
		spoil(folder) {
			const path = checkpointPath(folder, session);
			renameSync(path, join(folder, 'elsewhere'));
			symlinkSync(join(folder, 'elsewhere'), path);
		},
		why: "it can't be read",
	},
	'in whose place is a pipe that nobody writes to': {
		spoil(folder) {
			const path = checkpointPath(folder, session);
			rmSync(path);
			execFileSync('mkfifo', [path]);
		},
		why: "it can't be read",
	},
	'in whose place is a device without an end': {
		spoil(folder) {
			const path = checkpointPath(folder, session);
			rmSync(path);
			symlinkSync('/dev/zero', path);
		},
		why: "it can't be read",
	},
	'of other reducers': {
		spoil() {},
		why: 'another version of agent-tui wrote it',
		version: 'two',
	},
	'of another session': {
		spoil(folder) {
			write(folder, readFileSync(journalPath(folder, session), 'utf8').trim().split('\n'), other);
			copyFileSync(checkpointPath(folder, session), checkpointPath(folder, other));
		},
		why: 'it is of another session',
		id: other,
	},
	'of a journal that is shorter now': {
		spoil: folder => truncateSync(journalPath(folder, session), 20_000),
		why: 'the journal is not the one that it was made of',
	},
	'of a journal in which somebody wrote something else of the same length': {
		spoil: folder => change(journalPath(folder, session), 'word', 'XXXX'),
		why: 'the journal is not the one that it was made of',
	},
};

function change(path: string, from: string, to: string): void {
	const text = readFileSync(path, 'utf8');
	expect(text).toContain(from);
	writeFileSync(path, text.replace(from, to));
}

describe('a checkpoint', () => {
	it.each(Object.entries(spoiled))(
		'%s is thrown away, and the journal counts',
		async (_, {spoil, why, ...of}) => {
			const folder = await openKept();
			spoil(folder);
			const past = read(folder, of);
			expect(past).toMatchObject({checkpoint: null, refused: why});
			const {refused: _refused, ...whole} = sessionPast(read(folder, {...of, version: null}));
			expect(sessionPast(past)).toEqual({...whole, refused: why});
			expect(read(folder, of).refused ?? why).toBe(why);
			expect(past.place).toEqual(read(folder, {...of, version: null}).place);
		},
	);

	it('of a journal that is gone makes no session', async () => {
		const folder = await openKept();
		rmSync(journalPath(folder, session));
		const past = read(folder);
		expect(past).toMatchObject({checkpoint: null, events: []});
		expect(existsSync(checkpointPath(folder, session))).toBe(false);
	});
});
