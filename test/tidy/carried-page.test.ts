import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {carriedPage, clients, fateOf, probes, targets} from '../../scripts/docs-carried.ts';

it('docs/carried.md is what `npm run docs` writes', () => {
	const page = join(import.meta.dirname, '../../docs/carried.md');
	expect(readFileSync(page, 'utf8')).toBe(carriedPage());
});

it.each(clients.flatMap(client => targets.map(target => [client, target] as const)))(
	'nothing that a %s client sends to %s is lost in silence',
	(client, target) => {
		const lost = probes.filter(probe => fateOf(probe, client, target) === 'lost');
		expect(lost.map(({name}) => name)).toEqual([]);
	},
);
