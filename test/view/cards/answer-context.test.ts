import {describe, expect, it} from 'vitest';
import type {HopQuestion} from '../../../source/events/hop.ts';
import type {HostId, QuestionId} from '../../../source/events/ids.ts';
import {cardGuardMs} from '../../../source/view/input/card-focus.ts';
import {openInput} from '../input/open-input.ts';

const host = 'web' as HostId;
const enter = '\r';
const esc = '\u001B';

const secret = (id: string, isEchoed = false): HopQuestion => ({
	id: id as QuestionId,
	type: 'secret',
	host,
	purpose: 'password',
	title: 'Password of you@web',
	instruction: '',
	prompt: '',
	isEchoed,
	attempt: 1,
	attemptsMax: 3,
});

const hostKey: HopQuestion = {
	id: 'k' as QuestionId,
	type: 'host-key',
	host,
	name: 'web',
	keyType: 'ssh-ed25519',
	fingerprint: 'SHA256:abc',
	picture: [],
	file: null,
	alsoKnownAs: [],
};

function askDesk(question: HopQuestion) {
	const ui = openInput();
	ui.store.append({type: 'hop.asked', question});
	ui.clock.advance(cardGuardMs + 50);
	return ui;
}

describe('what a host asks', () => {
	it('is answered with what was typed, of which the ui knows only the length', () => {
		const {type, press, asked, ui} = askDesk(secret('q'));
		type('hunter2');
		expect(ui.snapshot()).toMatchObject({hiddenLength: 7, answer: ''});
		expect(JSON.stringify(ui.snapshot())).not.toContain('hunter');
		press('\u007F');
		press(enter);
		expect(asked).toEqual([
			{type: 'answer-hop', question: 'q', answer: {type: 'secret', text: 'hunter'}},
		]);
		expect(ui.snapshot()).toMatchObject({hiddenLength: 0});
	});

	it('can be seen while it is typed where the host says so', () => {
		const {type, ui} = askDesk(secret('q', true));
		type('123456');
		expect(ui.snapshot().answer).toBe('123456');
	});

	it('is turned away by Esc', () => {
		const {type, press, asked} = askDesk(secret('q'));
		type('secret');
		press(esc);
		expect(asked).toEqual([{type: 'answer-hop', question: 'q', answer: {type: 'no'}}]);
	});

	it('is not sent in its first moment, and nothing of it is left for the next question', () => {
		const {type, press, asked, store, ui, clock} = openInput();
		store.append({type: 'hop.asked', question: secret('q')});
		clock.advance(40);
		type('early');
		press(enter);
		expect(asked).toEqual([]);
		store.append({type: 'hop.answered', question: 'q' as QuestionId, answer: 'gone'});
		store.append({type: 'hop.asked', question: secret('other')});
		clock.advance(cardGuardMs + 50);
		expect(ui.snapshot().hiddenLength).toBe(0);
		press(enter);
		expect(asked).toEqual([
			{type: 'answer-hop', question: 'other', answer: {type: 'secret', text: ''}},
		]);
	});

	it('does not take the keyboard from somebody who writes a message', () => {
		const {type, asked, store, draft, clock} = openInput();
		type('hello');
		store.append({type: 'hop.asked', question: secret('q')});
		clock.advance(cardGuardMs + 50);
		type(' there');
		expect(draft()).toBe('hello there');
		expect(asked).toEqual([]);
	});
});

describe('the key of a host that nobody knows', () => {
	it.each([
		['y', 'yes'],
		['n', 'no'],
	] as const)('is answered by %s', (key, type) => {
		const {press, asked} = askDesk(hostKey);
		press(key);
		expect(asked).toEqual([{type: 'answer-hop', question: 'k', answer: {type}}]);
	});

	it('is never accepted by Enter, nor by a letter that comes too early', () => {
		const {press, asked, draft} = askDesk(hostKey);
		press(enter);
		expect(asked).toEqual([]);
		const early = openInput();
		early.store.append({type: 'hop.asked', question: hostKey});
		early.clock.advance(40);
		early.press('y');
		expect(early.asked).toEqual([]);
		expect(early.draft()).toBe('y');
		expect(draft()).toBe('');
	});

	it('can be put off, and other letters are a message', () => {
		const {press, type, asked, draft, ui} = askDesk(hostKey);
		press(esc);
		expect(ui.snapshot().card).toMatchObject({focused: false, isPutOff: true});
		type('y');
		expect(draft()).toBe('y');
		expect(asked).toEqual([]);
	});
});
