import {readFileSync} from 'node:fs';
import {describe, expect, it} from 'vitest';
import {createRedactor} from '../../source/storage/redact.ts';
import {writeReport} from '../../source/storage/write-report.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';
import {readRow, secretLanes} from './fixtures/secret-lanes.ts';

const redactor = createRedactor();

/** What a text in pieces looks like: what was told, and what a kill at this moment leaves. */
function inPieces(text: string) {
	const stream = redactor.stream();
	let told = '';
	const seen: string[] = [];
	for (const character of text) {
		told += stream.push(character);
		seen.push(told + stream.held());
	}
	return {told: told + stream.end(), seen};
}

for (const [lane, rows] of Object.entries(secretLanes)) {
	describe(`a secret ${lane}`, () => {
		it.each(rows)('loses the secret and nothing else: %s', row => {
			const {text, left} = readRow(row);
			expect(redactor.text(text)).toMatch(left);
		});

		it.each(rows)('is hidden in JSON within JSON: %s', row => {
			const {text, secrets} = readRow(row);
			const lines = [{text}, {raw: JSON.stringify({cmd: text})}].map(redactor.json);
			const broken = redactor.document(JSON.stringify({cmd: text}).slice(0, -1));
			for (const out of [...lines, broken]) {
				for (const secret of secrets) {
					expect(out).not.toContain(JSON.stringify(secret).slice(1, -1));
				}
			}
			for (const line of lines) {
				expect(() => JSON.parse(line)).not.toThrow();
			}
		});

		it.each(rows)('is told the same in pieces, and no moment shows a part of it: %s', row => {
			const {text, secrets} = readRow(row);
			const {told, seen} = inPieces(text);
			expect(told).toBe(redactor.text(text));
			const parts = secrets.map(
				secret => /MII\w{60,}/.exec(secret)?.[0].slice(0, 8) ?? secret.slice(0, 8),
			);
			for (const [index, out] of seen.entries()) {
				const isShown = parts.some(part => out.includes(part));
				expect(isShown, `${text.slice(0, index + 1)} → ${out}`).toBe(false);
			}
			for (let cut = 1; cut < text.length; cut += 1) {
				const stream = redactor.stream();
				const two = stream.push(text.slice(0, cut)) + stream.push(text.slice(cut)) + stream.end();
				expect(two, `cut at ${cut}`).toBe(told);
			}
		});
	});
}

it('more than a hundred shapes in six lanes are known', () => {
	expect(Object.keys(secretLanes)).toHaveLength(6);
	expect(Object.values(secretLanes).flat().length).toBeGreaterThan(100);
});

it('a report for a bug holds none of them, as text or as a call', () => {
	const rows = Object.values(secretLanes).flat().map(readRow);
	const calls = rows.map(({text}) => ({raw: JSON.stringify({cmd: text}), note: `failed: ${text}`}));
	const report = {calls, all: rows.map(({text}) => text).join('\n\n')};
	const written = writeReport(temporaryFolder(), {at: 1, redactor, report});
	const text = readFileSync(written ?? '', 'utf8');
	const secrets = rows.flatMap(row => row.secrets).filter(({length}) => length > 6);
	expect(secrets.filter(secret => text.includes(JSON.stringify(secret).slice(1, -1)))).toEqual([]);
});
