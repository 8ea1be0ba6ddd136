import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {expect, it, onTestFinished} from 'vitest';
import {listModels} from '../../source/watchdog/list-models.ts';

it.each([
	['{"data": [{"id": "a/b"}, {"id": 7}, null, {"id": "c"}]}', 200, ['a/b', 'c']],
	['{"data": {"id": "a"}}', 200, []],
	['null', 200, []],
	['[{"id": "a"}]', 200, []],
	['no JSON', 200, []],
	['{"data": [{"id": "a"}]}', 401, []],
])('of %s with status %i it lists %j', async (body, status, names) => {
	const server = createServer((_, response) => response.writeHead(status).end(body));
	await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
	onTestFinished(() => void server.close());
	const {port} = server.address() as AddressInfo;
	const url = `http://127.0.0.1:${port}`;
	expect(await listModels({url, token: 't', nonce: ''} as never)).toEqual(names);
});
