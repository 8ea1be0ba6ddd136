import {expect, test} from 'vitest';
import type {AskId, CallId, HostId, MessageId} from '../../../../source/events/ids.ts';
import {defaultFrontEndSettings as settings} from '../../../../source/events/settings.ts';
import {itemLines} from '../../../../source/state/items/item-kinds.ts';
import {styledWidth} from '../../../../source/text/styled.ts';
import {createMarkdownView} from '../../../../source/view/markdown/view.ts';
import {createPaint} from '../../../../source/view/theme.ts';
import {createBlocks} from '../../../../source/view/transcript/blocks.ts';
import {renderBlock} from '../../../../source/view/transcript/drawings/drawings.ts';
import {
	createRandom,
	plainRows,
	randomText,
	strayControls,
	testPaint,
} from '../../markdown/fixture.ts';
import {type ChatState, call, chatState, ended, growing, message, reply, turn} from '../fixture.ts';

const paint = testPaint();

type Options = {readonly width?: number; readonly unfolded?: boolean; readonly ground?: string};

function styled(
	state: ChatState,
	{width = 40, unfolded = false, ground}: Options = {},
): readonly string[] {
	const blocks = createBlocks().update(state);
	const {theme} = paint;
	const used = ground === undefined ? paint : createPaint({...theme, 'user.ground': ground}, 3);
	return blocks.flatMap(block =>
		renderBlock(block, {
			...{width, paint: used, settings, unfolded},
			markdown: createMarkdownView(),
		}),
	);
}

function shown(state: ChatState, options?: Options): readonly string[] {
	return plainRows(styled(state, options));
}

test('a message stands behind the prompt, its further rows under its text', () => {
	expect(shown(chatState([message('one two three four five six seven eight nine\nten')]))).toEqual([
		'❯ one two three four five six seven',
		'  eight nine',
		'  ten',
	]);
});

test('a message has a ground from edge to edge, and none where the theme has none', () => {
	const state = chatState([message('one\n\ntwo'), reply('three')]);
	const open = paint.open('user.ground');
	const rows = styled(state, {width: 12});
	expect(rows.map(row => row.startsWith(open))).toEqual([true, true, true, false]);
	expect(rows.slice(0, 3).map(styledWidth)).toEqual([12, 12, 12]);
	// What ends a style inside the row does not end the ground.
	expect(rows[0]).toContain(`\u001B[m${open} one`);
	expect(styled(state, {width: 12, ground: ''})[1]).toBe('');
});

test('a message is shown as it was typed, not as Markdown', () => {
	expect(shown(chatState([message('**a** # b')]))).toEqual(['❯ **a** # b']);
});

test('a long message is folded with a count, and unfolds', () => {
	const state = chatState([message('x\n'.repeat(50))]);
	expect(shown(state).slice(-2)).toEqual(['  x', '  ▸ 35 more rows']);
	expect(shown(state, {unfolded: true})).toHaveLength(50);
});

test('a message that joined a running turn says so', () => {
	expect(shown(chatState([{...message('stop that'), how: 'steered'}]))).toEqual([
		'❯ stop that (while it worked)',
	]);
});

test('queued messages come last and say when they are sent', () => {
	const queue = [
		{id: 'q1' as MessageId, text: 'first', how: 'queue'},
		{id: 'q2' as MessageId, text: 'second', how: 'steer'},
	] as const;
	expect(shown(chatState([message('now')], queue))).toEqual([
		'❯ now',
		'❯ first (queued)',
		'❯ second (at its next step)',
	]);
});

test('reasoning is one row with its length, and unfolds', () => {
	const state = chatState([reply('Yes.', {reasoning: 'Let me see. '.repeat(10)})]);
	expect(shown(state)).toEqual(['▸ thought, 119 characters', '', 'Yes.']);
	const all = shown(state, {unfolded: true});
	expect(all.slice(0, 2)).toEqual([
		'▾ thought, 119 characters',
		'  Let me see. Let me see. Let me see.',
	]);
});

test('while only reasoning has come, it says that it thinks', () => {
	expect(shown(chatState([{...growing('', 'r'), reasoning: 'hm'}]))).toEqual([
		'▸ thinks, 2 characters',
	]);
});

