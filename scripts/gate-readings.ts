/**
 * Prints the lines of `test/gate/readings/readings.txt` about which the gate now says something
 * else than recorded. With `--write` it records what the gate says now. `--add FILE` adds lines,
 * each as JSON in a row of that file.
 */
import {readFileSync, writeFileSync} from 'node:fs';
import {parseArgs} from 'node:util';
import {readingOf, readingsFile, recordedReadings} from '../test/gate/readings/readings.ts';

const {values} = parseArgs({options: {write: {type: 'boolean'}, add: {type: 'string'}}});
const known = recordedReadings();
const added = values.add ? readFileSync(values.add, 'utf8').split('\n').filter(Boolean) : [];
const lines = new Set([...known.map(([line]) => line), ...added.map(row => JSON.parse(row))]);
const before = new Map(known);
const rows = [...lines].map(line => [line, readingOf(line)] as const);
for (const [line, reading] of rows.filter(([one, reading]) => before.get(one) !== reading)) {
	console.log(`${JSON.stringify(line)}\n- ${before.get(line) ?? ''}\n+ ${reading}\n`);
}
if (values.write) {
	const text = rows.map(([line, reading]) => `${JSON.stringify(line)}\t${reading}\n`).join('');
	writeFileSync(readingsFile, text);
}
