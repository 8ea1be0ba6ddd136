import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {describe, expect, it, onTestFinished} from 'vitest';
import type {OwnProcess} from '../../source/events/hop.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {systemIds} from '../../source/platform/ids.ts';
import {isProcessAlive, startOfProcess, systemId} from '../../source/platform/process-identity.ts';
import {sessionMarkerName} from '../../source/terminal/environment.ts';
import {readProcess} from '../../source/terminal/process-tree.ts';
import {endSurvivorsOf, survivorsOf} from '../../source/terminal/survivors.ts';

const clock = systemClock();
const newMarker = () => systemIds()<string>('pty');

/** A program that ignores what a terminal's end sends, as a program of ours would have it. */
async function stubborn(marker: string, uid?: number): Promise<ChildProcess> {
	const child = spawn('/bin/sh', ['-c', `trap '' HUP TERM; echo ready; read line`], {
		env: {PATH: '/usr/bin:/bin', ...(marker !== '' && {[sessionMarkerName]: marker})},
		stdio: ['pipe', 'pipe', 'ignore'],
		...(uid !== undefined && {uid}),
	});
	onTestFinished(() => void child.kill('SIGKILL'));
	await once(child.stdout!, 'data');
	return child;
}

/** Written down by a run that is gone: its number is ours, its start time is not. */
function recorded({pid = 0}: ChildProcess, marker: string): OwnProcess {
	return {
		pid,
		startTicks: readProcess(pid)?.startTicks ?? 0,
		marker,
		system: systemId() ?? '',
		opener: {pid: process.pid, start: 'long ago'},
	};
}

/** Asks the kernel: a child's end comes to its parent later. */
function runs({pid = 0}: ChildProcess): boolean {
	return isProcessAlive({pid, start: null});
}

describe.skipIf(process.platform !== 'linux')('what outlived a crash', () => {
	it('is found by the marker in its environment, and is ended although it ignores the hang-up', async () => {
		const marker = newMarker();
		const child = await stubborn(marker);
		const program = recorded(child, marker);
		expect(survivorsOf(program)).toContainEqual({pid: child.pid, name: 'sh'});
		const ended = once(child, 'exit');
		expect(await endSurvivorsOf(program, clock)).toEqual([]);
		expect((await ended)[1]).toBe('SIGKILL');
	});

	it('is never a program that got a recycled number, nor one that began before it', async () => {
		const marker = newMarker();
		const stranger = await stubborn('');
		const other = await stubborn(newMarker());
		const older = await stubborn(marker);
		const began = readProcess(older.pid ?? 0)?.startTicks ?? 0;
		for (const program of [
			recorded(stranger, marker),
			recorded(other, marker),
			recorded(older, marker),
		].map(one => ({...one, startTicks: began + 1}))) {
			expect(survivorsOf(program)).toEqual([]);
			expect(await endSurvivorsOf(program, clock)).toEqual([]);
		}
		expect([stranger, other, older].map(runs)).toEqual([true, true, true]);
	});

	it('is nothing while the run that started it goes on, nor on another machine', async () => {
		const marker = newMarker();
		const child = await stubborn(marker);
		const program = recorded(child, marker);
		const opener = {pid: process.pid, start: startOfProcess(process.pid)};
		for (const one of [
			{...program, opener},
			{...program, system: 'another machine'},
		]) {
			expect(survivorsOf(one)).toEqual([]);
			expect(await endSurvivorsOf(one, clock)).toEqual([]);
		}
		expect(runs(child)).toBe(true);
	});

	it.skipIf(process.getuid?.() !== 0)(
		'is never a program of another user, although root could end it',
		async () => {
			const marker = newMarker();
			const child = await stubborn(marker, 65_534);
			expect(await endSurvivorsOf(recorded(child, marker), clock)).toEqual([]);
			expect(runs(child)).toBe(true);
		},
	);
});
