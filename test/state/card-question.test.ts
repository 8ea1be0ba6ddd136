import {expect, it} from 'vitest';
import type {HostId, TerminalId} from '../../source/events/ids.ts';
import {cardQuestion} from '../../source/state/card-question.ts';
import {emptyState} from '../../source/state/empty-state.ts';
import {call} from '../view/transcript/fixture.ts';

const nowhere = {hops: emptyState.hops, home: ''};

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
	const {asked: words, machine} = cardQuestion(call('c', {scope, exposure}), nowhere);
	expect([words, machine]).toEqual([asked, 'this machine']);
});

it('another machine is named, and a connection has no folder', () => {
	const there = call('c', {scope: 'hop', host: 'web' as HostId});
	expect(cardQuestion(there, nowhere)).toMatchObject({machine: 'web', folder: ''});
	const server = call('c', {scope: 'mcp:jira', host: 'web' as HostId});
	expect(cardQuestion(server, nowhere)).toMatchObject({asked: 'Let jira do this on', folder: ''});
});

it('a worker is not said to run in the folder of the session, which its restart has no use for', () => {
	expect(cardQuestion(call('c', {scope: 'arq_control'}), nowhere).folder).toBe('');
});

it('a folder below the home folder is written with ~, and one that only begins like it is not', () => {
	const home = '/home/me';
	const folderOf = (cwd: string) => cardQuestion(call('c', {cwd}), {...nowhere, home}).folder;
	expect([home, `${home}/demo`, `${home}2/demo`, '/srv'].map(folderOf)).toEqual([
		'~',
		'~/demo',
		'/home/me2/demo',
		'/srv',
	]);
	expect(cardQuestion(call('c', {cwd: '/srv'}), nowhere).folder).toBe('/srv');
});

it('what is done to a program that runs is not called running it, and names no folder', () => {
	const asked = (tool: string) => cardQuestion(call('c', {tool, scope: 'shell'}), nowhere);
	const typed = call('c', {exposure: {terminal: '1' as TerminalId}});
	expect(cardQuestion(typed, nowhere).folder).toBe('');
	expect(asked('close_pty_session')).toMatchObject({asked: 'End a program on', folder: ''});
	expect(asked('signal_terminal')).toMatchObject({
		asked: 'Send a signal to a program on',
		folder: '',
	});
});
