import type {CellSize} from './message.ts';

/** More cells than any terminal has. Sizes beyond this limit are invalid. */
const cellsMax = 10_000;

/** Whether a value from the socket is a valid size in cells. */
export function isCellSize(value: Partial<CellSize> | undefined): boolean {
	return isCellCount(value?.columns) && isCellCount(value?.rows);
}

function isCellCount(value: unknown): boolean {
	return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= cellsMax;
}
