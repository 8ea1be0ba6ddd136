/**
 * `node bench/proxy/storm-run.ts --minutes 10`: runs the proxy under load, with random faults. It
 * prints what each client got, and exits with 1 if one got neither a whole answer nor a clear
 * failure, if a connection stayed open, or if the proxy's report does not add up.
 */
import {parseArgs} from 'node:util';
import {runStorm} from './storm.ts';
import {problemsOf} from './storm-verdict.ts';

const {values} = parseArgs({
	options: {
		minutes: {type: 'string', default: '10'},
		clients: {type: 'string', default: '64'},
		seed: {type: 'string', default: '1'},
		program: {type: 'string'},
	},
});
const result = await runStorm({
	durationMs: Number(values.minutes) * 60_000,
	clients: Number(values.clients),
	seed: Number(values.seed),
	faultShare: 0.2,
	leaveShare: 0.2,
	pauseMs: 10,
	...(values.program === undefined ? {} : {command: [values.program, 'proxy']}),
});
const {monitoring, ...rest} = result;
console.log(
	JSON.stringify({...rest, totals: monitoring.totals, routes: monitoring.routes}, null, 2),
);
const problems = problemsOf(result);
console.log(problems.length === 0 ? 'Everything adds up.' : problems.join('\n'));
process.exitCode = problems.length === 0 ? 0 : 1;
