import {expect, test} from 'vitest';
import {defaultSettings} from '../../../source/events/settings.ts';
import {cutOff} from '../../../source/proxy/failure.ts';
import {createBoard} from '../../../source/proxy/route/board.ts';
import {providerOf} from '../../../source/proxy/route/provider.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';

const target = {provider: providerOf({name: 'up', kind: 'openai-chat'}), model: 'm'};
const other = {...target, model: 'other'};

const limited = (retryAfterMs: number) => ({
	how: 'neither' as const,
	failure: {...cutOff('up'), kind: 'rate-limited' as const, status: 429, retryAfterMs},
});

function openBoard() {
	const clock = fakeClock();
	const tell = {now() {}, once() {}};
	return {clock, board: createBoard({settings: defaultSettings, clock, tell})};
}

test.each(['alone', 'others'] as const)(
	'a provider that asked for a rest (%s) is left in peace for just as long',
	among => {
		const {clock, board} = openBoard();
		board.begin(target);
		board.end(target, limited(7000));
		expect(board.readyInMs(target, among)).toBe(7000);
		expect(board.readyInMs(other, among)).toBe(0);
		clock.advance(6999);
		expect(board.readyInMs(target, among)).toBe(1);
		clock.advance(1);
		expect(board.readyInMs(target, among)).toBe(0);
	},
);

test('a rest of hours is cut to a quarter of one', () => {
	const {board} = openBoard();
	board.end(target, limited(9_000_000));
	expect(board.readyInMs(target, 'others')).toBe(900_000);
});
