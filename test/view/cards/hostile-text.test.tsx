import {describe, expect, it} from 'vitest';
import type {HopQuestion} from '../../../source/events/hop.ts';
import {
	type AskId,
	type CallId,
	type HostId,
	localHost,
	type QuestionId,
	type ReplyId,
	type TurnId,
} from '../../../source/events/ids.ts';
import {noHops} from '../../../source/state/hops.ts';
import type {CallStatus, ToolCall} from '../../../source/state/state.ts';
import {patchOf} from '../../../source/text/patch.ts';
import {textWidth} from '../../../source/text/width.ts';
import {createKeymap} from '../../../source/view/actions/keymap.ts';
import {builtInThemes} from '../../../source/view/built-in-themes.ts';
import {detailOf, groupDetail} from '../../../source/view/cards/card-detail.ts';
import {cardRows} from '../../../source/view/cards/card-rows.ts';
import {questionRows} from '../../../source/view/cards/question-rows.ts';
import {heightOf} from '../../../source/view/cards/shown-card.ts';
import {parsePatch} from '../../../source/view/diff/patch.ts';
import {drawn} from '../../../source/view/drawn.ts';
import type {CardStep} from '../../../source/view/input/card-focus.ts';
import {createPaint} from '../../../source/view/theme.ts';
import {drawnCard} from './drawn-card.tsx';

const look = {paint: createPaint(builtInThemes[0]!, 0), keymap: createKeymap({}).keymap};

/** What would begin a row, move the cursor, turn the direction or read as lines of a change. */
const hostile: readonly string[] = [
	'a\nb',
	'a\r\nb',
	'a\u2028b\u2029c\u0085d',
	'a\u000bb\u000cc',
	'x\n--- a/y\n+++ b/y\n@@ -1 +1 @@\n-old\n+new',
	'\u001b[2J\u001b[10;1Hy once',
	'\u001b]0;title\u0007\u001b[1A',
	'\u202eecho\u2066x\u2069',
];

const waits: CallStatus = {
	type: 'waiting',
	ask: 'ask' as AskId,
	askedAt: 0,
	expiresAt: 1,
	patienceMs: 1,
};

function callOf(change: Partial<ToolCall>): ToolCall {
	return {
		id: 'c1' as CallId,
		turn: 't' as TurnId,
		reply: 'r' as ReplyId,
		tool: 'unified_exec',
		raw: '{}',
		input: {},
		scope: 'shell',
		host: localHost,
		cwd: '/work',
		summary: 'ls',
		proposedAt: 0,
		status: waits,
		...change,
	};
}

/** Wide and high enough for everything, so that only a line break could make a row. */
const room = {width: 240, rowsMax: 60, focused: true};

function callCard(call: ToolCall, {step, ruleMatch}: {step: CardStep; ruleMatch: string}) {
	const other = callOf({id: 'c2' as CallId});
	const hops =
		call.host === localHost
			? noHops
			: {...noHops, hops: [{host: call.host, state: {status: 'lost'}} as never]};
	const card = {
		call,
		waiting: [call, other],
		step,
		ruleMatch,
		mode: 'rules' as const,
		...room,
		hops: noHops,
		home: '',
		now: 0,
	};
	return cardRows({...card, hops: hops as typeof noHops}, look);
}

const callFields: Readonly<Record<string, (text: string) => Partial<ToolCall>>> = {
	tool: tool => ({tool}),
	scope: scope => ({scope: scope as ToolCall['scope']}),
	host: host => ({host: host as HostId}),
	cwd: cwd => ({cwd}),
	danger: text => ({status: {...waits, dangers: [text, 'b']}}),
	why: why => ({status: {...waits, why}}),
	'target outside': text => ({exposure: {targets: [`/${text}`]}}),
	'file name': shown => ({
		scope: 'write',
		preview: {
			patch: patchOf({shown, before: 'a\n', after: 'b\n'}),
			bases: [],
		},
	}),
	'line of a file': text => ({
		scope: 'write',
		preview: {
			patch: patchOf({shown: 'f', before: null, after: text}),
			bases: [],
		},
	}),
};

/** The same in cells, and as many lines where the field has lines. */
function harmless(text: string, hasLines: boolean): string {
	const plain = (part: string) => 'x'.repeat(textWidth(drawn(part, look.paint)));
	return hasLines ? text.split('\n').map(plain).join('\n') : plain(text);
}

