import {Box, type BoxProps, type DOMElement, measureElement} from 'ink';
import {type ReactNode, type RefObject, useLayoutEffect, useRef} from 'react';
import {useHandles} from '../hooks.ts';
import type {Rect} from '../layout.ts';
import type {PlaceName} from './places.ts';

/**
 * A box that reports its rectangle. Either the painter draws a pane into it, or it covers painted
 * panes.
 */
export function Surface({
	name,
	children,
	...box
}: {readonly name: PlaceName; readonly children?: ReactNode} & BoxProps) {
	const {places} = useHandles();
	const ref = useMeasured(rect => places.put(name, rect));
	return (
		<Box ref={ref} flexShrink={0} {...box}>
			{children}
		</Box>
	);
}

/**
 * Calls `tell` with the box's rectangle after each commit, and with null when the box disappears.
 */
export function useMeasured(tell: (rect: Rect | null) => void): RefObject<DOMElement | null> {
	const ref = useRef<DOMElement>(null);
	const last = useRef(tell);
	useLayoutEffect(() => {
		last.current = tell;
		if (ref.current) {
			const {x, y, width, height} = measureElement(ref.current);
			tell({x, y, width, height});
		}
	});
	useLayoutEffect(() => () => last.current(null), []);
	return ref;
}
