import type {IncomingMessage} from 'node:http';
import {describe, expect, it} from 'vitest';
import {createGuard} from '../../../source/proxy/edge/guard.ts';

const guard = createGuard({port: 1, token: 'right'});

function request(socket: object, headers: IncomingMessage['headers']): IncomingMessage {
	return {socket, headers} as IncomingMessage;
}

describe('a connection that has shown the right token', () => {
	it('has to show it with each of its requests', () => {
		const socket = {};
		const knows = (headers: IncomingMessage['headers']) =>
			guard.knowsToken(request(socket, headers));
		expect(knows({authorization: 'Bearer wrong'})).toBe(false);
		expect(knows({authorization: 'Bearer right'})).toBe(true);
		expect(knows({authorization: 'Bearer right'})).toBe(true);
		expect(knows({authorization: 'Bearer wrong'})).toBe(false);
		expect(knows({authorization: ''})).toBe(false);
		expect(knows({})).toBe(false);
		expect(knows({'x-api-key': 'wrong'})).toBe(false);
		expect(knows({'x-api-key': 'right'})).toBe(true);
		expect(knows({})).toBe(false);
	});

	it('says nothing of any other connection', () => {
		expect(guard.knowsToken(request({}, {authorization: 'Bearer right'}))).toBe(true);
		expect(guard.knowsToken(request({}, {authorization: 'Bearer wrong'}))).toBe(false);
	});
});