function expectTame(rows: readonly string[]): void {
	const wild = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;
	expect(rows.filter(row => wild.test(row))).toEqual([]);
	expect(new Set(rows.map(textWidth))).toEqual(new Set([room.width]));
}

describe.each(['answer', 'time', 'rule', 'group'] as const)('a card that asks for %s', step => {
	it.each(Object.keys(callFields))('has as many rows whatever its %s holds', field => {
		for (const text of hostile) {
			const cardFor = (content: string) =>
				callCard(callOf(callFields[field]!(content)), {step, ruleMatch: 'ls'});
			const rows = drawnCard(cardFor(text), look.paint);
			expect(rows).toHaveLength(heightOf(cardFor(harmless(text, field === 'line of a file'))));
			expectTame(rows);
		}
	});

	it('has a row for each line of its command, and each is marked as one', () => {
		for (const text of hostile) {
			const tame = harmless(text, true);
			const cardFor = (summary: string) => callCard(callOf({summary}), {step, ruleMatch: summary});
			const rows = drawnCard(cardFor(text), look.paint);
			expect(rows).toHaveLength(heightOf(cardFor(tame)));
			expectTame(rows);
		}
	});
});

const hostKey: HopQuestion = {
	id: 'k' as QuestionId,
	type: 'host-key',
	host: 'web' as HostId,
	name: 'web',
	keyType: 'ssh-ed25519',
	fingerprint: 'SHA256:x',
	picture: ['+---+', '+---+'],
	file: '/known_hosts',
	alsoKnownAs: ['old'],
};

const secret: HopQuestion = {
	id: 's' as QuestionId,
	type: 'secret',
	host: 'web' as HostId,
	purpose: 'interactive',
	title: 'you@web asks',
	instruction: 'words',
	prompt: 'Code:',
	isEchoed: true,
	attempt: 1,
	attemptsMax: 3,
};

const questionFields: Readonly<Record<string, (text: string) => HopQuestion>> = {
	host: text => ({...hostKey, host: text as HostId}),
	name: name => ({...hostKey, name}),
	'kind of key': keyType => ({...hostKey, keyType}),
	fingerprint: fingerprint => ({...hostKey, fingerprint}),
	picture: text => ({...hostKey, picture: [text, '+']}),
	file: file => ({...hostKey, file}),
	'other name': text => ({...hostKey, alsoKnownAs: [text]}),
	title: title => ({...secret, title}),
	instruction: instruction => ({...secret, instruction}),
	prompt: prompt => ({...secret, prompt}),
};

describe('what a connection asks', () => {
	it.each(Object.keys(questionFields))('has as many rows whatever its %s holds', field => {
		const cardFor = (text: string) =>
			questionRows(
				{question: questionFields[field]!(text), ...room, typed: {length: 0, text: ''}},
				look,
			);
		const hasLines = field === 'instruction' || field === 'prompt';
		for (const text of hostile) {
			const rows = drawnCard(cardFor(text), look.paint);
			expect(rows).toHaveLength(heightOf(cardFor(harmless(text, hasLines))));
			expectTame(rows);
		}
	});

	it('has one row for what is typed, whatever that is', () => {
		for (const text of hostile) {
			const typed = {length: text.length, text};
			const rowsFor = (what: typeof typed) =>
				drawnCard(questionRows({question: secret, ...room, typed: what}, look), look.paint);
			expect(rowsFor(typed)).toHaveLength(rowsFor({length: 1, text: 'x'}).length);
		}
	});
});

describe('the detail of a card', () => {
	const fields: typeof callFields = {...callFields, summary: summary => ({summary})};

	it.each(Object.keys(fields))('has no line that its %s begins', field => {
		for (const text of hostile) {
			const call = callOf({mended: `inferred from: ${text}`, ...fields[field]!(text)});
			const shown = [detailOf(call), groupDetail([call])];
			const lines = shown.flatMap(one =>
				one.type === 'text' ? one.lines : one.type === 'diff' ? one.patch.split('\n') : [],
			);
			const wild = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/;
			expect(lines.filter(line => wild.test(line))).toEqual([]);
			const patch = shown.flatMap(one => (one.type === 'diff' ? parsePatch(one.patch) : []));
			expect(patch.filter(({type}) => type === 'file').length).toBe(call.preview ? 1 : 0);
		}
	});
});
