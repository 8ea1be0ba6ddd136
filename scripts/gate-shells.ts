/**
 * Compares the gate with a real shell: `node scripts/gate-shells.ts --shell bash --lines 1000000
 * --seed 1`. Each line that the gate claims to understand runs inside bubblewrap. Differences are
 * printed in their smallest form, and the exit code is 1 if a law is broken.
 */
import {parseArgs} from 'node:util';
import {type Find, holdLines, type Report} from '../test/gate/shells/hold.ts';
import {missingForShells, openSandbox} from '../test/gate/shells/sandbox.ts';
import {shellNames} from '../test/gate/shells/world.ts';

const {values} = parseArgs({
	options: {
		shell: {type: 'string', default: 'bash'},
		lines: {type: 'string', default: '20000'},
		seed: {type: 'string', default: '1'},
		shrink: {type: 'string', default: '20'},
	},
});
const shell = shellNames.find(name => name === values.shell);
const missing = missingForShells();
if (!shell || missing !== null) {
	console.log(missing ?? `--shell is one of ${shellNames.join(', ')}`);
	process.exit(2);
}
const sandbox = openSandbox();
const start = performance.now();
let shownAt = start;
let shownFinds = 0;
const report = await holdLines(sandbox, {
	shell,
	lineCount: Number(values.lines),
	seed: Number(values.seed),
	shrinksMax: Number(values.shrink),
	onProgress(so) {
		for (; shownFinds < so.finds.length; shownFinds += 1) {
			showFind(so.finds[shownFinds]!);
		}
		if (performance.now() - shownAt > 30_000) {
			shownAt = performance.now();
			console.log(summaryOf(so));
		}
	},
});
sandbox.close();
console.log(summaryOf(report));
process.exitCode = report.finds.length === 0 ? 0 : 1;

function showFind({law, smallest, line, detail}: Find): void {
	if (smallest !== undefined) {
		console.log(`${law} ${JSON.stringify(smallest)} (${detail}) from ${JSON.stringify(line)}`);
	}
}

function summaryOf({read, whole, ran, endless, lost, programs, counts}: Report): string {
	const seconds = Math.round((performance.now() - start) / 1000);
	return `${shell}, seed ${values.seed}: ${read} lines read, ${whole} whole, ${ran} run with ${programs} programs, ${endless} endless, ${lost} lost, broken laws ${JSON.stringify(counts)}, ${seconds} s`;
}
