import type {JsonObject} from '../../../events/json.ts';
import type {CallFailure} from '../../failure.ts';
import {customText} from '../custom-tool.ts';
import {createJsonEnd, type JsonEnd} from '../json-end.ts';
import {callsPerAnswerMax, tooLongCall, tooManyCalls} from '../limits.ts';
import type {DecoderContext} from '../protocol.ts';
import {optionalNumber, optionalObject, optionalText, textOf} from '../request-reading.ts';
import {sealOfCall} from './google-seal.ts';

/**
 * Assembles the calls of a chat stream. Providers send a call whole or in pieces, several at a
 * time, all with index 0 or with none, and with ids that are missing, late, repeated or different
 * on each piece. So a piece is matched by its id, else by its index. It begins a new call only if
 * it can't belong to an open one.
 */
export type CallAssembly = {
	readonly piece: (piece: JsonObject) => void;
	/** Call this at the end. With `cut`, the last call is not ended, because it may be incomplete. */
	readonly end: (how: 'whole' | 'cut') => void;
	readonly count: () => number;
};

export function createCallAssembly(context: DecoderContext): CallAssembly {
	const slots: Slot[] = [];
	const {provider, bytesMax} = context;
	const assembly: Assembly = {...context, slots};
	let length = 0;
	let isOver = false;
	const refuse = (failure: CallFailure) => {
		isOver = true;
		context.emit({type: 'failure', failure});
	};
	return {
		piece(written) {
			if (isOver) {
				return;
			}
			const piece = readPiece(written);
			length += piece.text.length + piece.name.length;
			const found = findSlot(slots, piece);
			if (length > bytesMax) {
				refuse(tooLongCall(provider, bytesMax));
			} else if (!found && slots.length >= callsPerAnswerMax) {
				refuse(tooManyCalls(provider));
			} else {
				grow(assembly, found ?? addSlot(assembly, piece), piece);
			}
		},
		end(how) {
			for (const [index, slot] of slots.entries()) {
				if (how === 'whole' || index < slots.length - 1) {
					close(assembly, slot);
				}
			}
		},
		count: () => slots.length,
	};
}

type Assembly = DecoderContext & {readonly slots: Slot[]};

type Slot = {
	readonly call: number;
	givenId: string | null;
	index: number | null;
	name: string;
	text: string;
	readonly json: JsonEnd;
	seal: string;
	started: boolean;
	ended: boolean;
};

type Piece = {
	readonly id: string | null;
	readonly index: number | null;
	readonly name: string;
	readonly text: string;
	readonly seal: string;
};

function readPiece(written: JsonObject): Piece {
	const described = optionalObject(written['function']) ?? written;
	const {arguments: given} = described;
	return {
		id: optionalText(written['id']) ?? null,
		index: optionalNumber(written['index']) ?? null,
		name: textOf(described['name']),
		seal: sealOfCall(written),
		text: typeof given === 'string' ? given : given ? JSON.stringify(given) : '',
	};
}

function findSlot(slots: readonly Slot[], piece: Piece): Slot | null {
	const sameIndex = (slot: Slot) =>
		piece.index === null || slot.index === null || slot.index === piece.index;
	const sameId = slots.findLast(
		slot => piece.id !== null && slot.givenId === piece.id && sameIndex(slot),
	);
	if (piece.name === '') {
		return sameId ?? slots.findLast(sameIndex) ?? null;
	}
	const found =
		sameId ??
		slots.findLast(slot => sameIndex(slot) && (piece.id === null || slot.givenId === null));
	return found && continues(found, piece) ? found : null;
}

/** Whether a piece with a name can still belong to this call. */
function continues(slot: Slot, piece: Piece): boolean {
	if (slot.name === '') {
		return true;
	}
	const sameName = piece.name === slot.name;
	if (slot.json.isWhole(slot.text)) {
		return sameName && piece.text === '';
	}
	// Names come in pieces, too. Once the name is an offered tool, it does not grow any more.
	return sameName || (slot.text === '' && !slot.started);
}

function addSlot(assembly: Assembly, piece: Piece): Slot {
	const slot: Slot = {
		call: assembly.slots.length,
		givenId: null,
		index: piece.index,
		name: '',
		text: '',
		json: createJsonEnd(),
		seal: '',
		started: false,
		ended: false,
	};
	assembly.slots.push(slot);
	return slot;
}

function grow(assembly: Assembly, slot: Slot, piece: Piece): void {
	slot.givenId ??= piece.id;
	slot.index ??= piece.index;
	if (!slot.started && piece.name !== slot.name) {
		slot.name += piece.name;
	}
	slot.text += piece.text;
	slot.seal ||= piece.seal;
	if (!slot.started && slot.name !== '' && (slot.text !== '' || assembly.names.offers(slot.name))) {
		start(assembly, slot);
	} else if (slot.started && piece.text !== '' && formOf(assembly, slot) === 'function') {
		assembly.emit({type: 'call.delta', call: slot.call, text: piece.text});
	}
}

function start(assembly: Assembly, slot: Slot): void {
	slot.started = true;
	const tool = assembly.names.inward(slot.name);
	if (slot.seal !== '') {
		const seal = {from: 'openai-chat', form: 'signature', data: slot.seal} as const;
		assembly.emit({type: 'seal', seal});
	}
	assembly.emit({type: 'call.start', call: slot.call, id: idOf(assembly, slot), ...tool});
	if (slot.text !== '' && tool.form === 'function') {
		assembly.emit({type: 'call.delta', call: slot.call, text: slot.text});
	}
}

function idOf(assembly: Assembly, slot: Slot): string {
	return assembly.names.freshId(slot.givenId ?? `call_${assembly.id}_${slot.call}`);
}

function close(assembly: Assembly, slot: Slot): void {
	if (slot.ended || slot.name === '') {
		return;
	}
	slot.ended = true;
	if (!slot.started) {
		start(assembly, slot);
	}
	const {call, text} = slot;
	if (formOf(assembly, slot) === 'custom') {
		assembly.emit({type: 'call.delta', call, text: customText(text)});
	} else if (text.trim() === '') {
		// A call without arguments gets an empty object, which every client understands.
		assembly.emit({type: 'call.delta', call, text: '{}'});
	}
	assembly.emit({type: 'call.end', call});
}

function formOf({names}: Assembly, slot: Slot): 'function' | 'custom' {
	return names.inward(slot.name).form;
}
