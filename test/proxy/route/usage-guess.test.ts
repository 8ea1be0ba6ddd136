import {expect, it} from 'vitest';
import type {ClientCall} from '../../../source/proxy/route/prepare.ts';
import {guessOf} from '../../../source/proxy/route/usage-guess.ts';

const request = {instructions: 'x'.repeat(400), items: [], tools: []};
const call = (change: object) =>
	({request: () => ({ok: true, value: request}), ...change}) as unknown as ClientCall;

it('a request that can be read is guessed at by its length', () => {
	expect(guessOf(call({})).inputTokens()).toBeGreaterThan(50);
});

it('a request that can not be read counts nothing', () => {
	expect(guessOf(call({request: () => ({ok: false})})).inputTokens()).toBe(0);
});

it('guesses are told to clients, and never to our own engine', () => {
	expect(guessOf(call({})).isTold).toBe(true);
	expect(guessOf(call({isEngine: true})).isTold).toBe(false);
});
