import {spawnSync} from 'node:child_process';
import {rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, it, onTestFinished} from 'vitest';
import {openPlace, type Place} from '../helpers/agent.ts';
import {runInside} from '../helpers/exec-inside.ts';
import {openRobot} from '../helpers/robot.ts';

const canMount = mounts('probe', openFolder());

/** A home on a disk of its own: full to the last byte, or one that takes nothing. */
function placeOn(disk: 'full' | 'read-only'): Place {
	const place = openPlace();
	mounts('size=256k', place.home);
	onTestFinished(() => void spawnSync('umount', [place.home]));
	if (disk === 'full') {
		fill(join(place.home, 'filler'));
	} else {
		spawnSync('mount', ['-o', 'remount,ro', place.home]);
	}
	return place;
}

function fill(path: string): void {
	for (let size = 4096; size > 0; size = Math.floor(size / 2)) {
		try {
			for (;;) {
				writeFileSync(path, Buffer.alloc(size), {flag: 'a'});
			}
		} catch {
			// Smaller pieces may still fit.
		}
	}
}

function openFolder(): string {
	return spawnSync('mktemp', ['-d'], {encoding: 'utf8'}).stdout.trim();
}

function mounts(what: string, folder: string): boolean {
	const options = what === 'probe' ? [] : ['-o', what];
	const {status} = spawnSync('mount', ['-t', 'tmpfs', ...options, 'tmpfs', folder]);
	if (what === 'probe') {
		spawnSync('umount', [folder]);
		rmSync(folder, {recursive: true, force: true});
	}
	return status === 0;
}

const disks = [
	['full', 'the disk is full'],
	['read-only', 'may not be written'],
] as const;

describe.skipIf(!canMount)('with a home whose disk is', () => {
	it.each(disks)('%s, exec says so once and answers', async (disk, words) => {
		const {code, out, err} = await runInside(['exec', 'thanks'], {place: placeOn(disk)});
		expect({code, out}, err).toMatchObject({code: 0, out: expect.stringContaining('welcome')});
		expect(err.split("can't be written")).toHaveLength(2);
		expect(err).toContain(words);
		expect(err).toContain('goes on in memory');
		expect(err).not.toMatch(/\n\s+at /);
	});

	it.each(disks)('%s, the screen says so and goes on', async (disk, words) => {
		const agent = openRobot({place: placeOn(disk), columns: 130});
		await agent.see(words);
		agent.say('thanks');
		await agent.see('You are welcome');
		agent.say('/notices');
		await agent.see('Notices');
		const said = agent.screen().split("The journal can't be written").length - 1;
		expect(said).toBe(1);
		agent.press('Escape');
		await agent.seeNot('Notices');
		agent.say('run echo once again');
		await agent.answer('y');
		await agent.see('ended with exit code 0');
		await agent.idle();
		await agent.quit();
		expect(await agent.ended()).toBe(0);
		expect(agent.screen()).not.toContain('agent-tui resume');
	});
});
