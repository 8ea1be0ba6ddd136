import {describe, expect, it} from 'vitest';
import {parseJumps, parseTarget} from '../../source/hop/names.ts';

describe('a target', () => {
	it.each([
		['web', {name: 'web', user: null, port: null}],
		['you@web', {name: 'web', user: 'you', port: null}],
		['you@web:2222', {name: 'web', user: 'you', port: 2222}],
		['you@corp@web', {name: 'web', user: 'you@corp', port: null}],
		['ssh://you@web:22/', {name: 'web', user: 'you', port: 22}],
		['[::1]:2222', {name: '::1', user: null, port: 2222}],
		['::1', {name: '::1', user: null, port: null}],
		['fe80::1%eth0', {name: 'fe80::1%eth0', user: null, port: null}],
		['rechner-büro_2.example', {name: 'rechner-büro_2.example', user: null, port: null}],
	])('%s is taken apart', (text, expected) => {
		expect(parseTarget(text)).toMatchObject({ok: true, value: expected});
	});

	it.each([
		'',
		'-oProxyCommand=x',
		'you@-oProxyCommand=x',
		'-l@web',
		'a b',
		'web;id',
		'$(id)',
		'`id`',
		'web|id',
		"we'b",
		'web\nid',
		'web\u001b[2J',
		'you;id@web',
		'you$x@web',
		'web:0',
		'web:99999',
		'web:x',
		'*',
		'!web',
		'web,other',
		'#web',
		'a'.repeat(300),
		'local',
	])('%j is refused', text => {
		expect(parseTarget(text)).toMatchObject({ok: false, failure: {kind: 'bad-input'}});
	});

	it('may be several in ProxyJump, and one bad name spoils them all', () => {
		expect(parseJumps('a,you@b:23')).toMatchObject({
			ok: true,
			value: [{name: 'a'}, {name: 'b', user: 'you', port: 23}],
		});
		expect(parseJumps('none')).toEqual({ok: true, value: []});
		expect(parseJumps('a,-b').ok).toBe(false);
	});
});
