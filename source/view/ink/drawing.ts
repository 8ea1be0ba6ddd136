import {createContext, useContext} from 'react';
import type {Paint} from '../theme.ts';
import type {StandIns} from './stand-ins.ts';

/** What all components need to draw: colours, glyphs, and `encode` for text. */
type Drawing = {readonly paint: Paint; readonly encode: StandIns['encode']};

export const DrawingContext = createContext<Drawing | null>(null);

export function useDrawing(): Drawing {
	const drawing = useContext(DrawingContext);
	if (!drawing) {
		throw new Error('A component was rendered outside of the view.');
	}
	return drawing;
}
