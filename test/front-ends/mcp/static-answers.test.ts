import {expect, it} from 'vitest';
import {
	discoverResult,
	emptyList,
	initializeResult,
	toolsResult,
} from '../../../source/front-ends/mcp/static-answers.ts';
import {metaKeys} from '../../../source/mcp-server/identity.ts';
import {serveTestTools} from '../../helpers/mcp-client.ts';

const envelope = {
	_meta: {
		[metaKeys.protocol]: '2026-07-28',
		[metaKeys.client]: {name: 'raw', version: '1'},
		[metaKeys.capabilities]: {},
	},
};

it.each(['2025-11-25', '2025-06-18', '2024-11-05', '1999-01-01'])(
	'the answer to a handshake of %s without an engine is the one that the engine gives',
	async protocolVersion => {
		const client = await (await serveTestTools()).dial();
		const params = {protocolVersion, capabilities: {}, clientInfo: {name: 'raw', version: '1'}};
		const answer = await client.ask('initialize', params);
		expect(initializeResult(params)).toEqual(answer.result);
	},
);

it('the lists and the discovery without an engine are the ones that the engine gives, in both eras', async () => {
	const served = await serveTestTools();
	const old = await served.dial();
	await old.initialize();
	expect(await toolsResult(served.home, {})).toEqual((await old.ask('tools/list')).result);
	expect(emptyList('resources', {})).toEqual((await old.ask('resources/list')).result);
	const modern = await served.dial();
	expect(discoverResult()).toEqual((await modern.ask('server/discover', envelope)).result);
	expect(await toolsResult(served.home, envelope)).toEqual(
		(await modern.ask('tools/list', envelope)).result,
	);
	expect(emptyList('resources', envelope)).toEqual(
		(await modern.ask('resources/list', envelope)).result,
	);
});
