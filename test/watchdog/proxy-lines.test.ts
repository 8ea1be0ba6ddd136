import {expect, it} from 'vitest';
import {parseLine} from '../../source/watchdog/proxy-lines.ts';

const listening = {
	type: 'listening',
	url: 'http://127.0.0.1:4017',
	token: 't',
	nonce: 'n',
	provider: 'up',
	model: 'm',
	route: 'default',
};

it('a proxy that listens says where, with what, and for which model', () => {
	expect(parseLine(JSON.stringify(listening))).toEqual({
		type: 'listening',
		address: {url: 'http://127.0.0.1:4017', token: 't', port: 4017, nonce: 'n'},
		provider: 'up',
		model: 'm',
		route: 'default',
	});
});

it('what an older proxy leaves out is empty, and never the word undefined', () => {
	const {url, token} = listening;
	expect(parseLine(JSON.stringify({type: 'listening', url, token}))).toEqual({
		type: 'listening',
		address: {url, token, port: 4017},
		provider: '',
		model: '',
		route: null,
	});
});

it('a signal is handed on as it is', () => {
	const signal = {type: 'signal', kind: 'upstream.reset', provider: 'up', at: 1};
	expect(parseLine(JSON.stringify(signal))).toEqual({type: 'signal', signal});
});

it.each(['', 'listening', '[]', '{}', '{"type":"other"}', '{"type":'])(
	'a line that is no message says nothing: %j',
	line => {
		expect(parseLine(line)).toBeNull();
	},
);
