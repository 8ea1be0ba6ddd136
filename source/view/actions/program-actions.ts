import type {KeyPress} from '../../keys/key.ts';
import {giveBack, unlessEditing} from '../cards/edit-context.ts';
import {clearDraft} from '../composer/composer-actions.ts';
import {focusCard} from '../input/card-focus.ts';
import {isInChat} from '../input/in-pane.ts';
import type {InputTools} from '../input/input-tools.ts';
import {paletteOf} from '../input/palette.ts';
import {
	focusSidePanes,
	goTo,
	inSidePanes,
	nextPane,
	toggleSidePanes,
} from '../panes/pane-actions.ts';
import {endSelection} from '../terminal/select-lines.ts';
import type {ActionTable} from './action.ts';
import {focusStack} from './focus.ts';
import {quit} from './quit.ts';
import {interrupt} from './stop.ts';

/** Actions of the whole program, known in every pane. */
export const programActions = {
	help: {
		words: 'Help for the keys that work here',
		keys: {composer: ['?'], browse: ['?'], ...inSidePanes('?'), leader: ['?', 'h']},
		brief: {leader: 'help'},
		isOffered: true,
		run: helpUnlessTyping,
	},
	palette: {
		words: 'Command palette',
		keys: {global: ['ctrl+p'], leader: ['p']},
		brief: {leader: 'all commands'},
		run: ({ui, perform}) => perform({type: 'open-overlay', overlay: paletteOf(ui().running)}),
	},
	leader: {
		words: 'Leader: the next key chooses',
		keys: {},
		run: {global: ({change}) => change({leader: true, keysLost: null})},
	},
	interrupt: {
		words: 'Stop what runs; press twice to quit when idle',
		keys: {global: ['ctrl+c'], leader: ['ctrl+c']},
		brief: {leader: 'stop'},
		run: {composer: clearDraft, edit: giveBack, global: interrupt},
	},
	redraw: {
		words: 'Draw the screen again',
		keys: {global: ['ctrl+l'], leader: ['l']},
		brief: {leader: 'draw again'},
		isOffered: true,
		run: ({system}) => system.redraw(),
	},
	suspend: {
		words: 'Suspend to the shell',
		keys: {global: ['ctrl+z']},
		run: ({system}) => system.suspend(),
	},
	'focus-chat': {
		words: 'Go to the chat',
		keys: {
			global: ['alt+1'],
			...inSidePanes('escape', 'q'),
			leader: ['1', 'c'],
		},
		brief: {leader: 'chat'},
		isOffered: true,
		run: {
			terminal: tools => endSelection(tools) || goTo(tools, 'chat'),
			global: tools => goTo(tools, 'chat'),
		},
	},
	...focusSidePanes(),
	'focus-next': {
		words: 'Go to the next pane',
		keys: {global: ['shift+tab'], leader: ['tab', 'o']},
		brief: {leader: 'next pane'},
		run: tools => goTo(tools, nextPane(tools)),
	},
	'focus-card': {
		words: 'Go to the waiting card',
		keys: {global: ['alt+a'], leader: ['a']},
		brief: {leader: 'waiting card'},
		isOffered: true,
		unless: tools =>
			tools.ui().card.call === null ? 'No card waits for an answer.' : unlessEditing(tools),
		run: goToCard,
	},
	zoom: {
		words: 'Give the focused pane the whole screen, or back',
		keys: {...inSidePanes('z'), leader: ['z']},
		brief: {leader: 'whole screen'},
		isOffered: true,
		run: ({perform}) => perform({type: 'zoom'}),
	},
	...toggleSidePanes(),
	'toggle-mouse': {
		words: 'Mouse on or off',
		keys: {leader: ['s']},
		brief: {leader: 'mouse'},
		isOffered: true,
		run: ({perform}) => perform({type: 'toggle-mouse'}),
	},
	'undo-change': {
		words: 'Bring back the file that was changed last',
		keys: {leader: ['u']},
		brief: {leader: 'undo file change'},
		run: ({perform}) => perform({type: 'undo-change'}),
	},
	'restart-proxy': {
		words: 'Restart the proxy',
		keys: {monitor: ['R'], leader: ['R']},
		brief: {leader: 'restart proxy'},
		isOffered: true,
		run: ({perform}) => perform({type: 'restart-proxy'}),
	},
	'retry-hops': {
		words: 'Try connections that are lost now',
		keys: {leader: ['j']},
		brief: {leader: 'retry hosts'},
		isOffered: true,
		run: ({perform}) => perform({type: 'retry-hop', host: null}),
	},
	'go-to-waiting': {
		words: 'Go to the session that waits for you',
		keys: {leader: ['g']},
		brief: {leader: 'waiting session'},
		isOffered: true,
		unless: tools => (tools.ui().elsewhere ? null : 'No other session waits for you.'),
		run: ({ui, perform}) => {
			const {elsewhere} = ui();
			elsewhere && perform({type: 'open-session', session: elsewhere.session});
		},
	},
	detach: {
		words: 'Leave this session running, and go',
		keys: {leader: ['d']},
		brief: {leader: 'detach'},
		isOffered: true,
		run: ({perform}) => perform({type: 'detach'}),
	},
	upgrade: {
		words: 'Go on in the installed version; what runs goes on',
		keys: {leader: ['U']},
		brief: {leader: 'upgrade'},
		isOffered: true,
		run: ({perform}) => perform({type: 'upgrade'}),
	},
	quit: {
		words: 'Quit',
		keys: {leader: ['q']},
		brief: {leader: 'quit'},
		isOffered: true,
		run: quit,
	},
} as const satisfies ActionTable;

function goToCard(tools: InputTools): void {
	const {card} = tools.ui();
	tools.perform({type: 'focus', pane: 'chat'});
	tools.change({mode: 'compose', card: focusCard(card, tools.clock.elapsed())});
}

/** In the middle of a text, a question mark is text and does not open the help. */
function helpUnlessTyping(tools: InputTools, key: KeyPress | null): boolean {
	const ui = tools.ui();
	if (key !== null && isInChat(ui) && ui.composer.draft.text !== '') {
		return false;
	}
	const first = focusStack(tools).flatMap(({keys}) => (keys && keys !== 'global' ? [keys] : []));
	tools.perform({type: 'open-overlay', overlay: {type: 'help', first}});
	return true;
}