test('a reply that hit its limit says so', () => {
	const rows = shown(chatState([reply('So', {ended: {finish: 'length', durationMs: 1}})]));
	expect(rows.join(' ')).toContain('cut off');
});

test.each<[string, Parameters<typeof call>[1], readonly string[]]>([
	['a call that went well', {}, ['✓ run  run c · 1.5 s', '  done']],
	[
		'a command that failed',
		{status: ended({status: 'ok', result: {output: '', exit_code: 2}})},
		['✗ run  run c · exit 2 · 1.5 s'],
	],
	[
		'a call on another machine',
		{host: 'db1' as HostId, status: {type: 'running', startedAt: 1, note: 'half done'}},
		['● run on db1  run c', '  half done'],
	],
	[
		'a call that waits',
		{status: {type: 'waiting', ask: 'a' as AskId, askedAt: 1, expiresAt: 2, patienceMs: 1}},
		['? run  run c', '  waits for your answer'],
	],
	[
		'a call that failed',
		{status: ended({status: 'failed', failure: {kind: 'timeout', message: 'Too slow.'}})},
		['✗ run  run c · 1.5 s', '  Too slow.'],
	],
	[
		'a call that a person allowed',
		{answer: {verdict: {type: 'once'}, by: 'key', at: 0}},
		['✓ run  run c · 1.5 s · allowed once', '  done'],
	],
	[
		'a call whose facts have no room beside it',
		{summary: 'wc -l one.txt two.txt', answer: {verdict: {type: 'once'}, by: 'key', at: 0}},
		['✓ run  wc -l one.txt two.txt', '  1.5 s · allowed once', '  done'],
	],
	[
		'a call that was denied with a reason',
		{status: ended({status: 'denied', reason: 'not today'}, 0)},
		['⊘ run  run c', '  denied: not today'],
	],
	[
		'a call to which nobody answered',
		{
			status: ended({status: 'denied'}, 0),
			answer: {verdict: {type: 'expired'}, by: 'timeout', at: 0},
		},
		['⊘ run  run c', '  denied: nobody answered in time'],
	],
	[
		'a call that was mended',
		{mended: 'closed the brace'},
		['✓ run  run c · 1.5 s', '  mended: closed the brace', '  done'],
	],
	[
		'a command of two lines, with something hidden in it',
		{summary: 'a\u200Bb\n\u001B[2Jc'},
		['✓ run · 1.5 s', '  a\\u200bb', '  ␛[2Jc', '  done'],
	],
])('%s is one card', (_, more, rows) => {
	expect(shown(chatState([call('c', more)]))).toEqual(rows);
});

test.each([
	['edit_file', 'write', 'edit a.ts', 'edit  a.ts'],
	['run_in_terminal', 'shell', 'npm test', 'run  npm test'],
	['write_stdin', 'shell', 'type into terminal 2: "x"', 'write_stdin  type into terminal 2: "x"'],
	['mcp__run_it', 'mcp:run', 'mcp it', 'mcp__run_it  mcp it'],
] as const)(
	'what %s does is said in a person’s word, unless it is a server’s',
	(tool, scope, summary, said) => {
		const [row] = shown(chatState([call('c', {tool, scope, summary})]), {width: 60});
		expect(row).toBe(`✓ ${said} · 1.5 s`);
	},
);

test('a long output shows its beginning and its end, and unfolds', () => {
	const output = Array.from({length: 20}, (_, index) => `line ${index + 1}`).join('\n');
	const state = chatState([call('c', {status: ended({status: 'ok', result: {output}})})]);
	expect(shown(state).slice(1)).toEqual([
		'  line 1',
		'  line 2',
		'  line 3',
		'  ▸ 15 more lines',
		'  line 19',
		'  line 20',
	]);
	expect(shown(state, {unfolded: true})).toHaveLength(21);
});

test.each([8, 9])(
	'an output of %i lines is folded only where that hides more than it costs',
	lines => {
		const output = Array.from({length: lines}, (_, index) => `line ${index}`).join('\n');
		const state = chatState([call('c', {status: ended({status: 'ok', result: {output}})})]);
		expect(shown(state).filter(row => row.includes('more lines'))).toEqual(
			lines === 8 ? [] : ['  ▸ 4 more lines'],
		);
	},
);

