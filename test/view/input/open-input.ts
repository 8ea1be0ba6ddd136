import {commands} from '../../../commands/index.ts';
import {
	type AskId,
	type CallId,
	localHost,
	type ReplyId,
	type TurnId,
} from '../../../source/events/ids.ts';
import type {EngineIntent} from '../../../source/events/intent.ts';
import {defaultFrontEndSettings} from '../../../source/events/settings.ts';
import {createDecoder} from '../../../source/keys/decode.ts';
import {createStore} from '../../../source/state/store.ts';
import {createKeymap} from '../../../source/view/actions/keymap.ts';
import {builtInThemes} from '../../../source/view/built-in-themes.ts';
import {openComposer} from '../../../source/view/composer/composer-state.ts';
import {createInput} from '../../../source/view/input/input.ts';
import {createBrowser} from '../../../source/view/input/transcript-browser.ts';
import {layOut} from '../../../source/view/layout.ts';
import {createPaint} from '../../../source/view/theme.ts';
import type {FrontEndIntent} from '../../../source/view/ui-state/intent.ts';
import {initialUiState} from '../../../source/view/ui-state/ui-state.ts';
import {createUiStore} from '../../../source/view/ui-state/ui-store.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';

export const call = 'call_1' as CallId;
export const turn = 'turn_1' as TurnId;

/** Real key handlers, keys and stores; what is asked of the engine is written down. */
export function openInput() {
	const clock = fakeClock();
	const store = createStore(clock);
	const asked: (EngineIntent | FrontEndIntent)[] = [];
	const paint = createPaint(builtInThemes[0]!, 0);
	const layout = layOut({
		columns: 80,
		rows: 24,
		focus: 'chat',
		zoomed: false,
		sides: [],
		folded: [],
		share: null,
		composerRows: 1,
		cardRows: 0,
	});
	const copied: string[] = [];
	/** What of the card is on the terminal's screen; all of it at once, unless a test says otherwise. */
	const seen: {card: {at: number | null; isWhole: boolean} | null} = {card: null};
	const ui = createUiStore(
		{
			...initialUiState,
			composer: openComposer({entries: ['older', 'newer'], vim: false, draft: null}),
		},
		store,
	);
	const input = createInput({
		store,
		uiStore: ui,
		clock,
		keymap: createKeymap({}).keymap,
		browser: createBrowser({paint, settings: defaultFrontEndSettings}),
		look: () => ({columns: 80, rows: 24, paint}),
		seenCard: () => seen.card ?? {at: ui.snapshot().card.since, isWhole: true},
		layout: () => layout,
		send: intent => void asked.push(intent),
		commands,
		promptCommands: [
			{name: 'greet', summary: 'Greets', usage: '<who>', expand: who => `Greet ${who}.`},
		],
		themes: ['dark', 'light'],
		history: ['older', 'newer'],
		canDetach: false,
		remember() {},
		files: async () => ['README.md', 'src/main.ts'],
		frame: () => null,
		pages: {rows: () => null},
		query: () => new Promise(() => {}),
		incidents: () => ({
			incidents: [],
			patterns: 0,
			isOn: true,
			diagnoses: {thisMonth: 0, tokens: 0, costUsd: 0},
		}),
		system: {
			copy(text) {
				copied.push(text);
				return 'copied';
			},
			edit: async () => null,
			suspend() {},
			redraw() {},
			close() {},
		},
	});
	const decoder = createDecoder({clock, onInput: input.handle});
	const press = (bytes: string) => {
		decoder.feed(Buffer.from(bytes));
		clock.advance(30);
	};
	const type = (text: string) => {
		for (const character of text) {
			press(character);
		}
	};
	const ask = () => {
		store.append({type: 'turn.started', turn});
		store.append({
			type: 'tool.proposed',
			call,
			turn,
			reply: 'r' as ReplyId,
			tool: 'unified_exec',
			raw: '{}',
			input: {cmd: 'ls'},
			scope: 'shell',
			host: localHost,
			cwd: '/',
			summary: 'ls',
		});
		store.append({
			type: 'authorization.asked',
			ask: 'a' as AskId,
			call,
			scope: 'shell',
			host: localHost,
			expiresAt: 9e15,
		});
		clock.advance(40);
	};
	const types = () => asked.map(intent => intent.type);
	return {
		clock,
		store,
		ui,
		input,
		asked,
		types,
		press,
		type,
		ask,
		copied,
		seen,
		draft: () => ui.snapshot().composer.draft.text,
	};
}
