import {expect, test} from 'vitest';
import type {Client, ClientListener, HttpCall} from '../../../source/proxy/route/client.ts';
import {getText} from '../../../source/proxy/route/get-text.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';

function start() {
	const clock = fakeClock();
	const asked: HttpCall[] = [];
	let aborted = 0;
	let told: ClientListener | null = null;
	const client: Client = {
		send(call, listener) {
			asked.push(call);
			told = listener;
			return {
				pause() {},
				resume() {},
				abort() {
					aborted += 1;
				},
			};
		},
		close() {},
	};
	const call = {url: 'http://up.test/models', headers: {a: 'b'}, caFile: 'ca.pem'};
	const answer = getText({client, clock, timeoutMs: 5000, lengthMax: 8, ...call});
	const server = told as unknown as ClientListener;
	return {clock, asked, answer, server, aborted: () => aborted};
}

const bytes = (text: string) => Buffer.from(text);

test('a document is asked for with GET and comes whole, with its status', async () => {
	const {asked, answer, server, clock} = start();
	expect(asked).toEqual([
		{url: 'http://up.test/models', headers: {a: 'b'}, caFile: 'ca.pem', method: 'GET', body: ''},
	]);
	server.head(404, {});
	server.chunk(bytes('1234'));
	server.chunk(bytes('5678'));
	server.end();
	expect(await answer).toEqual({status: 404, text: '12345678'});
	expect(clock.pending()).toBe(0);
});

test('of a document that is too long nothing is taken, and no more of it is read', async () => {
	const {answer, server, aborted} = start();
	server.head(200, {});
	server.chunk(bytes('1234'));
	server.chunk(bytes('56789'));
	expect(aborted()).toBe(1);
	expect(await answer).toEqual({status: 200, text: ''});
});

test('a document that breaks off counts as none', async () => {
	const {answer, server} = start();
	server.head(200, {});
	server.chunk(bytes('1'));
	server.error({code: 'ECONNRESET', message: '', answered: true, stale: false});
	expect(await answer).toBeNull();
});

test('a document that has not come whole in time is not waited for', async () => {
	const {answer, server, clock, aborted} = start();
	server.head(200, {});
	clock.advance(4999);
	expect(aborted()).toBe(0);
	clock.advance(1);
	expect(aborted()).toBe(1);
	expect(await answer).toBeNull();
});
