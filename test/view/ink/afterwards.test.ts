import {expect, it} from 'vitest';
import {createEmitter} from '../../../source/events/live.ts';
import {createAfterwards} from '../../../source/view/ink/afterwards.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';

function openSource() {
	const clock = fakeClock();
	const emitter = createEmitter();
	const afterwards = createAfterwards(clock);
	const heard: string[] = [];
	const source = afterwards.of({subscribe: emitter.subscribe, snapshot: () => 1});
	const stop = source.subscribe(() => heard.push('one'));
	source.subscribe(() => heard.push('two'));
	return {clock, emit: emitter.emit, afterwards, heard, stop};
}

it('listeners hear of the changes of one moment once, and not within it', () => {
	const {clock, emit, heard} = openSource();
	emit();
	emit();
	expect(heard).toEqual([]);
	clock.advance(0);
	expect(heard).toEqual(['one', 'two']);
	emit();
	clock.advance(0);
	expect(heard).toHaveLength(4);
});

it('who has left hears nothing more', () => {
	const {clock, emit, heard, stop} = openSource();
	emit();
	stop();
	clock.advance(0);
	expect(heard).toEqual(['two']);
});

it('nothing is heard after the end', () => {
	const {clock, emit, heard, afterwards} = openSource();
	emit();
	afterwards.close();
	clock.advance(1);
	expect(heard).toEqual([]);
});
