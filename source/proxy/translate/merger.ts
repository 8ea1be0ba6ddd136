import type {Emit, NeutralEvent} from '../neutral.ts';

/**
 * Joins consecutive pieces of the same kind: a fast provider sends many at once, and each costs the
 * same whatever its length. It never waits for further pieces: `flush` is called before anything is
 * sent.
 */
export type Merger = {readonly event: Emit; readonly flush: () => void};

export function createMerger(emit: Emit): Merger {
	let first: Piece | null = null;
	let text = '';
	const flush = () => {
		if (first) {
			const piece = text.length === first.text.length ? first : {...first, text};
			first = null;
			emit(piece);
		}
	};
	return {
		event(event) {
			if (first && continues(first, event)) {
				text += event.text;
				return;
			}
			flush();
			if (isPiece(event)) {
				first = event;
				text = event.text;
			} else {
				emit(event);
			}
		},
		flush,
	};
}

type Piece = NeutralEvent & {readonly type: 'text' | 'reasoning' | 'refusal' | 'call.delta'};

function isPiece(event: NeutralEvent): event is Piece {
	const {type} = event;
	return type === 'text' || type === 'reasoning' || type === 'refusal' || type === 'call.delta';
}

function continues(first: Piece, event: NeutralEvent): event is Piece {
	switch (event.type) {
		case 'text':
		case 'refusal':
			return first.type === event.type;
		case 'reasoning':
			return first.type === 'reasoning' && first.form === event.form;
		case 'call.delta':
			return first.type === 'call.delta' && first.call === event.call;
		default:
			return false;
	}
}
