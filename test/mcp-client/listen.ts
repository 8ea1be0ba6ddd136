import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';
import {onTestFinished} from 'vitest';

export type Handle = (request: Request) => Promise<Response>;

/** Serves on this machine; resolves to the address. */
export async function listen(handle: Handle): Promise<string> {
	const server = createServer(async (incoming, outgoing) => {
		const chunks: Buffer[] = [];
		for await (const chunk of incoming) {
			chunks.push(chunk);
		}
		const body = Buffer.concat(chunks);
		const request = new Request(`http://127.0.0.1${incoming.url}`, {
			method: incoming.method ?? 'GET',
			headers: Object.entries(incoming.headers).map(
				([name, value]) => [name, String(value)] as [string, string],
			),
			...(body.length > 0 && {body}),
		});
		const response = await handle(request);
		outgoing.writeHead(response.status, Object.fromEntries(response.headers));
		for await (const chunk of response.body ?? []) {
			outgoing.write(chunk);
		}
		outgoing.end();
	});
	await new Promise<void>(resolve => {
		server.listen(0, '127.0.0.1', resolve);
	});
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}
