import {createContext, useContext} from 'react';
import type {Paint} from '../theme.ts';
import type {StandIns} from './stand-ins.ts';

/** What every component needs for drawing: colours, glyphs, and the encoding of text for Ink. */
type Drawing = {readonly paint: Paint; readonly encode: StandIns['encode']};

export const DrawingContext = createContext<Drawing | null>(null);

export function useDrawing(): Drawing {
	const drawing = useContext(DrawingContext);
	if (!drawing) {
		throw new Error('A component was rendered outside of the view.');
	}
	return drawing;
}
