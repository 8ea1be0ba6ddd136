import {expect, it} from 'vitest';
import {succeed, type Tool} from '../../source/tools/tool.ts';
import {asked, open} from './turn-harness.ts';

it('what a tool says while it works is written down under its call', async () => {
	const talks: Tool = {
		name: 'talk',
		description: 'Talks.',
		parameters: {type: 'object', properties: {}},
		scope: () => 'shell',
		summary: () => 'talk',
		async run(_, {progress}) {
			progress('half done');
			return succeed({});
		},
	};
	const {turns, model, store, log, answer} = open([], undefined, {tools: [talks]});
	turns.send('talk');
	const exchange = await model.next();
	exchange.call('talk', {}, 'c1');
	exchange.end('calls');
	await asked(store);
	answer('c1', 'once');
	(await model.next()).end();
	await turns.settled();
	expect(log.filter(({type}) => type === 'tool.progressed')).toMatchObject([
		{call: 'c1', note: 'half done'},
	]);
});
