import {readdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, it} from 'vitest';
import {dayAndHour, hourOfDay, timeOfDay} from '../../source/platform/time-words.ts';

const at = new Date(2026, 0, 5, 15, 4, 9).getTime();

it('a time is told by the clock of 24 hours, whatever the locale', () => {
	expect(timeOfDay(at)).toBe('15:04:09');
	expect(hourOfDay(at)).toBe('15:04');
	expect(dayAndHour(at)).toBe('2026-01-05 15:04');
	expect(timeOfDay(new Date(2026, 0, 5).getTime())).toBe('00:00:00');
});

it('nothing else in the program words a time', () => {
	const folders = ['source', 'commands'].map(name => join(import.meta.dirname, '../..', name));
	const files = folders.flatMap(folder =>
		readdirSync(folder, {recursive: true, encoding: 'utf8'})
			.filter(name => /\.tsx?$/.test(name))
			.map(name => join(folder, name)),
	);
	expect(files.length).toBeGreaterThan(500);
	const own = files.filter(file =>
		/toLocale(?:Time|Date)String|new Date\([^)]*\)\.toLocaleString/.test(
			readFileSync(file, 'utf8'),
		),
	);
	expect(own).toEqual([]);
});
