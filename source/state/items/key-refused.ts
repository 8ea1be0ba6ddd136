import type {KeyRefusal} from '../../events/hop.ts';
import type {HostId} from '../../events/ids.ts';
import type {ItemKind} from './item-kind.ts';

/** A connection that was not made, because the host showed a wrong key. */
export type KeyRefusedItem = {
	readonly type: 'key-refused';
	readonly host: HostId;
	readonly refusal: KeyRefusal;
	readonly at: number;
};

export const keyRefused: ItemKind<KeyRefusedItem> = {
	addedBy: {
		'hop.refused': ({host, refusal, at}) => ({type: 'key-refused', host, refusal, at}),
	},
	shown: item => item,
	turn: () => null,
	input: () => [],
	markdown: item => ['', ...keyRefusedLines(item).map(({text}) => `> ${text}`)],
	copied: item =>
		keyRefusedLines(item)
			.map(({text}) => text)
			.join('\n'),
};

export type KeyRefusedLine = {
	readonly about: 'refusal' | 'warning' | 'key' | 'remedy' | 'command';
	readonly text: string;
};

/** Tells a person about the refused key, the most urgent facts first. */
export function keyRefusedLines({host, refusal}: KeyRefusedItem): readonly KeyRefusedLine[] {
	const {name, why, shown, known, remedies} = refusal;
	return [
		{about: 'refusal', text: `Refused ${host}: ${reasons[why](name)}`},
		{about: 'warning', text: `${warnings[why]} Nothing was sent to it.`},
		{about: 'key', text: `shown now: ${shown.keyType} ${shown.fingerprint}`},
		...known.map(
			({keyType, fingerprint, place}): KeyRefusedLine => ({
				about: 'key',
				text: `on record: ${keyType} ${fingerprint} (${place})`,
			}),
		),
		...(remedies.length === 0
			? []
			: [
					{
						about: 'remedy',
						text: 'If its administrator says that the key shown now is right, run in a shell:',
					} as const,
				]),
		...remedies.map((text): KeyRefusedLine => ({about: 'command', text})),
	];
}

const reasons: Readonly<Record<KeyRefusal['why'], (name: string) => string>> = {
	changed: name => `the key of ${name} has changed`,
	revoked: name => `the key of ${name} is marked as revoked`,
	unknown: name => `the key of ${name} is not known, and StrictHostKeyChecking is yes`,
};

const warnings: Readonly<Record<KeyRefusal['why'], string>> = {
	changed: 'Somebody may be listening in, or the machine was set up anew.',
	revoked: 'Whoever has this key may be somebody else.',
	unknown: 'Compare its fingerprint with what its administrator says.',
};
