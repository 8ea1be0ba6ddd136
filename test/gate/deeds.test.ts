import {expect, it} from 'vitest';
import {allDeedsOf} from '../../source/gate/deeds.ts';
import {somewhere} from '../../source/gate/shell/places.ts';
import {readScript} from '../../source/gate/shell/script.ts';

it.each([
	...['chmod 000 /dev/null', 'chmod 000 a /dev/zero', 'chown me /dev/null', 'chgrp me /dev/tty'],
	...['mv a /dev/null', 'mv /dev/full a', 'ln -s a /dev/stdin', 'install a b /dev/random'],
	...['rsync -a b a /dev/urandom', 'setfacl -m u:me:r /dev/null', 'chattr +i /dev/fd/3'],
])('%s changes a device', command => {
	expect(allDeedsOf(readScript(command), somewhere)).toContainEqual({
		act: 'change a device',
		extent: 'some',
	});
});

it.each([
	...['chown /dev/null', 'ln -s /dev/null', 'ln -s /dev/null a', 'install /dev/null a'],
	...[
		'rsync /dev/null a',
		'cp a /dev/null',
		'tee /dev/null',
		'chmod 000 dev/null',
		'cat /dev/null',
	],
	...['mv a /dev/nullified', 'mv -/dev/null a', 'chown /dev/null a'],
])('%s changes none', command => {
	expect(allDeedsOf(readScript(command), somewhere).map(({act}) => act)).not.toContain(
		'change a device',
	);
});

it.each([
	['kill -9 -1', true],
	['kill -9 -01', true],
	['kill -1 1234', false],
	['kill -9 1', false],
])('%s ends everything: %s', (command, isEnding) => {
	const deeds = allDeedsOf(readScript(command), somewhere);
	expect(deeds.some(({act}) => act === 'end')).toBe(isEnding);
});

it.each([
	['journalctl -u a --vacuum-time=1d', true],
	['journalctl --vac', true],
	['journalctl vacuum', false],
	['crontab -r', true],
	['crontab -u me -ir', true],
	['crontab r', false],
	['crontab --r', false],
	['rmdir -r', false],
])('%s deletes records: %s', (command, isDeleting) => {
	const deeds = allDeedsOf(readScript(command), somewhere);
	expect(deeds.some(({act}) => act === 'delete records')).toBe(isDeleting);
});

it('what is done to folders is still among the deeds', () => {
	const deeds = allDeedsOf(readScript('rm -rf /; chmod 0 /dev/null'), somewhere);
	expect(deeds.map(({act}) => act)).toEqual(['remove', 'change a device']);
});
