import {readdirSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it} from 'vitest';
import {openLayoutFile} from '../../source/storage/layout-file.ts';
import {fakeClock} from '../helpers/fake-clock.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

const standard = {shares: {}, isMonitorOpen: false};

describe('the layout in the state folder', () => {
	it('is read as it was left, from one file of this user only', () => {
		const folder = temporaryFolder();
		const clock = fakeClock();
		const file = openLayoutFile({folder, clock});
		expect(file.read()).toEqual(standard);
		file.save({shares: {wide: 0.4}, isMonitorOpen: false});
		file.save({shares: {wide: 0.5, stacked: 0.3}, isMonitorOpen: true});
		file.close();
		expect(file.read()).toEqual({shares: {wide: 0.5, stacked: 0.3}, isMonitorOpen: true});
		expect(readdirSync(folder)).toEqual(['layout.json']);
		expect(statSync(join(folder, 'layout.json')).mode & 0o777).toBe(0o600);
	});

	it.each([
		['', standard],
		['[1]', standard],
		[
			'{"shares": {"wide": "x", "wider": 2, "stacked": 0.3}}',
			{...standard, shares: {stacked: 0.3}},
		],
	])('counts as far as it makes sense: %s', (text, expected) => {
		const folder = temporaryFolder();
		writeFileSync(join(folder, 'layout.json'), text);
		expect(openLayoutFile({folder, clock: fakeClock()}).read()).toEqual(expected);
	});
});
