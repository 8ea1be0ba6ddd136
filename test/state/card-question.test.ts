import {expect, it} from 'vitest';
import type {HostId, TerminalId} from '../../source/events/ids.ts';
import {cardQuestion} from '../../source/state/card-question.ts';
import {emptyState} from '../../source/state/empty-state.ts';
import {call} from '../view/transcript/fixture.ts';

it.each([
	['shell', {}, 'Run this on'],
	['write', {}, 'Change this on'],
	['read', {}, 'Read this on'],
	['network', {}, 'Reach the network from'],
	['hop', {}, 'Connect to'],
	['arq_control', {}, 'Do this with a worker on'],
	['mcp:jira', {}, 'Let jira do this for'],
	['shell', {terminal: '1' as TerminalId}, 'Type this into a program on'],
	[null, {}, 'Do this on'],
] as const)('a card about %s %j asks in plain words', (scope, exposure, asked) => {
	const {asked: words, machine} = cardQuestion(call('c', {scope, exposure}), emptyState.hops);
	expect([words, machine]).toEqual([asked, 'this machine']);
});

it('another machine is named, and a connection has no folder', () => {
	const there = call('c', {scope: 'hop', host: 'web' as HostId});
	expect(cardQuestion(there, emptyState.hops)).toMatchObject({machine: 'web', folder: ''});
});

it('a worker is not said to run in the folder of the session, which its restart has no use for', () => {
	expect(cardQuestion(call('c', {scope: 'arq_control'}), emptyState.hops).folder).toBe('');
});
