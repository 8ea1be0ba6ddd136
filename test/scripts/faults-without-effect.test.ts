import {readFileSync} from 'node:fs';
import {expect, it} from 'vitest';
import {isLine, withoutEffect} from '../../scripts/faults-without-effect.ts';

it.each(withoutEffect)('a fault that is passed over stands where it is said: $file $line', one => {
	const lines = readFileSync(one.file, 'utf8').split('\n');
	expect(lines.filter(line => isLine(one.line, line.trim()))).not.toEqual([]);
	expect(one.why).not.toBe('');
});
