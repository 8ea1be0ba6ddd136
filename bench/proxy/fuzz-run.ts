/**
 * `node bench/proxy/fuzz-run.ts --events 10000000 --seed 1`: sends damaged answers of every
 * protocol and damaged requests through the proxy. It prints its figures, and exits with 1 if a
 * request was late, if the process threw, hung or ended, or if its memory has grown.
 */
import {parseArgs} from 'node:util';
import {runFuzz} from './fuzz/fuzz.ts';
import {fuzzProblems} from './fuzz/verdict.ts';

const {values} = parseArgs({
	options: {
		events: {type: 'string', default: '10000000'},
		seed: {type: 'string', default: '1'},
		clients: {type: 'string', default: '48'},
		program: {type: 'string'},
	},
});
let samples = 0;
const result = await runFuzz({
	events: Number(values.events),
	seed: Number(values.seed),
	clients: Number(values.clients),
	...(values.program === undefined ? {} : {command: [values.program, 'proxy']}),
	onProgress({events, requests, memoryMb}) {
		samples += 1;
		if (samples % 20 === 0) {
			console.log(`${events} events, ${requests} requests, ${memoryMb} MB`);
		}
	},
});
const {memoryMb, ...figures} = result;
const every = Math.max(1, Math.ceil(memoryMb.length / 20));
console.log(
	JSON.stringify(
		{...figures, memoryMb: memoryMb.filter((_, index) => index % every === 0)},
		null,
		2,
	),
);
const problems = fuzzProblems(result);
console.log(problems.length === 0 ? 'Everything held.' : problems.join('\n'));
process.exitCode = problems.length === 0 ? 0 : 1;
