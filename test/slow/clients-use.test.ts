import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, onTestFinished, test} from 'vitest';
import {clientNames} from '../../source/cli/use/command.ts';
import {fileMaker} from '../helpers/file-maker.ts';
import {installPackage, runClient} from '../helpers/real-clients.ts';
import {startUpstream} from '../helpers/scripted-upstream.ts';
import {usedClient} from '../helpers/used-clients.ts';
import {chatProvider, startProxy} from '../proxy/start-proxy.ts';

test.for(clientNames)(
	'%s works through the proxy with nothing but what `use` wrote, and the token in a variable',
	{timeout: 400_000},
	async (name, {skip}) => {
		const client = usedClient(name);
		const modules = await installPackage(client);
		skip(modules === null, 'the client can not be installed here');
		const upstream = await startUpstream();
		onTestFinished(upstream.close);
		const proxy = await startProxy({
			providers: [chatProvider(upstream.baseUrl, {models: ['m']})],
		});
		onTestFinished(() => proxy.close(0));
		upstream.always(fileMaker('does all as it should be').answer);
		const address = {url: proxy.url, token: proxy.token, model: 'default'};
		const ran = await runClient(client, {
			modules: modules!,
			address,
			prompt: 'Make the file made.txt.',
		});
		const made = join(ran.cwd, 'made.txt');
		expect(existsSync(made), ran.out.slice(-1500) + ran.err.slice(-1500)).toBe(true);
		expect(readFileSync(made, 'utf8')).toBe('made by a tool\n');
		expect(ran.code, ran.err.slice(-1500)).toBe(0);
	},
);
