/**
 * Measures how long the gate takes to read a command line, in milliseconds of CPU: the worst shapes
 * at 10 kB and at 1 MB; how much more than ten times as long 1 MB takes than 100 kB (above 1: not
 * linear); and a decision about 10 kB, which compares each command with each rule. `node
 * bench/gate.ts`, or with `--all` every shape.
 */

import {localHost} from '../source/events/ids.ts';
import {decide} from '../source/gate/decide.ts';
import {readScript} from '../source/gate/shell/script.ts';
import {longShapes} from '../test/gate/shells/long-lines.ts';

const rules = ['git status', 'ls', 'cat'].map(
	match => ({scope: 'shell', match, then: 'allow'}) as const,
);

function cpuMs(rounds: number, work: () => void): number {
	const times = Array.from({length: rounds}, () => {
		const before = process.cpuUsage();
		work();
		const {user, system} = process.cpuUsage(before);
		return (user + system) / 1000;
	});
	return Math.min(...times);
}

function decideOn(line: string): void {
	decide(
		{scope: 'shell', host: localHost, tool: 'x', summary: line, exposure: {command: line}},
		{rules, grants: [], now: 0},
	);
}

const rows = Object.entries(longShapes).map(([shape, make]) => {
	const [short, middle, long] = [make(10_000), make(100_000), make(1_000_000)];
	const large = cpuMs(3, () => readScript(long));
	return {
		shape,
		large,
		small: cpuMs(40, () => readScript(short)),
		growth: large / (10 * cpuMs(6, () => readScript(middle))),
		decision: cpuMs(20, () => decideOn(short)),
	};
});
const worst = rows.toSorted((one, other) => other.large - one.large);
console.log('| shape | 10 kB | 1 MB | growth | decision, 10 kB |\n|---|---|---|---|---|');
for (const row of process.argv.includes('--all') ? worst : worst.slice(0, 12)) {
	const figures = [row.small, row.large, row.growth, row.decision].map(ms => ms.toFixed(2));
	console.log(`| ${row.shape} | ${figures.join(' | ')} |`);
}
