import {describe, expect, it} from 'vitest';
import {sessionModes} from '../../source/events/session-mode.ts';
import type {Decision} from '../../source/gate/decide.ts';
import {limitByMode} from '../../source/gate/limit-by-mode.ts';

const allow: Decision = {type: 'allow', by: 'grant'};
const ask: Decision = {type: 'ask', why: 'it deletes'};
const deny: Decision = {type: 'deny', by: 'rule', reason: 'never'};

describe('the mode of a session', () => {
	it('"rules" leaves every decision as it is', () => {
		for (const decision of [allow, ask, deny]) {
			expect(limitByMode(decision, {scope: 'shell'}, 'rules')).toBe(decision);
		}
	});

	it('"ask" asks about what a grant or rule allows, and asks as before about the rest', () => {
		expect(limitByMode(allow, {scope: 'shell'}, 'ask')).toEqual({type: 'ask', by: 'mode'});
		expect(limitByMode(allow, {scope: 'mcp:notes'}, 'ask')).toMatchObject({type: 'ask'});
		expect(limitByMode(ask, {scope: 'shell'}, 'ask')).toBe(ask);
	});

	it.each(['shell', 'write', 'network', 'hop', 'arq_control', 'mcp:notes'] as const)(
		'"read" refuses the scope %s, whatever allows it',
		scope => {
			expect(limitByMode(allow, {scope}, 'read')).toMatchObject({
				type: 'deny',
				reason: expect.stringContaining(scope),
			});
			expect(limitByMode(ask, {scope}, 'read')).toMatchObject({type: 'deny'});
		},
	);

	it('"read" leaves reading as it is', () => {
		expect(limitByMode(ask, {scope: 'read'}, 'read')).toBe(ask);
		expect(limitByMode(allow, {scope: null}, 'read')).toBe(allow);
	});

	it('never allows what was not allowed', () => {
		for (const mode of sessionModes) {
			for (const decision of [ask, deny]) {
				expect(limitByMode(decision, {scope: 'shell'}, mode).type).not.toBe('allow');
			}
			expect(limitByMode(deny, {scope: 'shell'}, mode)).toBe(deny);
		}
	});
});