test.each(['read_file', 'list_files', 'search_files'])(
	'what %s read is counted in the row of the call, and unfolds',
	tool => {
		const read = (output: string) => {
			const status = ended({status: 'ok', result: {success: true, content: output}});
			return chatState([
				call('a', {tool, scope: null, summary: `${tool.split('_')[0]} x`, status}),
			]);
		};
		expect(shown(read('one\ntwo\n'))).toEqual([expect.stringMatching(/x · ▸ 2 lines · \d/)]);
		expect(shown(read('one\ntwo\n'), {unfolded: true}).slice(1)).toEqual(['  one', '  two']);
		expect(shown(read('one\n')).slice(1)).toEqual(['  one']);
	},
);

test('a call that the model wrote wrong is told for a person first', () => {
	const failure = {kind: 'bad-input', message: 'path has to be a text.'} as const;
	const state = chatState([call('c', {status: ended({status: 'failed', failure})})]);
	expect(shown(state, {width: 80}).slice(1, 3)).toEqual([
		'  The model wrote this call wrong, and was told so:',
		'  path has to be a text.',
	]);
});

test('a patch that a call brought back is shown as a diff', () => {
	const output = `--- a/x.ts\n+++ b/x.ts\n@@ -1,20 +1,20 @@\n-old\n+new\n${' same\n'.repeat(19)}`;
	const state = chatState([call('c', {status: ended({status: 'ok', result: {output}})})]);
	const rows = shown(state);
	expect(rows.slice(1, 4)).toEqual(['  x.ts', '   1 - old', '   1 + new']);
	expect(rows.at(-1)).toBe('  ▸ 10 more lines');
	expect(shown(state, {unfolded: true})).toHaveLength(23);
});

test('a turn that was long says how long, and when it ended', () => {
	const at = new Date(2026, 10, 19, 18, 24).getTime();
	const item = {type: 'ending', turn, outcome: 'done', at, tookMs: 192_000} as const;
	expect(shown(chatState([item]))).toEqual(['done in 3 min 12 s, at 18:24']);
});

test('a turn that failed says what happened and what helps', () => {
	const failure = {kind: 'unauthorized', message: 'The key was refused.'} as const;
	const rows = shown(chatState([{type: 'ending', turn, outcome: 'failed', failure, at: 1}]));
	expect(rows[0]).toBe('✗ The key was refused.');
	expect(rows.join(' ')).toContain('/doctor');
});

test.each([
	[{kind: 'unreachable', message: 'The connection to the proxy broke.'}, 'own proxy', 'network'],
	[
		{kind: 'unreachable', message: 'up can’t be reached', detail: 'upstream_unreachable'},
		'network',
		'own proxy',
	],
	[{kind: 'refused', message: 'up refused the request (400): no'}, 'as it was', 'connections'],
	[{kind: 'unauthorized', message: 'no', detail: 'cloudflare_1010'}, 'bot check', 'Check the key'],
	[{kind: 'protocol', message: 'no', detail: 'upstream_no_trust'}, 'caFile', 'upstream_no_trust'],
	[{kind: 'protocol', message: 'no', detail: 'upstream_tls'}, 'clock', 'caFile'],
	[{kind: 'protocol', message: 'no', detail: 'web_page'}, 'web page', 'key'],
	[{kind: 'refused', message: 'no', detail: 'bot_check'}, 'bot check', 'Check the key'],
	[{kind: 'protocol', message: 'a web page', detail: 'upstream_protocol'}, 'baseUrl', 'key'],
] as const)(
	'a failure %j says what helps against that, and nothing else',
	(failure, helps, not) => {
		const rows = shown(chatState([{type: 'ending', turn, outcome: 'failed', failure, at: 1}]));
		expect(rows.join(' ')).toContain(helps);
		expect(rows.slice(1).join(' ')).not.toContain(not);
	},
);

test('a provider that wants to be left alone for long is waited for as long as it says', () => {
	const failure = {kind: 'rate-limited', message: 'Too many.', retryAfterMs: 1_200_000} as const;
	const rows = shown(chatState([{type: 'ending', turn, outcome: 'failed', failure, at: 1}]));
	expect(rows.join(' ').replace(/\s+/g, ' ')).toContain('Wait 20 min 0 s, then send a message');
	expect(rows.join(' ')).toContain('/model');
});

test('an answer without a word says that it is one', () => {
	expect(shown(chatState([message('hi'), reply('')]), {width: 80})).toEqual([
		'❯ hi',
		'The model ended its answer without a word.',
	]);
});

