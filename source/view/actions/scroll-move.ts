/** The ways to scroll. Each is also the name of an action. */
const scrollMoves = {
	'scroll-up': true,
	'scroll-down': true,
	'page-up': true,
	'page-down': true,
	'half-page-up': true,
	'half-page-down': true,
	top: true,
	bottom: true,
} as const;

export type ScrollMove = keyof typeof scrollMoves;

export function isScrollMove(action: string): action is ScrollMove {
	return Object.hasOwn(scrollMoves, action);
}
