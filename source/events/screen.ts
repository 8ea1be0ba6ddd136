export const panes = ['chat', 'terminal', 'monitor'] as const;

export type Pane = (typeof panes)[number];

/** A temporary view over the panes: it takes every key until it is closed. */
export type Overlay =
	| {readonly type: 'help'}
	| {readonly type: 'palette'}
	| {readonly type: 'picker'; readonly of: 'theme' | 'model' | 'session' | 'provider'}
	| {readonly type: 'text'; readonly title: string; readonly lines: readonly string[]};
