import {describe, expect, it} from 'vitest';
import {localHost} from '../../../source/events/ids.ts';
import {decide} from '../../../source/gate/decide.ts';
import {growthOf, proportionMax} from '../../helpers/growth.ts';
import {longShapes} from './long-lines.ts';

/** What grows faster than the line takes seconds at this length; all the others take less than 0.05. */
const bytes = 50_000;

describe('a decision about a long line', () => {
	it.each(Object.entries(longShapes))(
		'takes time in proportion to the line: %s',
		async (_, make) => {
			const growth = await growthOf(bytes, length => {
				const command = make(length);
				decide(
					{scope: 'shell', host: localHost, tool: 'x', summary: command, exposure: {command}},
					{rules: [{scope: 'shell', match: 'ls', then: 'allow'}], grants: [], now: 0},
				);
			});
			expect(growth).toBeLessThan(proportionMax);
		},
	);
});
