import {expect, test} from 'vitest';
import {parseProxyArguments} from '../../../source/proxy/process/arguments.ts';

test.each([
	[[], {port: null, host: '127.0.0.1', json: false}],
	[['--port', '0', '--json'], {port: 0, host: '127.0.0.1', json: true}],
	[['--port=4100'], {port: 4100, host: '127.0.0.1', json: false}],
	[['--host', '::1'], {port: null, host: '::1', json: false}],
	[['--host=localhost'], {port: null, host: 'localhost', json: false}],
	[['--host', '127.9.9.9'], {port: null, host: '127.9.9.9', json: false}],
])('%j', (argv, value) => {
	expect(parseProxyArguments(argv)).toEqual({ok: true, value});
});

test.each([
	[['--port'], 'needs a value'],
	[['--port', 'x'], 'not a port'],
	[['--port', '70000'], 'not a port'],
	[['--prot', '1'], '“--prot” is not known'],
	[['4100'], '“4100” is not known'],
	[['--host', '0.0.0.0'], 'this machine only'],
	[['--host', '192.168.1.2'], 'this machine only'],
	[['--host', '127.0.0.1.evil.example'], 'this machine only'],
])('%j is refused', (argv, words) => {
	expect(parseProxyArguments(argv)).toMatchObject({
		ok: false,
		message: expect.stringContaining(words),
	});
});
