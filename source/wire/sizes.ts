import type {CellSize} from './message.ts';

/** Larger than any terminal, and small enough to count with. */
const cellsMax = 10_000;

/** Whether what came over the socket is a size in cells. */
export function isCellSize(value: Partial<CellSize> | undefined): boolean {
	return isCellCount(value?.columns) && isCellCount(value?.rows);
}

function isCellCount(value: unknown): boolean {
	return Number.isInteger(value) && (value as number) >= 0 && (value as number) <= cellsMax;
}
