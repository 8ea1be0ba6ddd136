import type {Stamped} from '../events/event.ts';
import type {OwnProcess} from '../events/hop.ts';
import type {TerminalId} from '../events/ids.ts';

/** A program that still runs although the run of agent-tui that had started it was killed. */
export type Survivor = {
	readonly terminal: TerminalId;
	readonly title: string;
	readonly process: OwnProcess;
	readonly running: readonly {readonly pid: number; readonly name: string}[];
};

type Survivors = readonly Survivor[];

export function reduceSurvivors(survivors: Survivors, event: Stamped): Survivors {
	switch (event.type) {
		case 'terminal.survived': {
			const {terminal, title, process, running} = event;
			return [...without(survivors, terminal), {terminal, title, process, running}];
		}
		case 'terminal.settled':
			return event.left.length === 0 ? without(survivors, event.terminal) : survivors;
		case 'session.opened':
			// When a process opens the session, it searches for survivors itself.
			return survivors.length === 0 ? survivors : [];
		default:
			return survivors;
	}
}

function without(survivors: Survivors, terminal: TerminalId): Survivors {
	return survivors.some(one => one.terminal === terminal)
		? survivors.filter(one => one.terminal !== terminal)
		: survivors;
}

/** Names the running processes, e.g. `sleep 1234, sh 1230`, shortened to a few. */
export function runningWords(running: Survivor['running']): string {
	const shown = running.slice(0, namedMax).map(({pid, name}) => `${name} ${pid}`.trim());
	const more = running.length - shown.length;
	return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const namedMax = 4;
