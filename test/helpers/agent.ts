import {
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {expect, onTestFinished} from 'vitest';
import {engineWord} from '../../source/session-process/engine-order.ts';
import {cardAnswers} from './answer-card.ts';
import {builtProgram} from './built-program.ts';
import {listProcesses, type ProcessLine, processTree} from './processes.ts';
import {openTmux, type Tmux} from './tmux.ts';

/** What a person at the program does and sees, wherever it runs. */
export type Person = Pick<
	Tmux,
	'press' | 'type' | 'paste' | 'screen' | 'colored' | 'resize' | 'see' | 'seeNot' | 'cursor'
> & {
	readonly place: Place;
	/** Types a line and sends it. */
	readonly say: (line: string) => void;
	/** Waits for a card, looks at it for as long as a card wants to be looked at, and presses. */
	readonly answer: (key: string, what?: string | RegExp) => Promise<void>;
	/** Waits until the status line says that nothing is at work. */
	readonly idle: () => Promise<void>;
	/** Quits as a person does, and waits until nothing of the program is left. */
	readonly quit: () => Promise<void>;
	/** Resolves when the program has ended, to its exit code. */
	readonly ended: () => Promise<number>;
};

/** A person at a real tmux in which the built program runs, in a home and a folder of its own. */
export type Agent = Tmux &
	Person & {
		/** Waits for these words on the terminal's own screen, also where they have scrolled away. */
		readonly seeAbove: (what: RegExp) => Promise<string>;
		/** The program and everything that it started. */
		readonly processes: () => readonly ProcessLine[];
	};

/** Where a program keeps its things; a second start in the same place finds them again. */
export type Place = {readonly home: string; readonly cwd: string};

export type AgentOptions = {
	readonly columns?: number;
	readonly rows?: number;
	readonly parameters?: readonly string[];
	readonly env?: Readonly<Record<string, string>>;
	readonly place?: Place;
	/** Whether the session ends with its window, as its process does that is being watched. */
	readonly isInside?: boolean;
	/** Another copy of the program than the one that was built here. */
	readonly program?: string;
};

/** A home and a working folder that are gone after the test. */
export function openPlace({
	settings,
	files = {'README.md': '# A folder\n', 'src/main.c': 'int main(void) {return 0;}\n'},
}: {
	settings?: object;
	files?: Readonly<Record<string, string>>;
} = {}): Place {
	const folder = mkdtempSync(join(tmpdir(), 'agent-tui-journey-'));
	const place = {home: join(folder, 'home'), cwd: join(folder, 'work')};
	onTestFinished(async () => {
		await endEngines(place);
		rmSync(folder, {recursive: true, force: true, maxRetries: 5});
	});
	mkdirSync(place.home, {mode: 0o700});
	mkdirSync(place.cwd);
	if (settings) {
		writeFileSync(join(place.home, 'config.json'), JSON.stringify(settings));
	}
	for (const [path, text] of Object.entries(files)) {
		mkdirSync(dirname(join(place.cwd, path)), {recursive: true});
		writeFileSync(join(place.cwd, path), text);
	}
	return place;
}

/** Nothing of the environment of the tests but what every user has. */
export function cleanEnvironment(
	{home}: Place,
	env: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
	return {
		PATH: process.env['PATH'] ?? '',
		HOME: home,
		LANG: 'C.UTF-8',
		SHELL: '/bin/sh',
		AGENT_TUI_HOME: home,
		...env,
	};
}

export function openAgent({
	columns = 80,
	rows = 24,
	parameters = [],
	env = {},
	place = openPlace(),
	program = builtProgram,
	isInside = false,
}: AgentOptions = {}): Agent {
	const variables = cleanEnvironment(place, env);
	const command = commandLine({
		variables,
		words: [process.execPath, program, ...(isInside ? ['--inside'] : []), ...parameters],
	});
	const tmux = openTmux({command, columns, rows, cwd: place.cwd});
	onTestFinished(({task}) => {
		// A test that waited for the model until its time was over says nothing of what stood there.
		if (task.result?.state === 'fail') {
			console.info(tmux.screen());
		}
		tmux.close();
	});
	const pid = tmux.pid();
	const agent: Agent = {
		...tmux,
		place,
		say(line) {
			tmux.type(line);
			tmux.press('Enter');
		},
		answer: cardAnswers(tmux),
		async idle() {
			await tmux.seeNot(/^ ● /m);
		},
		async seeAbove(what) {
			const all = () => tmux.command('capture-pane', '-p', '-S', '-');
			await expect.poll(all).toMatch(what);
			return what.exec(all())?.[0] ?? '';
		},
		processes: () => processTree(pid),
		async quit() {
			const started = processTree(pid);
			await quitAll(agent);
			await expectGone(started);
		},
		async ended() {
			await expect
				.poll(() => tmux.command('display-message', '-p', '#{pane_dead}').trim())
				.toBe('1');
			return Number(tmux.command('display-message', '-p', '#{pane_dead_status}'));
		},
	};
	return agent;
}

/** What tmux says of itself to programs in it is passed on, everything else is left behind. */
function commandLine({
	variables,
	words,
}: {
	variables: Readonly<Record<string, string>>;
	words: readonly string[];
}): string {
	const own = Object.entries(variables).map(([name, value]) => quoted(`${name}=${value}`));
	const tmuxs = ['TERM', 'TMUX', 'TMUX_PANE'].map(name => `${name}="$${name}"`);
	return ['exec env -i', ...tmuxs, ...own, ...words.map(quoted)].join(' ');
}

function quoted(text: string): string {
	return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Quits, and ends what runs or waits where it is asked about. */
export async function quitAll({
	press,
	screen,
	ended,
}: Pick<Person, 'press' | 'screen' | 'ended'>): Promise<void> {
	let isOver = false;
	const over = ended().then(() => {
		isOver = true;
	});
	press('C-x', 'q');
	const isAsked = () => screen().includes('End everything');
	// A session that ends with its window is not asked about: the same keys once more end it.
	const isWarned = () => screen().includes('Once more ends');
	await expect.poll(() => isOver || isAsked() || isWarned(), {timeout: seeMsMax}).toBe(true);
	if (isAsked()) {
		press('Down', 'Enter');
	} else if (!isOver) {
		press('C-x', 'q');
	}
	await over;
}

const seeMsMax = 60_000;

/** Ends the engines that a test has left running: it may have killed their screens. */
export async function endEngines({home}: Place): Promise<void> {
	const folder = join(home, 'run', 'engines');
	const records = existsSync(folder)
		? readdirSync(folder).filter(name => name.endsWith('.json'))
		: [];
	const pids = records.flatMap(name => {
		const {pid} = JSON.parse(readFileSync(join(folder, name), 'utf8')) as {pid: number};
		const [engine, ...below] = processTree(pid);
		// A test may have written another process into a record, such as its own.
		return engine?.command.includes(engineWord) ? [engine, ...below] : [];
	});
	for (const {pid} of pids) {
		try {
			process.kill(pid, 'SIGKILL');
		} catch {
			// It has ended meanwhile.
		}
	}
	await expectGone(pids);
}

/** Whatever was opened is closed: nothing that the program had started is there any more. */
export async function expectGone(processes: readonly ProcessLine[]): Promise<void> {
	const pids = new Set(processes.map(({pid}) => pid));
	await expect.poll(() => listProcesses().filter(({pid}) => pids.has(pid))).toEqual([]);
}
