import {spawnSync} from 'node:child_process';
import {describe, expect, it} from 'vitest';
import {cleanEnvironment, openPlace, type Place} from '../helpers/agent.ts';
import {builtProgram} from '../helpers/built-program.ts';

/** A line for the shell in which `agent-tui` is the built program. */
function shell(
	line: string,
	{place = openPlace(), input = ''}: {place?: Place; input?: string} = {},
) {
	const {status, stdout, stderr} = spawnSync('/bin/sh', ['-c', line], {
		cwd: place.cwd,
		env: {...cleanEnvironment(place), NODE: process.execPath, AGENT: builtProgram},
		input,
		encoding: 'utf8',
	});
	return {code: status, out: stdout, err: stderr};
}

const program = '"$NODE" "$AGENT"';

describe('output that can not be written', () => {
	it.each(['exec thanks', 'exec --json thanks', 'sessions --json', '--help', 'config path'])(
		'ends %s with words and exit code 1',
		words => {
			const {code, err} = shell(`${program} ${words} > /dev/full`);
			expect(err).toContain('agent-tui: the output could not be written: the disk is full.\n');
			expect(err).not.toMatch(/\n\s+at /);
			expect(code).toBe(1);
		},
	);

	it('because its reader has seen enough is no failure', () => {
		const line = `(${program} exec --json thanks; echo "exit $?" >&2) | head -1`;
		expect(shell(line)).toMatchObject({out: expect.stringMatching(/^\{.*\}\n$/)});
		expect(shell(line).err).toMatch(/exit 0\n$/);
		expect(shell(line).err).not.toContain('could not be written');
	});
});

it('a prompt on stdin that is too long is refused, and not a part of it sent', () => {
	const input = 'a'.repeat(8_388_609);
	const {code, out, err} = shell(`${program} exec -`, {input});
	expect(err).toContain('stdin holds more than 8 MB');
	expect(err).toContain('Nothing was sent');
	expect({code, out}).toEqual({code: 2, out: ''});
});

describe.runIf(process.platform === 'linux')('too few files that may be opened', () => {
	it.each([24, 32, 63])('(%i) are told in one sentence', limit => {
		const {code, err} = shell(`ulimit -n ${limit}; exec ${program} exec thanks`);
		expect(err).toMatch(
			/^agent-tui: this process may open \d+ files, and needs 64 at least\. [^\n]*ulimit -n 1024\n$/,
		);
		expect(code).toBe(2);
	});

	it('but enough to begin are enough for an answer', () => {
		const {code, out} = shell(`ulimit -n 64; exec ${program} exec thanks`);
		expect({code, out}).toMatchObject({code: 0, out: expect.stringContaining('welcome')});
	});
});
