import {describe, expect, it} from 'vitest';
import {readScript} from '../../../source/gate/shell/script.ts';

const unseen = (line: string) => readScript(line).unseen;

/** Bash runs what stands in brackets in a text that it takes for a number: `a[$(rm x)]`. */
describe('a number that a command prints, in a sum or a test', () => {
	it.each([
		'[[ $(nproc) -eq 1 ]] && ls',
		'[[ $(ls | wc -l) -gt 3 ]] && ls',
		'[[ $(grep -c word file.txt) -eq 1 ]] && ls',
		'[[ $(cat f | grep -ic word) -eq 1 ]] && ls',
	])('is seen through where nothing else can be printed: %s', line => {
		expect(unseen(line)).toEqual([]);
	});

	it.each([
		'[[ $(cat f; nproc) -eq 1 ]] && ls',
		'[[ $(cat f\nnproc) -eq 1 ]] && ls',
		'[[ $(cat f && nproc) -eq 1 ]] && ls',
		'[[ $(cat f || nproc) -eq 1 ]] && ls',
		'[[ $(cat f & nproc) -eq 1 ]] && ls',
		'[[ $({ cat f; } ; nproc) -eq 1 ]] && ls',
		'[[ $( (cat f) ; nproc) -eq 1 ]] && ls',
		'n=$(cat f; nproc); echo $((n))',
		'[[ $(grep -ec f) -eq 1 ]] && ls',
		'[[ $(grep -rc word .) -eq 1 ]] && ls',
		'[[ $(grep -c word a b) -eq 1 ]] && ls',
		'[[ $(grep -c word *) -eq 1 ]] && ls',
		'[[ $(grep -c -e word f) -eq 1 ]] && ls',
		'[[ $(grep -cH word f) -eq 1 ]] && ls',
		'[[ $(grep -c -H word) -eq 1 ]] && ls',
		'[[ $(wc -l f) -eq 1 ]] && ls',
	])('is not, where the text of a file may be printed: %s', line => {
		expect(unseen(line)).not.toEqual([]);
	});
});
