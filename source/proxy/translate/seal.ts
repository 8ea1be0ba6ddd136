import type {ProviderKind} from '../../events/settings.ts';
import type {NeutralItem, Seal} from '../neutral.ts';

/**
 * Writes a provider's signature ("seal") for the client, who sends it back later. Each protocol has
 * a place for the signatures of its own provider. Those of other providers go there as well, with
 * their origin in front, so that they are recognised when they come back.
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

/**
 * A quick test whether a text, such as a whole conversation, may contain another provider's
 * signature.
 */
export function mayHoldForeign(text: string): boolean {
	return text.includes(mark);
}

/**
 * Whether this proxy has put the origin in front of a signature. The protocol's own provider would
 * refuse it.
 */
export function isForeign(text: string): boolean {
	return text.startsWith(mark);
}

/** Returns a notice if signatures of other providers were left out. */
export function foreignSeals(items: readonly NeutralItem[], kind: ProviderKind): readonly string[] {
	const isDropped = (item: NeutralItem) =>
		item.type === 'reasoning' && item.seal !== undefined && item.seal.from !== kind;
	return items.some(isDropped)
		? ['Sealed reasoning was dropped: only the provider that wrote it can read it.']
		: [];
}

const mark = 'agent-tui:';