test('a cleared context is a line across', () => {
	const [row] = styled(chatState([{type: 'cleared', at: 1}]));
	expect(styledWidth(row!)).toBe(40);
});

test('calls stand together, everything else apart', () => {
	const silent = reply('', {name: 'silent', ended: {finish: 'calls', durationMs: 1}});
	const state = chatState([message('a'), silent, call('1'), silent, call('2'), reply('b')]);
	expect(
		createBlocks()
			.update(state)
			.map(block => block.apart),
	).toEqual([false, false, true, false, false, true]);
});

test('a call whose record is missing is not shown', () => {
	const state = chatState([message('a')]);
	const items = [...state.chat.items, {type: 'call', call: 'gone' as CallId} as const];
	expect(shown({...state, chat: {...state.chat, items}})).toEqual(['❯ a']);
});

test('a block stays the same object until its item changes', () => {
	const blocks = createBlocks();
	const state = chatState([message('a'), call('1'), growing('b', 'r')]);
	const before = blocks.update(state);
	expect(blocks.update({...state, chat: {...state.chat}})).toBe(before);
	const items = state.chat.items.with(2, growing('bc', 'r'));
	const after = blocks.update({...state, chat: {...state.chat, items}});
	expect(after.map((block, index) => block === before[index])).toEqual([true, true, false]);
});

test('nothing in a conversation makes a row too wide or lets a control character through', () => {
	for (let seed = 0; seed < 150; seed += 1) {
		const random = createRandom(seed);
		const text = () => randomText(random, 25);
		const state = chatState(
			[
				message(text()),
				reply(text(), {reasoning: text()}),
				call('1', {
					tool: text(),
					host: text() as HostId,
					summary: text(),
					mended: text(),
					status: ended({status: 'ok', result: {output: text(), exit_code: random(3)}}),
				}),
				call('2', {
					status: ended({
						status: 'failed',
						failure: {kind: 'internal', message: text(), detail: text()},
					}),
				}),
				{
					type: 'ending',
					turn,
					outcome: 'failed',
					at: 1,
					failure: {kind: 'internal', message: text(), detail: text()},
				},
			],
			[{id: 'q' as MessageId, text: text(), how: 'queue'}],
		);
		const width = 10 + random(60);
		for (const row of styled(state, {width, unfolded: seed % 2 === 0})) {
			expect(styledWidth(row), `seed ${seed}: ${JSON.stringify(row)}`).toBeLessThanOrEqual(width);
			expect(strayControls(row), `seed ${seed}`).toBe('');
		}
	}
});

test('coloured output has the colours of the theme, and a coloured patch is drawn as a diff', () => {
	const ls = '\u001B[0m\u001B[01;34mdocs\u001B[0m\nREADME.md';
	const printing = (output: string) =>
		chatState([call('c', {status: ended({status: 'ok', result: {output}})})]);
	const rows = styled(printing(ls));
	expect(plainRows(rows).slice(-2)).toEqual(['  docs', '  README.md']);
	expect(rows.at(-2)).toContain(paint.open('text.accent'));
	const diff = ['diff --git a/x b/x', '--- a/x', '+++ b/x', '@@ -1 +1 @@', '-one', '+two'];
	const green = diff.map(line => `\u001B[32m${line}\u001B[m`).join('\n');
	expect(shown(printing(green))).toEqual(shown(printing(diff.join('\n'))));
});

test('a plan is shown with each step and how far it is, whatever else its result says', () => {
	const input = {
		plan: [
			{step: 'read', status: 'completed'},
			{step: 'write a test that fails without the mend', status: 'in_progress'},
			{step: 'land', status: 'pending'},
		],
	};
	const plan = call('p', {
		tool: 'update_plan',
		scope: null,
		summary: '1 of 3 steps done',
		input,
		status: ended({status: 'ok', result: {success: true}}),
	});
	const state = chatState([plan]);
	expect(shown(state).map(row => row.trimEnd())).toEqual([
		'✓ update_plan  1 of 3 steps done · 1.5 s',
		'  ✓ read',
		'  ● write a test that fails without the',
		'    mend',
		'  · land',
	]);
	expect(itemLines(state.chat.items, state.calls).join('\n')).toContain('[x] read\n[>] write');
});
