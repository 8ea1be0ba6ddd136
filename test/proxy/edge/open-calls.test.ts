import {getHeapSpaceStatistics, setFlagsFromString} from 'node:v8';
import {runInNewContext} from 'node:vm';
import {describe, expect, it} from 'vitest';
import {createOpenCalls} from '../../../source/proxy/edge/open-calls.ts';
import type {HttpReply} from '../../../source/proxy/edge/reply.ts';

describe('the calls that are being answered', () => {
	it('are those that were added and have not ended, in whichever order they end', () => {
		const open = createOpenCalls();
		const replies = Array.from({length: 4}, () => reply());
		const ends = replies.map(each => open.add(each));
		expect(open.count()).toBe(4);
		ends[0]?.();
		ends[2]?.();
		ends[2]?.();
		expect(new Set(open.all())).toEqual(new Set([replies[1], replies[3]]));
		ends[3]?.();
		ends[1]?.();
		expect([open.count(), open.all()]).toEqual([0, []]);
		open.add(replies[0]!);
		ends[0]?.();
		expect(open.all()).toEqual([replies[0]]);
	});

	it('are garbage as soon as they have ended, without a collection of everything', () => {
		const open = createOpenCalls();
		const collect = collector();
		const ends = Array.from({length: 16}, () => open.add(reply()));
		// What is open now has survived, as some of a proxy's calls always have.
		collect('major');
		const before = oldBytes();
		for (let call = 1; call <= callsMax; call += 1) {
			ends.shift()?.();
			ends.push(open.add(reply()));
			if (call % 100 === 0) {
				collect('minor');
			}
		}
		expect(oldBytes() - before).toBeLessThan((callsMax * replyNumbers * 8) / 4);
		expect(open.count()).toBe(16);
	});
});

const callsMax = 10_000;
/** So many that what is held of them shows. */
const replyNumbers = 128;

function reply(): HttpReply {
	return {numbers: Array.from({length: replyNumbers}, Math.random)} as unknown as HttpReply;
}

/** What survives two minor collections stays until everything is collected. */
function collector(): (type: 'minor' | 'major') => void {
	setFlagsFromString('--expose-gc');
	const collect = runInNewContext('gc') as (options: {type: string}) => void;
	return type => collect({type});
}

function oldBytes(): number {
	const spaces = getHeapSpaceStatistics().filter(({space_name}) => space_name === 'old_space');
	return spaces.reduce((sum, {space_used_size}) => sum + space_used_size, 0);
}
