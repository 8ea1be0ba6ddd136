import {forSidePanes, type Pane} from '../panes/panes.ts';

/**
 * The contexts in which chords apply, under the names that the setting `keys` uses, as in
 * `composer.send`.
 */
export const contexts = {
	global: 'everywhere',
	composer: 'in the composer',
	suggestions: 'while suggestions are shown',
	browse: 'in the transcript',
	...forSidePanes(({where}) => where),
	control: 'while you hold the keyboard of a terminal',
	card: 'on a waiting card',
	'card-time': 'on a card, choosing for how long',
	'card-rule': 'on a card that shows a rule',
	'card-group': 'on a card for all that wait',
	'host-key': 'on a card about the key of a host',
	trust: "on a card about a folder's instructions",
	secret: 'while you type hidden input',
	list: 'in a list',
	pager: 'in a text',
	leader: 'after the leader key',
} as const;

export type Context = keyof typeof contexts;

/** The contexts whose keys the help lists while this pane has the focus. */
export function helpContexts(pane: Pane): readonly Context[] {
	return pane === 'chat' ? ['composer', 'card', 'browse'] : [pane];
}

/** A section of the help: the keys of a context, or what can be typed. */
export type HelpSection = Context | 'writing' | 'commands';
