import {deflateRawSync, inflateRawSync} from 'node:zlib';
import type {Emulator} from './emulator.ts';

/**
 * Everything that an emulator shows and remembers, as plain JSON, for a process that takes over the
 * terminal. Like `emulator.ts`, this file uses internal names of xterm.js; the test, which copies
 * and restores an emulator, fails if one of them changes.
 */
export type EmulatorCopy = {
	/** The version of this format. A process reads only copies in its own format. */
	readonly format: typeof copyFormat;
	readonly columns: number;
	readonly rows: number;
	readonly normal: BufferCopy;
	readonly alternate: BufferCopy;
	readonly isAlternate: boolean;
	readonly pen: PenCopy;
	readonly isCursorHidden: boolean;
	readonly modes: Readonly<Record<string, unknown>>;
	readonly privateModes: Readonly<Record<string, unknown>>;
	readonly mouse: {readonly protocol: string; readonly encoding: string};
	readonly charsets: {
		readonly level: number;
		readonly current: CharsetCopy;
		readonly all: readonly CharsetCopy[];
	};
	readonly joinState: number;
	/** The numbers of links, and their addresses. */
	readonly links: readonly (readonly [number, {readonly uri: string; readonly id?: string}])[];
	readonly titles: readonly string[];
};

export const copyFormat = 1;

type PenCopy = {
	readonly fg: number;
	readonly bg: number;
	readonly ext: number;
	readonly url: number;
};
type CharsetCopy = Readonly<Record<string, string>> | null;

type BufferCopy = {
	/** The packed words of all cells, deflated, as base64. */
	readonly cells: string;
	/** The number of cells of each line. */
	readonly lengths: readonly number[];
	readonly wrapped: readonly number[];
	/** Line, column, and the cluster of characters in that cell. */
	readonly clusters: readonly (readonly [number, number, string])[];
	/** Line, column, and the two packed words of further attributes of that cell. */
	readonly attributes: readonly (readonly [number, number, number, number])[];
	readonly places: Readonly<Record<Place, number>>;
	readonly tabs: readonly number[];
	readonly savedPen: PenCopy;
	readonly savedCharset: CharsetCopy;
};

const placeNames = ['x', 'y', 'ybase', 'savedX', 'savedY', 'scrollTop', 'scrollBottom'] as const;
type Place = (typeof placeNames)[number];

type Extended = {_ext: number; _urlId: number; clone: () => Extended};
type Pen = {fg: number; bg: number; extended: Extended; clone: () => Pen};
type Charset = Record<string, string> | undefined;

type Line = {
	_data: Uint32Array;
	_combined: Record<number, string>;
	_extendedAttrs: Record<number, Extended | undefined>;
	length: number;
	isWrapped: boolean;
};

type XtermBuffer = Record<Place | 'ydisp', number> & {
	readonly lines: {
		length: number;
		readonly get: (index: number) => Line;
		readonly push: (line: Line) => void;
	};
	tabs: Record<number, boolean>;
	savedCurAttrData: Pen;
	savedCharset: Charset;
	readonly getBlankLine: (pen: Pen) => Line;
};

type Core = {
	readonly coreService: {
		isCursorHidden: boolean;
		isCursorInitialized: boolean;
		modes: object;
		decPrivateModes: object;
	};
	readonly coreMouseService: {activeProtocol: string; activeEncoding: string};
	readonly _charsetService: {glevel: number; charset: Charset; _charsets: Charset[]};
	readonly _oscLinkService: {
		_nextId: number;
		readonly _dataByLinkId: Map<number, {readonly data: {uri: string; id?: string}}>;
	};
	readonly _inputHandler: {
		_curAttrData: Pen;
		_windowTitleStack: string[];
		readonly _parser: {precedingJoinState: number};
	};
	readonly _bufferService: {
		readonly buffers: {
			readonly normal: XtermBuffer;
			readonly alt: XtermBuffer;
			readonly active: XtermBuffer;
			readonly activateAltBuffer: () => void;
		};
	};
};

const wordsPerCell = 3;

function coreOf({terminal}: Emulator): Core {
	return (terminal as unknown as {readonly _core: Core})._core;
}

/**
 * Copies the emulator. Call this only when all bytes were parsed and no escape sequence is
 * incomplete.
 */
export function copyEmulator(emulator: Emulator): EmulatorCopy {
	const core = coreOf(emulator);
	const {coreService, coreMouseService, _charsetService, _oscLinkService, _inputHandler} = core;
	const {normal, alt, active} = core._bufferService.buffers;
	return {
		format: copyFormat,
		columns: emulator.terminal.cols,
		rows: emulator.terminal.rows,
		normal: copyBuffer(normal),
		alternate: copyBuffer(alt),
		isAlternate: active === alt,
		pen: copyPen(_inputHandler._curAttrData),
		isCursorHidden: coreService.isCursorHidden,
		modes: {...coreService.modes},
		privateModes: {...coreService.decPrivateModes},
		mouse: {protocol: coreMouseService.activeProtocol, encoding: coreMouseService.activeEncoding},
		charsets: {
			level: _charsetService.glevel,
			current: _charsetService.charset ?? null,
			all: Array.from(_charsetService._charsets, charset => charset ?? null),
		},
		joinState: _inputHandler._parser.precedingJoinState,
		links: [..._oscLinkService._dataByLinkId].map(([id, {data}]) => [id, {...data}] as const),
		titles: [..._inputHandler._windowTitleStack],
	};
}

