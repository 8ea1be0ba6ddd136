import {expect, it} from 'vitest';
import {factsAsRecorded} from '../../source/cli/replay/facts.ts';
import type {Stamped} from '../../source/events/event.ts';

const stamped = (event: object, seq: number) => ({v: 1, seq, at: seq, ...event}) as Stamped;
const chosen = (host: string) => ({type: 'hop.chosen', host, cwd: null});
const message = {type: 'message.sent', text: 'go'};
const ended = {type: 'reply.ended'};
const started = (call: string) => ({type: 'tool.started', call});

it('what a connection did is told again behind the same message, reply or call, and once', () => {
	const recorded = [
		chosen('first'),
		message,
		ended,
		started('c1'),
		chosen('by the call'),
		ended,
		chosen('before the second message'),
		message,
	].map(stamped);
	const facts = factsAsRecorded(recorded);
	expect(facts.first).toEqual([chosen('first')]);
	const again = [message, ended, started('c1'), ended, message, ended].map(stamped);
	expect(again.map(event => facts.after(event))).toEqual([
		[],
		[],
		[chosen('by the call')],
		[chosen('before the second message')],
		[],
		[],
	]);
});
