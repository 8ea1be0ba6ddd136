import {Box, type BoxProps, type DOMElement, measureElement} from 'ink';
import {type ReactNode, type RefObject, useLayoutEffect, useRef} from 'react';
import {useHandles} from '../hooks.ts';
import type {Rect} from '../layout.ts';
import type {PlaceName} from './places.ts';

/**
 * A box that tells the compositor where it stands. Either a live pane is painted into the box, or
 * the box lies over painted panes.
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

/** Tells the box's rectangle after each commit, and null when the box is gone. */
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
