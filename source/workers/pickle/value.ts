/**
 * The content of a pickle as data. `named` is the name of a class or function; `made` stands for an
 * object that Python would have made by a call. Nothing is looked up or called.
 */
export type PickleValue =
	| null
	| boolean
	| number
	| bigint
	| string
	| Buffer
	| {readonly type: 'list'; readonly items: PickleValue[]}
	| {readonly type: 'dict'; readonly entries: [PickleValue, PickleValue][]}
	| {readonly type: 'named'; readonly name: string}
	| {readonly type: 'made'; readonly from: PickleValue; readonly given: PickleValue};

/** Returns the value of a dict under this key; undefined if there is none. */
export function entryOf(value: PickleValue, key: string): PickleValue | undefined {
	return typeof value === 'object' &&
		value !== null &&
		!Buffer.isBuffer(value) &&
		value.type === 'dict'
		? value.entries.findLast(([name]) => name === key)?.[1]
		: undefined;
}

const partsMax = 500;
const depthMax = 12;
const textLengthMax = 500;

/**
 * Writes the value in Python's notation, up to a limit, because a value may contain itself or
 * repeat the same value many times. `hide` removes secrets before the text is cut, because a part
 * of a secret would not be recognised.
 */
export function pickleWords(
	value: PickleValue,
	hide: (text: string) => string = text => text,
): string {
	let parts = 0;
	const words = (one: PickleValue, depth: number): string => {
		parts += 1;
		if (parts > partsMax || depth > depthMax) {
			return '…';
		}
		const list = (items: readonly PickleValue[]) => {
			const told: string[] = [];
			for (const item of items) {
				if (parts > partsMax) {
					return [...told, '…'].join(', ');
				}
				told.push(words(item, depth + 1));
			}
			return told.join(', ');
		};
		if (one === null || typeof one !== 'object' || Buffer.isBuffer(one)) {
			return plainWords(one, hide);
		}
		switch (one.type) {
			case 'list':
				return `[${list(one.items)}]`;
			case 'dict':
				return `{${one.entries
					.slice(0, partsMax)
					.map(([key, item]) => `${words(key, depth + 1)}: ${words(item, depth + 1)}`)
					.join(', ')}}`;
			case 'named':
				return one.name;
			case 'made': {
				const given =
					typeof one.given === 'object' &&
					one.given !== null &&
					'items' in one.given &&
					!Buffer.isBuffer(one.given)
						? list(one.given.items)
						: words(one.given, depth + 1);
				return `${words(one.from, depth + 1)}(${given})`;
			}
		}
	};
	return cut(hide(words(value, 0)), 4 * textLengthMax);
}

function plainWords(
	value: null | boolean | number | bigint | string | Buffer,
	hide: (text: string) => string,
): string {
	if (value === null) {
		return 'None';
	}
	if (typeof value === 'boolean') {
		return value ? 'True' : 'False';
	}
	if (typeof value === 'string') {
		return JSON.stringify(cut(hide(value), textLengthMax));
	}
	return Buffer.isBuffer(value) ? `<${value.length} bytes>` : String(value);
}

function cut(text: string, lengthMax: number): string {
	return text.length <= lengthMax ? text : `${text.slice(0, lengthMax)}…`;
}
