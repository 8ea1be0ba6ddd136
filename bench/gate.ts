/**
 * How long the gate takes to read a command line, in milliseconds of CPU: the worst shapes at 10 kB
 * and at 1 MB, and by how much more than ten times 1 MB costs than 100 kB (above 1: not linear).
 * `node bench/gate.ts`, or with `--all` every shape.
 */

import {localHost} from '../source/events/ids.ts';
import {decide} from '../source/gate/decide.ts';
import {longShapes} from '../test/gate/shells/long-lines.ts';

const rules = ['git status', 'ls', 'cat'].map(
	match => ({scope: 'shell', match, then: 'allow'}) as const,
);

function cpuMs(line: string, rounds: number): number {
	const times = Array.from({length: rounds}, () => {
		const before = process.cpuUsage();
		decide(
			{scope: 'shell', host: localHost, tool: 'x', summary: line, exposure: {command: line}},
			{rules, grants: [], now: 0},
		);
		const {user, system} = process.cpuUsage(before);
		return (user + system) / 1000;
	});
	return Math.min(...times);
}

const rows = Object.entries(longShapes).map(([shape, make]) => {
	const [small, middle, large] = [
		cpuMs(make(10_000), 20),
		cpuMs(make(100_000), 4),
		cpuMs(make(1_000_000), 2),
	];
	return {shape, small, large, growth: large / (10 * middle)};
});
const worst = rows.toSorted((one, other) => other.large - one.large);
console.log('| shape | 10 kB | 1 MB | growth |\n|---|---|---|---|');
for (const {shape, small, large, growth} of process.argv.includes('--all')
	? worst
	: worst.slice(0, 12)) {
	console.log(`| ${shape} | ${small.toFixed(2)} | ${large.toFixed(1)} | ${growth.toFixed(2)} |`);
}
