import {expect, it} from 'vitest';
import {tourAnswer} from '../../../source/proxy/practice/rules-tour.ts';
import {emptyState} from '../../../source/state/empty-state.ts';
import {nextTourMessage} from '../../../source/view/composer/tour.ts';
import {chatState, message, reply} from '../transcript/fixture.ts';

const practice = {...emptyState.session, provider: 'practice'};

function next(said: string | null, provider = 'practice') {
	const items = said === null ? [] : [message('x'), reply(said)];
	return nextTourMessage({...chatState(items), session: {...practice, provider}});
}

it('an empty conversation with the practice model begins the tour, with another model nothing', () => {
	expect(next(null)).toBe('Give me the tour.');
	expect(next(null, 'openai')).toBeNull();
	expect(next('Press Tab, or say `tour 3`, to go on.', 'openai')).toBeNull();
});

it.each([1, 2, 3, 4])(
	'what the practice model says at the end of step %d leads to the next',
	step => {
		expect(next(tourAnswer(`tour ${step}`))).toBe(`tour ${step + 1}`);
		const refused = tourAnswer(`tour ${step}`, 'refused');
		expect(refused === null ? `tour ${step + 1}` : next(refused)).toBe(`tour ${step + 1}`);
	},
);

it('behind the last step, and outside of the tour, there is none', () => {
	expect(next(tourAnswer('tour 5'))).toBeNull();
	expect(next('This folder has two entries.')).toBeNull();
});
