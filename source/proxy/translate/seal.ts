import type {ProviderKind} from '../../events/settings.ts';
import type {NeutralItem, Seal} from '../neutral.ts';

/**
 * Seals on their way through clients. A client's protocol has one place for its own provider's
 * seal; one of another provider goes through the same place with its origin written before it, and
 * is known by that when it comes back.
 */
export function sealText(seal: Seal, native: ProviderKind): string {
	return seal.from === native ? seal.data : `${mark}${seal.from}:${seal.form}:${seal.data}`;
}

export function readSeal(
	text: string,
	{native, form = 'signature'}: {native: ProviderKind; form?: Seal['form']},
): Seal | undefined {
	if (text === '') {
		return undefined;
	}
	const [from = '', written, ...data] = text.slice(mark.length).split(':');
	return isForeign(text)
		? {
				from: from as ProviderKind,
				form: written === 'redacted' ? 'redacted' : 'signature',
				data: data.join(':'),
			}
		: {from: native, form, data: text};
}

/** Whether a text as long as a conversation may hold one. */
export function mayHoldForeign(text: string): boolean {
	return text.includes(mark);
}

/** Written by this proxy: the protocol's own provider would refuse it. */
export function isForeign(text: string): boolean {
	return text.startsWith(mark);
}

/** The notice for seals that another provider than this one has written. */
export function foreignSeals(items: readonly NeutralItem[], kind: ProviderKind): readonly string[] {
	const isDropped = (item: NeutralItem) =>
		item.type === 'reasoning' && item.seal !== undefined && item.seal.from !== kind;
	return items.some(isDropped)
		? ['Sealed reasoning was dropped: only the provider that wrote it can read it.']
		: [];
}

const mark = 'agent-tui:';
