import {describe, expect, it} from 'vitest';
import {freshCalls} from './corpus/fresh/calls.ts';
import {freshNoCalls, languages} from './corpus/fresh/no-calls.ts';
import {type Outcome, outcomeOf, readReply} from './score.ts';

function titlesOf(
	replies: readonly {readonly title: string; readonly text: string}[],
	outcome: Outcome,
): readonly string[] {
	return replies.filter(one => outcomeOf(one) === outcome).map(({title}) => title);
}

describe('300 replies in twelve languages, written by somebody who had not read the reader', () => {
	it('call nothing, and none of them is read as a call', () => {
		expect([freshNoCalls.length, Object.keys(languages).length]).toEqual([300, 12]);
		expect(titlesOf(freshNoCalls, 'false')).toEqual([]);
	});

	it('are text where they say afterwards what stood there', () => {
		expect(titlesOf(freshNoCalls, 'asked')).toEqual(['English 9']);
	});
});

describe('172 replies with calls in 41 formats, written by somebody who had not read the reader', () => {
	it('are never read as another call', () => {
		expect(titlesOf(freshCalls, 'false')).toEqual([]);
	});

	it('are read, or asked about where they may be read in two ways', () => {
		expect(titlesOf(freshCalls, 'lost')).toEqual(['functools 4']);
		expect(titlesOf(freshCalls, 'right').length).toBeGreaterThanOrEqual(147);
	});
});

it('a reply that comes letter by letter is read as one that comes whole', () => {
	for (const reply of [...freshCalls, ...freshNoCalls]) {
		expect(readReply([...reply.text], reply), reply.title).toEqual(readReply([reply.text], reply));
	}
});

describe('a call behind a sentence of its own line', () => {
	const json = '{"name": "run_command", "arguments": {"cmd": "ls"}}';

	it.each([
		['JSON', json],
		['Python', '[run_command(cmd="ls")]'],
		['a fence', `\`\`\`json\n${json}\n\`\`\``],
	])('is asked about where that announces it, as %s', (_, written) => {
		expect(readReply([`Let me check that. ${written}`], {})).toEqual({calls: [], asked: 1});
		expect(readReply([`That is all. ${written}`], {})).toEqual({calls: [], asked: 0});
		expect(readReply([`I'll show you. ${written}`], {})).toEqual({calls: [], asked: 0});
	});
});
