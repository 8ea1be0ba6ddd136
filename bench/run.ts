/**
 * `npm run bench`: compares the built program with the simplest possible programs, from outside,
 * and prints a table of ratios. `npm run bench -- --quick` takes less time, `--program
 * dist/main.js` measures another build than the checkout's, `--only screen` or `--only proxy`
 * measures a part. README.md says how each line is measured.
 */
import {mkdirSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {parseArgs} from 'node:util';
import {buildProgram} from '../scripts/build.ts';
import {fullPlan, quickPlan} from './plan.ts';
import {createPrograms} from './programs.ts';
import {benchProxy} from './proxy/proxy-bench.ts';
import {runRounds} from './rounds.ts';
import {linesOf, tableOf} from './table.ts';
import {startUpstream} from './upstream.ts';

const root = join(import.meta.dirname, '..');
const out = join(root, 'bench-out');
const {quick, program, only, peers} = parseArgs({
	options: {
		quick: {type: 'boolean', default: false},
		program: {type: 'string'},
		only: {type: 'string'},
		peers: {type: 'string'},
	},
}).values;
const main = resolve(program ?? join(root, 'dist/main.js'));
const say = (text: string) => process.stderr.write(`${text}\n`);
const plan = quick ? quickPlan : fullPlan;

if (process.platform === 'linux') {
	if (program === undefined) {
		say(await buildProgram({root, isForced: false}));
	}
	mkdirSync(out, {recursive: true});
	if (only !== 'proxy') {
		await bench();
	}
	if (only !== 'screen') {
		await besideOtherProxies();
	}
} else {
	console.error('The bench reads /proc, so it runs on Linux only.');
	process.exitCode = 1;
}

async function bench(): Promise<void> {
	const upstream = await startUpstream();
	const programs = await createPrograms({
		main,
		upstreamPort: upstream.port,
	});
	try {
		const results = await runRounds({plan, programs, upstream, say});
		const table = tableOf(linesOf(results, plan));
		console.log(table);
		writeFileSync(join(out, 'bench.md'), `${table}\n`);
		writeFileSync(join(out, 'bench.json'), JSON.stringify({plan, results}));
	} finally {
		programs.close();
		upstream.close();
	}
}

async function besideOtherProxies(): Promise<void> {
	const {table, rounds} = await benchProxy({
		program: main,
		peers: peers ?? process.env['BENCH_PEERS_DIR'] ?? null,
		isQuick: quick,
		say,
	});
	console.log(`\n${table}`);
	writeFileSync(join(out, 'proxy.md'), `${table}\n`);
	writeFileSync(join(out, 'proxy.json'), JSON.stringify(rounds));
}
