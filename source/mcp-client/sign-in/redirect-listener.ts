import {createServer} from 'node:http';
import type {AddressInfo} from 'node:net';

/** An address on this machine to which the browser is redirected after the sign-in. */
export type RedirectListener = {
	readonly url: string;
	/** Resolves to the parameters of the first request with the right state. */
	readonly answered: Promise<URLSearchParams>;
	readonly close: () => void;
};

const path = '/callback';

/**
 * Listens on this machine. A request without the `state` of this sign-in is refused, since another
 * program on this machine could have sent it.
 */
export async function openRedirectListener(state: string): Promise<RedirectListener> {
	let settle: (found: URLSearchParams) => void = () => {};
	const answered = new Promise<URLSearchParams>(resolve => {
		settle = resolve;
	});
	const server = createServer((request, response) => {
		// Any program on this machine can send requests, so the URL may be malformed.
		const asked = URL.parse(request.url ?? '/', 'http://127.0.0.1');
		const isRight = asked?.pathname === path && asked.searchParams.get('state') === state;
		response.writeHead(isRight ? 200 : 404, {
			'content-type': 'text/plain; charset=utf-8',
			'cache-control': 'no-store',
			connection: 'close',
		});
		response.end(
			isRight ? 'You can close this page and go back to the terminal.\n' : 'Not here.\n',
		);
		if (isRight) {
			settle(asked.searchParams);
		}
	});
	const port = await new Promise<number>((resolve, reject) => {
		server.once('error', reject);
		server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
	});
	return {
		url: `http://127.0.0.1:${port}${path}`,
		answered,
		close() {
			server.close();
			server.closeAllConnections();
		},
	};
}
