/** Where chords hold. The names are those of the setting `keys`, as in `composer.send`. */
export const contexts = {
	global: 'everywhere',
	composer: 'in the composer',
	suggestions: 'while suggestions are shown',
	browse: 'in the transcript',
	terminal: 'in the terminal pane',
	control: 'while you hold the keyboard of a terminal',
	monitor: 'in the monitor',
	card: 'on a waiting card',
	'card-time': 'on a card, choosing for how long',
	'card-rule': 'on a card that shows a rule',
	'card-group': 'on a card for all that wait',
	'host-key': 'on a card about the key of a host',
	secret: 'while you type hidden input',
	list: 'in a list',
	pager: 'in a text',
	leader: 'after the leader key',
} as const;

export type Context = keyof typeof contexts;
