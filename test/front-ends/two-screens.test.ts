import {expect, it, onTestFinished} from 'vitest';
import {commands} from '../../commands/index.ts';
import type {Engine} from '../../source/engine/engine.ts';
import {systemClock} from '../../source/platform/clock.ts';
import {createMirror} from '../../source/state/mirror.ts';
import {waitingCalls} from '../../source/state/select.ts';
import {createKeymap} from '../../source/view/actions/keymap.ts';
import {builtInThemes, lightTheme} from '../../source/view/built-in-themes.ts';
import {openView} from '../../source/view/open-view.ts';
import {createTerminalModes} from '../../source/view/paint/terminal-modes.ts';
import {collectWidths} from '../../source/view/paint/width-questions.ts';
import {isFrontEndIntent} from '../../source/view/ui-state/intent.ts';
import {openTestEngine, overJson} from '../helpers/test-engine.ts';

const clock = systemClock();

/** A whole screen without a terminal behind it. */
async function openScreen(engine: Engine) {
	const mirror = await createMirror(engine, clock);
	const written: string[] = [];
	const view = openView({
		store: mirror,
		send: intent => (isFrontEndIntent(intent) ? undefined : engine.dispatch(intent)),
		query: engine.query,
		live: engine.live,
		clock,
		env: {TERM: 'xterm-256color'},
		keymap: createKeymap({}).keymap,
		terminal: {
			stream: {
				writableLength: 0,
				write(text: string, done: () => void) {
					written.push(text);
					done();
				},
			} as never,
			columns: 120,
			rows: 40,
			modes: createTerminalModes({
				writeNow() {},
				input: {setRawMode() {}, pause() {}, resume() {}},
				term: 'xterm-256color',
			}),
			colors: 3,
			shown: null,
			widths: collectWidths(),
		},
		themes: builtInThemes,
		standardTheme: builtInThemes[0]!,
		lightTheme,
		lowBandwidth: false,
		input: {
			commands,
			promptCommands: [],
			history: [],
			draft: null,
			layout: {shares: {}, isMonitorOpen: false},
			canDetach: false,
			remember() {},
			files: async () => [],
			system: () => ({
				copy: () => 'copied',
				edit: async () => null,
				suspend() {},
				redraw() {},
				close() {},
			}),
		},
	});
	onTestFinished(view.close);
	return {view, mirror, ui: () => view.handles.ui.snapshot(), perform: view.input.apply, written};
}

it('two screens on one engine share the facts, and neither focus, dialogs, theme nor what is typed', async () => {
	const {engine, says} = openTestEngine();
	const one = await openScreen(engine);
	const other = await openScreen(overJson(engine));
	const untouched = other.ui();
	one.perform({type: 'focus', pane: 'monitor'});
	one.perform({type: 'open-overlay', overlay: {type: 'help'}});
	one.perform({type: 'choose-theme', theme: 'light'});
	one.perform({type: 'zoom'});
	one.perform({type: 'toggle-mouse'});
	expect(one.ui()).toMatchObject({
		focus: 'monitor',
		overlay: {type: 'help'},
		theme: 'light',
		zoomed: true,
		mouse: true,
	});
	expect(one.view.handles.look.snapshot().paint.theme.name).toBe('light');
	expect(other.view.handles.look.snapshot().paint.theme.name).toBe('dark');
	expect(other.ui()).toBe(untouched);
	expect(JSON.stringify(engine.parts.store.state())).not.toMatch(/overlay|"theme"|"focus"/);

	one.perform({type: 'close-overlay'});
	one.perform({type: 'compose', text: 'half a sentence'});
	expect(other.ui().composer.draft.text).toBe('');

	says({
		type: 'call',
		id: 'c1',
		name: 'unified_exec',
		arguments: JSON.stringify({cmd: 'touch it'}),
	});
	one.perform({type: 'send', text: 'run it'});
	const cards = () => [one, other].map(({mirror}) => waitingCalls(mirror.state()).length);
	await expect.poll(cards).toEqual([1, 1]);
	// Screens are told once per frame, a moment after the mirror knows.
	const shown = () => [one.ui().card.call, other.ui().card.call];
	await expect.poll(shown).not.toContain(null);
	const [call] = waitingCalls(other.mirror.state());
	other.perform({type: 'answer', call: call!.id, verdict: {type: 'deny'}});
	await expect.poll(cards).toEqual([0, 0]);
	await expect.poll(() => [one.ui().card.call, other.ui().card.call]).toEqual([null, null]);
});

it('a screen reads its settings as they are now: vi’s keys and the bell change while it is open', async () => {
	const {engine} = openTestEngine();
	const {ui, perform, written} = await openScreen(engine);
	const rings = () => written.filter(text => text === '\u0007').length;
	const turn = async () => {
		perform({type: 'send', text: 'hello'});
		await engine.query({type: 'idle'});
	};
	perform({type: 'compose', text: 'half a sentence'});
	await turn();
	expect([ui().composer.vim, rings()]).toEqual([null, 0]);
	await engine.query({type: 'change-setting', key: 'vim', value: 'true'});
	await engine.query({type: 'change-setting', key: 'bell', value: 'true'});
	expect(ui().composer).toMatchObject({vim: {mode: 'insert'}, draft: {text: 'half a sentence'}});
	await turn();
	expect(rings()).toBe(1);
	await engine.query({type: 'change-setting', key: 'vim', value: 'false'});
	expect(ui().composer.vim).toBe(null);
});
