/**
 * `npm run bench`: the built program beside its floors, from outside, as one table of ratios.
 * `npm run bench -- --quick` for a look in between, `--program dist/main.js` for another build than
 * the checkout's. README.md says how each line is measured.
 */
import {mkdirSync, writeFileSync} from 'node:fs';
import {join, resolve} from 'node:path';
import {parseArgs} from 'node:util';
import {buildProgram} from '../scripts/build.ts';
import {fullPlan, quickPlan} from './plan.ts';
import {createPrograms} from './programs.ts';
import {runRounds} from './rounds.ts';
import {linesOf, tableOf} from './table.ts';
import {startUpstream} from './upstream.ts';

const root = join(import.meta.dirname, '..');
const out = join(root, 'bench-out');
const {quick, program} = parseArgs({
	options: {quick: {type: 'boolean', default: false}, program: {type: 'string'}},
}).values;
const plan = quick ? quickPlan : fullPlan;

if (process.platform === 'linux') {
	await bench();
} else {
	console.error('The bench reads /proc, so it runs on Linux only.');
	process.exitCode = 1;
}

async function bench(): Promise<void> {
	const say = (text: string) => process.stderr.write(`${text}\n`);
	if (program === undefined) {
		say(await buildProgram({root, isForced: false}));
	}
	const upstream = await startUpstream();
	const programs = await createPrograms({
		main: resolve(program ?? join(root, 'dist/main.js')),
		upstreamPort: upstream.port,
	});
	try {
		const results = await runRounds({plan, programs, upstream, say});
		const table = tableOf(linesOf(results, plan));
		console.log(table);
		mkdirSync(out, {recursive: true});
		writeFileSync(join(out, 'bench.md'), `${table}\n`);
		writeFileSync(join(out, 'bench.json'), JSON.stringify({plan, results}));
	} finally {
		programs.close();
		upstream.close();
	}
}
