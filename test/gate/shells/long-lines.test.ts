import {describe, expect, it} from 'vitest';
import {localHost} from '../../../source/events/ids.ts';
import {decide} from '../../../source/gate/decide.ts';
import {longShapes} from './long-lines.ts';

/** What grows faster than the line takes seconds at this length; all the others take less than 0.05. */
const bytes = 50_000;
const cpuMsMax = 400;

describe('a decision about a long line', () => {
	it.each(Object.entries(longShapes))('takes no longer than it should: %s', (_, make) => {
		const command = make(bytes);
		const before = process.cpuUsage();
		decide(
			{scope: 'shell', host: localHost, tool: 'x', summary: command, exposure: {command}},
			{rules: [{scope: 'shell', match: 'ls', then: 'allow'}], grants: [], now: 0},
		);
		const {user, system} = process.cpuUsage(before);
		expect((user + system) / 1000).toBeLessThan(cpuMsMax);
	});
});
