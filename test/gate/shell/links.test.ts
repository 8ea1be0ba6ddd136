import {describe, expect, it} from 'vitest';
import {localHost} from '../../../source/events/ids.ts';
import {decide} from '../../../source/gate/decide.ts';
import {allDeedsOf} from '../../../source/gate/deeds.ts';
import type {Place} from '../../../source/gate/shell/places.ts';
import {readScript} from '../../../source/gate/shell/script.ts';
import {whySecretsAsk} from '../../../source/gate/shell/secrets.ts';
import {whyWritesAsk} from '../../../source/gate/shell/writes.ts';

/** The home folder is a link to /data/me, and some files of the workspace are links elsewhere. */
const links: readonly (readonly [from: string, to: string])[] = [
	['/home/me/project/all', '/'],
	['/home/me/project/up', '/data/me'],
	['/home/me/project/out', '/srv/other'],
	['/home/me/project/in', '/data/me/project/a'],
	['/home/me/project/key', '/data/me/.ssh/id_rsa'],
	['/home/me/project/hook', '/data/me/project/.git/hooks/pre-commit'],
	['/home/me', '/data/me'],
];

function real(path: string): string {
	const link = links.find(([from]) => path === from || path.startsWith(`${from}/`));
	return link ? link[1] + path.slice(link[0].length) : path;
}

const workspace = '/home/me/project';
const place: Place = {cwd: `${workspace}/sub`, workspace, home: '/home/me', real};

describe('with links, it is known', () => {
	it.each([
		['rm -rf a', 'some'],
		['rm -rf ../a', 'some'],
		['rm -rf ../in', 'some'],
		['rm -rf ../out', 'some'],
		['rm -rf ..', 'workspace'],
		['rm -rf ~/project', 'workspace'],
		['rm -rf /data/me/project', 'workspace'],
		['rm -rf ../../project', 'workspace'],
		['rm -rf ../all', 'everything'],
		['rm -rf ../up', 'everything'],
		['rm -rf ../..', 'everything'],
		['rm -rf ~', 'everything'],
		['rm -rf /data/me', 'everything'],
		['rm -rf /data', 'everything'],
		['rm -rf /data/*', 'everything'],
		['rm -rf /root', 'everything'],
		['rm -rf /home/other', 'everything'],
		['rm -rf /home/other/a', 'some'],
		['cd ..; rm -rf *', 'workspace'],
		['cd; rm -rf project', 'workspace'],
	])('how much %s deletes: %s', (line, extent) => {
		expect(allDeedsOf(readScript(line), place).map(deed => deed.extent)).toEqual([extent]);
	});

	it.each([
		['echo > a', null],
		['echo > ../a', null],
		['echo > ../in', null],
		['echo > ../out', `${workspace}/out lies outside the workspace`],
		['echo > ../up/a', `${workspace}/up/a lies outside the workspace`],
		['echo > /data/me/project/a', null],
		['echo > /data/me/a', '/data/me/a lies outside the workspace'],
		["dd of='~/a'", null],
		['dd of=~/a', '/home/me/a lies outside the workspace'],
		['cd $x; echo > a', 'where a lies is not known'],
	])('why %s asks: %s', (line, why) => {
		expect(whyWritesAsk(readScript(line), place)).toBe(why);
	});

	it('what runs later is known by the name of the link and by what it leads to', () => {
		for (const target of ['../hook', '../.git/hooks/pre-commit']) {
			expect(whyWritesAsk(readScript(`echo > ${target}`), place)).toContain(`${target}: `);
		}
	});

	it.each([
		['tee a', 'allow'],
		['tee ../hook', 'ask'],
		['tee ../.git/hooks/pre-commit', 'ask'],
	])('that a rule for the program does not cover what makes such a file: %s', (command, type) => {
		const call = {scope: 'shell', host: localHost, tool: 'x', summary: command} as const;
		const rules = [{scope: 'shell', match: 'tee', then: 'allow'}] as const;
		expect(decide({...call, exposure: {command}}, {rules, grants: [], now: 0, place}).type).toBe(
			type,
		);
	});

	it.each([
		['cat a', false],
		['cat ../in', false],
		['cat ../key', true],
		['cat ~/.ssh/id_rsa', true],
		['cat /data/me/.ssh/id_rsa', true],
	])('whether %s reads a secret: %s', (line, isSecret) => {
		expect(whySecretsAsk(readScript(line), place) !== null).toBe(isSecret);
	});
});

it('without a port that follows links a path is what it is called', () => {
	const {real: _, ...named} = place;
	expect(whyWritesAsk(readScript('echo > ../out'), named)).toBeNull();
	expect(allDeedsOf(readScript('rm -rf ../all'), named)).toMatchObject([{extent: 'some'}]);
});
