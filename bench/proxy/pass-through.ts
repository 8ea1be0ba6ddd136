/**
 * The simplest possible proxy in node:http, which only passes bytes on. `node pass-through.ts
 * PORT`.
 */
const http = process.getBuiltinModule('node:http');
const upstreamPort = Number(process.argv[2]);
const agent = new http.Agent({keepAlive: true, maxFreeSockets: 256});

const server = http.createServer((request, response) => {
	const {url, method, headers} = request;
	const onward = http.request(
		{host: '127.0.0.1', port: upstreamPort, path: url, method, headers, agent},
		answer => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			response.socket?.setNoDelay(true);
			answer.pipe(response);
		},
	);
	onward.on('error', () => response.destroy());
	response.on('close', () => onward.destroy());
	request.pipe(onward);
});
server.listen(0, '127.0.0.1', () => {
	const address = server.address();
	console.log(JSON.stringify({port: typeof address === 'object' ? address?.port : 0}));
});
