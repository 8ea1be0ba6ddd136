import type {Engine} from '../../engine/engine.ts';
import type {Stamped} from '../../events/event.ts';
import type {TerminalId} from '../../events/ids.ts';
import type {Clock, Timer} from '../../platform/clock.ts';
import type {Mirror} from '../../state/mirror.ts';
import type {TerminalRecord} from '../../state/state.ts';
import {unstyled} from '../../text/styled.ts';

export type LinearTerminals = {
	/**
	 * Handles an event. If a program of the person waits for input or ends, its output is printed.
	 */
	readonly hear: (event: Stamped) => void;
	/** Prints the last lines that the terminal shows now. */
	readonly show: (terminal: TerminalId) => Promise<void>;
	/**
	 * Types a line such as `> text`, `>2 text` or `> ^C` into a program. Returns false if the line
	 * has no such form.
	 */
	readonly type: (line: string) => boolean;
	readonly close: () => void;
};

type Ports = {
	readonly engine: Pick<Engine, 'query' | 'dispatch'>;
	readonly mirror: Pick<Mirror, 'state'>;
	readonly say: (text: string) => void;
	readonly clock: Pick<Clock, 'after'>;
	/** Asks for the secret that the program in this terminal waits for. */
	readonly askSecret: (terminal: TerminalId) => void;
};

const linesShownMax = 40;

/**
 * How long to wait for output after a line was typed into a program, before the output is printed.
 */
const answerMs = 700;

/** Shows terminals without a screen: prints their output as lines, and types lines as input. */
export function createTerminals(ports: Ports): LinearTerminals {
	const {engine, mirror, say, clock} = ports;
	let timer: Timer | null = null;
	/**
	 * The last line that was printed for each terminal, with its text, because the line may still
	 * grow.
	 */
	const said = new Map<TerminalId, {readonly line: number; readonly text: string}>();
	const tell = async (id: TerminalId, last = {line: 0, text: ''}) => {
		// The answer comes once the terminal has processed all output, so its last line is known then.
		const {end: to} = await engine.query({type: 'terminal-rows', terminal: id, from: 0, to: 0});
		const from = Math.max(last.line, to - linesShownMax);
		const {rows} = await engine.query({type: 'terminal-rows', terminal: id, from, to});
		const texts = rows.map(row => unstyled(row).trimEnd());
		const end = texts.findLastIndex(text => text !== '');
		if (end >= 0) {
			said.set(id, {line: from + end, text: texts[end]!});
		}
		const isKnown = from === last.line && texts[0] === last.text;
		for (const text of texts.slice(isKnown ? 1 : 0, end + 1)) {
			say(text);
		}
	};
	const isOwn = (id: TerminalId) => find(mirror, id)?.owner === 'user';
	return {
		hear(event) {
			if (event.type === 'terminal.exited' && isOwn(event.terminal)) {
				timer?.cancel();
				const {terminal, signal, exitCode} = event;
				const end = `Terminal ${terminal} ended with ${signal ?? `exit code ${exitCode}`}.`;
				void tell(terminal, said.get(terminal)).then(() => say(end));
			} else if (event.type === 'terminal.waited' && isOwn(event.terminal) && event.waiting) {
				const {terminal, waiting} = event;
				const words = `Terminal ${terminal} waits: >${terminal} and a text types that line into it.`;
				void tell(terminal, said.get(terminal)).then(() => waiting === 'input' && say(words));
			}
		},
		show: id => tell(id),
		type(line) {
			const typed = typeLine(ports, line);
			if (typed !== 'no line') {
				timer?.cancel();
				timer = typed && clock.after(answerMs, () => void tell(typed, said.get(typed)));
			}
			return typed !== 'no line';
		},
		close: () => timer?.cancel(),
	};
}

function find({state}: Ports['mirror'], id: string): TerminalRecord | undefined {
	return state().terminals.find(terminal => terminal.id === id);
}

/**
 * Types the line into a terminal and returns its id; null if there is no such terminal, `no line`
 * if the line does not begin with `>`.
 */
function typeLine(
	{engine, mirror, say, askSecret}: Ports,
	line: string,
): TerminalId | null | 'no line' {
	const [, number = '', text = ''] = /^>(\S*)(?:\s(.*))?$/s.exec(line) ?? [];
	if (!line.startsWith('>')) {
		return 'no line';
	}
	const running = mirror.state().terminals.filter(({ended}) => ended === null);
	const terminal = number === '' ? running.at(-1) : running.find(({id}) => id === number);
	if (!terminal) {
		say(
			running.length === 0
				? 'No program runs. !command starts one.'
				: `No program runs in terminal ${number}. /terminals lists them.`,
		);
	} else if (terminal.waiting === 'password') {
		askSecret(terminal.id);
	} else {
		typeInto(engine, terminal, text);
		return terminal.id;
	}
	return null;
}

/** Takes a terminal's keyboard from the model for this line, and gives it back afterwards. */
function typeInto(engine: Ports['engine'], {id, control}: TerminalRecord, text: string): void {
	const [, letter] = /^\^([A-Z])$/.exec(text) ?? [];
	const bytes =
		letter === undefined ? `${text}\r` : String.fromCharCode(letter.charCodeAt(0) - 0x40);
	if (control === 'model') {
		engine.dispatch({type: 'control-terminal', terminal: id, by: 'user'});
	}
	engine.dispatch({type: 'type-into', terminal: id, bytes});
	if (control === 'model') {
		engine.dispatch({type: 'control-terminal', terminal: id, by: 'model'});
	}
}
