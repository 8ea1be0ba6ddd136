import {commands} from '../../../commands/index.ts';
import {
	type AskId,
	type CallId,
	localHost,
	type ReplyId,
	type TurnId,
} from '../../../source/events/ids.ts';
import type {EngineIntent, FrontEndIntent, ScreenIntent} from '../../../source/events/intent.ts';
import {defaultSettings} from '../../../source/events/settings.ts';
import {createDecoder} from '../../../source/keys/decode.ts';
import {createKeymap} from '../../../source/keys/keymap.ts';
import {createStore} from '../../../source/state/store.ts';
import {builtInThemes} from '../../../source/view/built-in-themes.ts';
import {createBrowser} from '../../../source/view/desk/browser.ts';
import {createDesk} from '../../../source/view/desk/desk.ts';
import {layOut} from '../../../source/view/layout.ts';
import {createPaint} from '../../../source/view/theme.ts';
import {fakeClock} from '../../helpers/fake-clock.ts';

export const call = 'call_1' as CallId;
export const turn = 'turn_1' as TurnId;

/** A desk with real hands, keys and store; what it asks of the engine is written down. */
export function openDesk() {
	const clock = fakeClock();
	const store = createStore(clock);
	const asked: (EngineIntent | FrontEndIntent | ScreenIntent)[] = [];
	const paint = createPaint(builtInThemes[0]!, 0);
	const layout = layOut({
		columns: 80,
		rows: 24,
		focus: 'chat',
		zoomed: false,
		monitor: false,
		hasTerminals: false,
		composerRows: 1,
		cardRows: 0,
	});
	const copied: string[] = [];
	/** What of the card is on the terminal's screen; all of it at once, unless a test says otherwise. */
	const seen: {card: {at: number | null; isWhole: boolean} | null} = {card: null};
	const desk = createDesk({
		store,
		clock,
		keymap: createKeymap({}).keymap,
		browser: createBrowser(paint),
		look: () => ({columns: 80, rows: 24, paint}),
		seenCard: () => seen.card ?? {at: desk.snapshot().card.since, isWhole: true},
		layout: () => layout,
		perform(intent) {
			asked.push(intent);
			const {type} = intent;
			if (type === 'open-overlay') {
				store.append({type: 'overlay.opened', overlay: intent.overlay});
			} else if (type === 'close-overlay') {
				store.append({type: 'overlay.closed'});
			} else if (type === 'focus') {
				store.append({type: 'focus.moved', pane: intent.pane});
			}
		},
		commands,
		promptCommands: [
			{name: 'greet', summary: 'Greets', usage: '<who>', expand: who => `Greet ${who}.`},
		],
		themes: ['dark', 'light'],
		history: ['older', 'newer'],
		remember() {},
		files: async () => ['README.md', 'src/main.ts'],
		vim: false,
		frame: () => null,
		pages: {rows: () => null},
		query: () => new Promise(() => {}),
		incidents: () => ({
			incidents: [],
			patterns: 0,
			isOn: true,
			diagnoses: {thisMonth: 0, tokens: 0, costUsd: 0},
		}),
		monitoring: () => defaultSettings.monitoring,
		outside: {
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
	const decoder = createDecoder({clock, onInput: desk.handle});
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
		desk,
		asked,
		types,
		press,
		type,
		ask,
		copied,
		seen,
		draft: () => desk.snapshot().composer.draft.text,
	};
}
