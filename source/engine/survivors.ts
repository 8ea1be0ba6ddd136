import {localHost, type TerminalId} from '../events/ids.ts';
import {runningWords, type Survivor} from '../state/survivors.ts';
import {endSurvivorsOf, survivorsOf} from '../terminal/survivors.ts';
import type {EngineParts} from './engine-parts.ts';

type Parts = Pick<EngineParts, 'ports' | 'store' | 'append'>;

/** Searches for programs that outlived a killed agent-tui, and reports each. */
export function findSurvivors({ports, append}: Parts): void {
	const {terminals, survivors} = ports.past.state;
	const open = terminals.flatMap(({id, title, host, process}) =>
		process && host === localHost ? [{terminal: id, title, process}] : [],
	);
	for (const {terminal, title, process} of [...survivors, ...open]) {
		const running = survivorsOf(process);
		if (running.length > 0) {
			append({type: 'terminal.survived', terminal, title: firstLine(title), process, running});
			const text = `“${firstLine(title)}” still runs: ${runningWords(running)}. The agent-tui that had started it was killed.`;
			append({type: 'notice.shown', level: 'warn', text});
		}
	}
}

/** Ends the programs that the person chose, and reports the result for each. */
export async function endSurvivors(parts: Parts, terminals: readonly TerminalId[]): Promise<void> {
	const chosen = parts.store.state().survivors.filter(({terminal}) => terminals.includes(terminal));
	await Promise.all(chosen.map(one => endOne(parts, one)));
}

async function endOne({ports, append}: Parts, {terminal, title, process}: Survivor): Promise<void> {
	const left = await endSurvivorsOf(process, ports.clock);
	append({type: 'terminal.settled', terminal, left});
	append(
		left.length === 0
			? {type: 'notice.shown', level: 'info', text: `“${title}” runs no more.`}
			: {
					type: 'notice.shown',
					level: 'warn',
					text: `“${title}” could not be ended: processes ${left.join(', ')} are left.`,
				},
	);
}

function firstLine(title: string): string {
	return title.split('\n')[0] ?? '';
}
