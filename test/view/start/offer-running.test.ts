import {expect, it} from 'vitest';
import type {SessionId} from '../../../source/events/ids.ts';
import {emptyState} from '../../../source/state/empty-state.ts';
import type {State} from '../../../source/state/state.ts';
import {acceptedOffer, offerRunning} from '../../../source/view/start/offer-running.ts';
import type {UiState} from '../../../source/view/ui-state/ui-state.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';

const running = {session: 's1' as SessionId, name: 'deploy', isWaiting: true};
const said: State = {
	...emptyState,
	chat: {...emptyState.chat, items: [{type: 'message'}] as never},
};

async function begin(state: State, answer: readonly (typeof running)[]) {
	const clock = fakeClock();
	let offer: UiState['offer'] = null;
	let asked = 0;
	const store = {state: () => state};
	const query = async () => {
		asked += 1;
		return answer;
	};
	await offerRunning(
		{store, query: query as never, clock},
		{
			change(changes) {
				offer = changes.offer ?? null;
			},
		},
	);
	return {clock, store, asked, offer: offer as UiState['offer']};
}

it('Enter goes to the session that runs here, once a person can have read which one it is', async () => {
	const {clock, store, offer} = await begin(emptyState, [running, running]);
	expect(offer).toMatchObject({name: 'deploy', others: 1});
	clock.advance(299);
	expect(acceptedOffer({store, clock}, offer)).toBe(null);
	clock.advance(1);
	expect(acceptedOffer({store, clock}, offer)).toEqual({type: 'open-session', session: 's1'});
	expect(acceptedOffer({store: {state: () => said}, clock}, offer)).toBe(null);
});

it('nothing is offered where nothing runs, nor in a session in which something was said', async () => {
	expect((await begin(emptyState, [])).offer).toBe(null);
	expect(await begin(said, [running])).toMatchObject({offer: null, asked: 0});
});
