import {Box, type BoxProps, type DOMElement, measureElement} from 'ink';
import {type ReactNode, type RefObject, useLayoutEffect, useRef} from 'react';
import {useHandles} from '../hooks.ts';
import type {Rect} from '../layout.ts';
import type {PlaceName} from './places.ts';

/**
 * A box that tells the compositor where it stands: a live pane is painted into it, or it lies
 * over what is painted.
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

/** Tells after each commit where the box stands, and with null that it is gone. */
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
