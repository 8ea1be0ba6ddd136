import {once} from 'node:events';
import type {IncomingMessage, ServerResponse} from 'node:http';
import {describe, expect, it, onTestFinished} from 'vitest';
import {isPrivateAddress, isPrivateName} from '../../source/platform/addresses.ts';
import {fetchUrl} from '../../source/tools/fetch-url.ts';
import {htmlText} from '../../source/tools/html-text.ts';
import {tools} from './tool-harness.ts';

async function serve(
	answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<string> {
	const server = process.getBuiltinModule('node:http').createServer(answer);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return `http://127.0.0.1:${(server.address() as {port: number}).port}`;
}

describe('fetch_url', () => {
	it('gives the text of a page, its title and where it ended', async () => {
		const base = await serve((request, response) => {
			if (request.url === '/old') {
				response.writeHead(302, {location: '/new'}).end();
			} else {
				response
					.writeHead(200, {'content-type': 'text/html; charset=utf-8'})
					.end('<title>T &amp; U</title><script>x()</script><h1>Hi</h1><p>one<p>two &#233;');
			}
		});
		expect(await tools().result('fetch_url', {url: `${base}/old`})).toMatchObject({
			url: `${base}/new`,
			title: 'T & U',
			redirects: 1,
			content: '# Hi\n\none\ntwo é',
			truncated: false,
		});
	});

	it.each([
		['file:///etc/passwd', 'not file:'],
		['ftp://example.invalid/x', 'not ftp:'],
		['https://me:word@example.invalid/', 'a name or a password'],
		['https://me@example.invalid/', 'a name or a password'],
		['example.invalid', 'Write it whole'],
	])('can never be made with %s, whoever allows it', async (url, words) => {
		expect(fetchUrl.problem?.({url})).toContain(words);
		const outcome = await tools().call('fetch_url', {url});
		expect(outcome).toMatchObject({status: 'failed', failure: {kind: 'bad-input'}});
	});

	it('names another host instead of following a redirect to it', async () => {
		const base = await serve((_, response) => {
			response.writeHead(301, {location: 'http://example.invalid/x'}).end();
		});
		expect(await tools().result('fetch_url', {url: base})).toMatchObject({
			redirect_to: 'http://example.invalid/x',
		});
	});

	it('gives up on a page that redirects to itself', async () => {
		const base = await serve((_, response) => {
			response.writeHead(302, {location: '/'}).end();
		});
		const outcome = await tools().call('fetch_url', {url: base});
		expect(outcome).toMatchObject({status: 'failed', failure: {kind: 'limit'}});
	});

	it('goes on where a long text was cut', async () => {
		const base = await serve((_, response) => {
			response.writeHead(200, {'content-type': 'text/plain'}).end('0123456789');
		});
		const result = (from: number) =>
			tools().result('fetch_url', {url: base, max_characters: 4, from_character: from});
		expect(await result(0)).toMatchObject({content: '0123', truncated: true});
		expect(await result(8)).toMatchObject({content: '89', truncated: false});
	});

	it.each(['file:///etc/passwd', 'ftp://x/y', 'no address', 'http://user:pass@example.com/'])(
		'refuses %s',
		async url => {
			expect(await tools().call('fetch_url', {url})).toMatchObject({
				status: 'failed',
				failure: {kind: 'bad-input'},
			});
		},
	);

	it('asks about what is not the open internet, whatever is granted', () => {
		const raises = (url: string) => fetchUrl.exposure!({url}, tools().context).raises !== undefined;
		expect(raises('http://127.0.0.1:80/')).toBe(true);
		expect(raises('http://2130706433/')).toBe(true);
		expect(raises('http://[::1]/')).toBe(true);
		expect(raises('http://169.254.169.254/latest')).toBe(true);
		expect(raises('http://metadata.google.internal/')).toBe(true);
		expect(raises('https://example.com/')).toBe(false);
	});
});

describe('an address', () => {
	it.each([
		'10.1.2.3',
		'192.168.0.1',
		'172.31.0.1',
		'::1',
		'fe80::1',
		'fd00::1',
		'fec0::1',
		'::127.0.0.1',
		'2002:7f00:1::',
		'64:ff9b:1::a00:1',
		'::ffff:10.0.0.1',
		'0.0.0.0',
		'100.64.0.1',
	])('%s is private', address => expect(isPrivateAddress(address)).toBe(true));
	it.each(['8.8.8.8', '172.32.0.1', '2606:4700::1111'])('%s is public', address =>
		expect(isPrivateAddress(address)).toBe(false),
	);
	it('is known by its name where that says it', () => {
		expect(['localhost', 'printer', 'a.local', 'example.com'].map(isPrivateName)).toEqual([
			true,
			true,
			true,
			false,
		]);
	});
});

it('HTML becomes text without anything that runs or hides', () => {
	const html =
		'<!-- x --><style>a{}</style><ul><li>one<li><a href="https://x.org/a">two</a></ul>a &lt;b&gt;';
	expect(htmlText(html)).toBe('- one\n- two (https://x.org/a)\na <b>');
});
