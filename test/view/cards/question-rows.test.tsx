import {describe, expect, it} from 'vitest';
import type {HopQuestion} from '../../../source/events/hop.ts';
import type {HostId, QuestionId} from '../../../source/events/ids.ts';
import {textWidth} from '../../../source/text/width.ts';
import {createKeymap} from '../../../source/view/actions/keymap.ts';
import {builtInThemes} from '../../../source/view/built-in-themes.ts';
import {questionRows} from '../../../source/view/cards/question-rows.ts';
import {createPaint} from '../../../source/view/theme.ts';
import {drawnCard} from './drawn-card.tsx';

const fingerprint = `SHA256:${'a'.repeat(43)}`;
const picture = [
	'+--[ED25519 256]--+',
	...Array(9).fill('|     . + S       |'),
	'+----[SHA256]-----+',
];

const hostKey: HopQuestion = {
	id: 'k' as QuestionId,
	type: 'host-key',
	host: 'web' as HostId,
	name: '[10.0.0.5]:2222',
	keyType: 'ssh-ed25519',
	fingerprint,
	picture,
	file: '/home/you/.ssh/known_hosts',
	alsoKnownAs: ['old-web'],
};

const secret: HopQuestion = {
	id: 's' as QuestionId,
	type: 'secret',
	host: 'web' as HostId,
	purpose: 'interactive',
	where: 'web, step 1 of 2: jump (you@10.0.0.1, port 2222)',
	title: 'you@web asks',
	instruction: 'Type \u001B[31myour code\u202E',
	prompt: 'Code:',
	isEchoed: false,
	attempt: 2,
	attemptsMax: 3,
};

function rowsOf(
	question: HopQuestion,
	{width = 80, rowsMax = 15, focused = true, typed = {length: 0, text: ''}} = {},
) {
	const look = {paint: createPaint(builtInThemes[0]!, 0), keymap: createKeymap({}).keymap};
	const card = questionRows({question, focused, typed, width, rowsMax}, look);
	const rows = drawnCard(card, look.paint);
	expect(rows.every(row => textWidth(row) === width)).toBe(true);
	expect(rows.length).toBeLessThanOrEqual(rowsMax);
	return rows.join('\n');
}

describe('the card about the key of a host', () => {
	it('shows fingerprint and picture side by side at 80x24, and two letters that answer', () => {
		const shown = rowsOf(hostKey);
		expect(shown).toContain('Is this really web?');
		expect(shown).toMatch(/\|.*\| {2}SHA256:a{43}/);
		expect(shown).toContain('[SHA256]');
		expect(shown).toContain('Known already as: old-web');
		expect(shown).toMatch(/y yes.* n no/);
		expect(shown).not.toContain('Enter');
	});

	it.each([
		[40, 15],
		[80, 8],
		[60, 12],
	])('never leaves out the fingerprint, at %i columns and %i rows', (width, rowsMax) => {
		const letters = rowsOf(hostKey, {width, rowsMax}).replaceAll(/[│\s]/g, '');
		expect(letters).toContain(fingerprint);
	});
});

describe('the card that asks for a secret', () => {
	it('shows how long it is, and the words of the host as text', () => {
		const shown = rowsOf(secret, {typed: {length: 5, text: ''}});
		expect(shown).toContain('you@web asks');
		expect(shown).toContain('For web, step 1 of 2: jump (you@10.0.0.1, port 2222)');
		expect(shown).toContain('Code:');
		expect(shown).toContain('try 2 of 3');
		expect(shown).toContain('hidden input ❯ •••••');
		expect(shown).not.toContain('\u001B');
		expect(shown).not.toContain('\u202E');
	});

	it('shows what is typed where the host lets it be seen', () => {
		const shown = rowsOf({...secret, isEchoed: true}, {typed: {length: 3, text: '123'}});
		expect(shown).toContain('answer ❯ 123');
	});

	it('says how to get there while the keyboard is elsewhere', () => {
		expect(rowsOf(secret, {focused: false})).toContain('Alt+A goes to this card');
	});
});
