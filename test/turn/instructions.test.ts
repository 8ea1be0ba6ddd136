import {expect, it} from 'vitest';
import type {HostId} from '../../source/events/ids.ts';
import {emptyState} from '../../source/state/empty-state.ts';
import {instructions} from '../../source/turn/instructions.ts';

const about = {here: {cwd: '/work', system: 'linux', shell: '/bin/sh'}, date: '2026-11-18'};
const noHops = emptyState.hops;
const web = 'web' as HostId;
const place = {home: '/home/you', shell: '/bin/ash', system: 'Linux', cwd: '/srv'};
const ready = {host: web, state: {status: 'ready'}, at: 0, facts: null, place} as const;
const digest = '0123456789abcdef0123456789abcdef';

it('a single other host is reason enough to say how a call names it', () => {
	const told = instructions({...about, hops: {...noHops, list: [ready]}});
	expect(told).toContain('Also connected: web, Linux.');
	expect(told).toContain('name another one with "host"');
});

it('without another host nothing is said of hosts', () => {
	const told = instructions({...about, hops: noHops});
	expect(told).not.toContain('Also connected');
	expect(told).not.toContain('name another one with "host"');
});

it('a closed connection is no host to name', () => {
	const closed = {...ready, state: {status: 'closed'}} as const;
	const told = instructions({...about, hops: {...noHops, list: [closed]}});
	expect(told).not.toContain('web');
	expect(told).not.toContain('name another one with "host"');
});

it('a file stands between marks of its own digest, and says whose it is', () => {
	const files = [
		{name: 'AGENTS.md', by: 'project', digest, text: 'Use tabs.\n\n'},
		{name: 'own.md', by: 'person', digest: digest.replace('0', 'f'), text: 'Be kind.'},
	] as const;
	const told = instructions({...about, hops: noHops, files})
		.split('\n')
		.slice(-8);
	expect(told).toEqual([
		'',
		'[0123456789ab: of the project, "AGENTS.md"]',
		'Use tabs.',
		'[end 0123456789ab]',
		'',
		'[f123456789ab: of the person, "own.md"]',
		'Be kind.',
		'[end f123456789ab]',
	]);
});

it('without files nothing is said of files', () => {
	expect(instructions({...about, hops: noHops})).not.toContain('Files that say how to work here');
});