/** Brings a new emulator of the copy's size into the copied state. */
export function restoreEmulator(emulator: Emulator, copy: EmulatorCopy): void {
	const core = coreOf(emulator);
	const {coreService, coreMouseService, _charsetService, _oscLinkService, _inputHandler} = core;
	const {buffers} = core._bufferService;
	const blank = _inputHandler._curAttrData.clone();
	if (copy.isAlternate) {
		buffers.activateAltBuffer();
	}
	fillBuffer(buffers.normal, {copy: copy.normal, blank});
	fillBuffer(buffers.alt, {copy: copy.alternate, blank});
	_inputHandler._curAttrData = penOf(copy.pen, blank);
	_inputHandler._windowTitleStack = [...copy.titles];
	_inputHandler._parser.precedingJoinState = copy.joinState;
	coreService.isCursorHidden = copy.isCursorHidden;
	coreService.isCursorInitialized = true;
	Object.assign(coreService.modes, copy.modes);
	Object.assign(coreService.decPrivateModes, copy.privateModes);
	coreMouseService.activeProtocol = copy.mouse.protocol;
	coreMouseService.activeEncoding = copy.mouse.encoding;
	const {level, current, all} = copy.charsets;
	_charsetService.glevel = level;
	_charsetService.charset = current ?? undefined;
	_charsetService._charsets = all.map(charset => charset ?? undefined);
	for (const [id, data] of copy.links) {
		_oscLinkService._dataByLinkId.set(id, {id, data, lines: []} as {data: {uri: string}});
		_oscLinkService._nextId = Math.max(_oscLinkService._nextId, id + 1);
	}
}

function copyBuffer(buffer: XtermBuffer): BufferCopy {
	const lines = Array.from({length: buffer.lines.length}, (_, index) => buffer.lines.get(index));
	const words = lines.map(({_data, length}) => _data.subarray(0, length * wordsPerCell));
	const bytes = words.map(part => Buffer.from(part.buffer, part.byteOffset, part.byteLength));
	return {
		cells: deflateRawSync(Buffer.concat(bytes), {level: 1}).toString('base64'),
		lengths: lines.map(({length}) => length),
		wrapped: lines.flatMap(({isWrapped}, index) => (isWrapped ? [index] : [])),
		clusters: lines.flatMap(({_combined}, index) =>
			Object.entries(_combined).map(([column, text]) => [index, Number(column), text] as const),
		),
		attributes: lines.flatMap(({_extendedAttrs}, index) =>
			Object.entries(_extendedAttrs).flatMap(([column, one]) =>
				one ? [[index, Number(column), one._ext, one._urlId] as const] : [],
			),
		),
		places: Object.fromEntries(placeNames.map(name => [name, buffer[name]])) as Record<
			Place,
			number
		>,
		tabs: Object.keys(buffer.tabs).map(Number),
		savedPen: copyPen(buffer.savedCurAttrData),
		savedCharset: buffer.savedCharset ?? null,
	};
}

function fillBuffer(buffer: XtermBuffer, {copy, blank}: {copy: BufferCopy; blank: Pen}): void {
	const bytes = inflateRawSync(Buffer.from(copy.cells, 'base64'));
	const words = new Uint32Array(
		bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length),
	);
	const wrapped = new Set(copy.wrapped);
	let at = 0;
	const lines = copy.lengths.map((length, index) => {
		const line = buffer.getBlankLine(blank);
		line.length = length;
		// Each line needs a buffer of its own, since xterm.js reuses it when the width changes.
		line._data = words.slice(at, at + length * wordsPerCell);
		line.isWrapped = wrapped.has(index);
		at += length * wordsPerCell;
		return line;
	});
	for (const [index, column, text] of copy.clusters) {
		lines[index]!._combined[column] = text;
	}
	for (const [index, column, ext, url] of copy.attributes) {
		lines[index]!._extendedAttrs[column] = extendedOf({ext, url}, blank);
	}
	buffer.lines.length = 0;
	for (const line of lines) {
		buffer.lines.push(line);
	}
	Object.assign(buffer, copy.places, {ydisp: copy.places.ybase});
	buffer.tabs = Object.fromEntries(copy.tabs.map(column => [column, true]));
	buffer.savedCurAttrData = penOf(copy.savedPen, blank);
	buffer.savedCharset = copy.savedCharset ?? undefined;
}

function copyPen({fg, bg, extended}: Pen): PenCopy {
	return {fg, bg, ext: extended._ext, url: extended._urlId};
}

function penOf({fg, bg, ext, url}: PenCopy, blank: Pen): Pen {
	return Object.assign(blank.clone(), {fg, bg, extended: extendedOf({ext, url}, blank)});
}

function extendedOf({ext, url}: Pick<PenCopy, 'ext' | 'url'>, blank: Pen): Extended {
	return Object.assign(blank.extended.clone(), {_ext: ext, _urlId: url});
}
