import {expect, it} from 'vitest';
import {overlaySize} from '../../../source/view/overlays/overlay-size.ts';
import type {Overlay} from '../../../source/view/ui-state/overlay.ts';

const palette = {type: 'palette'} as Overlay;
const help = {type: 'help'} as Overlay;

it.each([
	['a long list on a small screen', palette, 80, 24, 60, {top: 0, width: 80, height: 23}],
	['a short list on a small screen', palette, 80, 24, 3, {top: 5, width: 80, height: 7}],
	['a list on a wide screen', palette, 200, 60, 60, {top: 12, width: 122, height: 22}],
	[
		'a list on a screen that is little wider',
		palette,
		128,
		40,
		60,
		{top: 5, width: 128, height: 22},
	],
	['a text on a small screen', help, 80, 24, 0, {top: 0, width: 80, height: 23}],
	['a text on a wide screen', help, 200, 60, 0, {top: 0, width: 110, height: 59}],
	['a text on the smallest screen', help, 40, 10, 0, {top: 0, width: 40, height: 9}],
])('%s leaves no scraps of what lies below', (_, overlay, columns, rows, entries, size) => {
	expect(overlaySize(overlay, {columns, rows, entries})).toEqual(size);
});
