import {createHash} from 'node:crypto';

/** Reads the type of a public key in wire format: length-prefixed fields, the type first. */
export function keyTypeOf(key: Buffer): string {
	return fieldsOf(key)[0]?.toString('latin1') ?? '';
}

/** `SHA256:…` without padding, as ssh prints it everywhere. */
export function fingerprintOf(key: Buffer): string {
	return `SHA256:${digestOf(key).toString('base64').replace(/=+$/, '')}`;
}

/**
 * Draws OpenSSH's randomart of a fingerprint: a bishop walks diagonally over a board, two bits a
 * step, and each square shows how often it was visited. People notice a changed picture sooner than
 * a changed line.
 */
export function pictureOf(key: Buffer): readonly string[] {
	const visits = Array.from({length: rows}, () => new Array<number>(columns).fill(0));
	const end = walk(digestOf(key), visits);
	const draw = (row: number, column: number) => {
		// If the walk ends where it began, ssh-keygen too shows the mark for the end.
		if (row === end.row && column === end.column) {
			return 'E';
		}
		return row === startRow && column === startColumn
			? 'S'
			: symbols[Math.min(visits[row]?.[column] ?? 0, symbols.length - 1)];
	};
	const board = visits.map(
		(line, row) => `|${line.map((_, column) => draw(row, column)).join('')}|`,
	);
	return [border(`[${titleOf(key)}]`), ...board, border('[SHA256]')];
}

const rows = 9;
const columns = 17;
const startRow = 4;
const startColumn = 8;
const symbols = ' .o+=*BOX@%&#/^';

function walk(digest: Buffer, visits: readonly number[][]) {
	let row = startRow;
	let column = startColumn;
	for (const byte of digest) {
		for (let shift = 0; shift < 8; shift += 2) {
			const step = byte >> shift;
			column = Math.max(0, Math.min(columns - 1, column + (step & 1 ? 1 : -1)));
			row = Math.max(0, Math.min(rows - 1, row + (step & 2 ? 1 : -1)));
			const line = visits[row];
			if (line) {
				line[column] = (line[column] ?? 0) + 1;
			}
		}
	}
	return {row, column};
}

function border(label: string): string {
	const before = Math.floor((columns - label.length) / 2);
	return `+${label.padStart(before + label.length, '-').padEnd(columns, '-')}+`;
}

function titleOf(key: Buffer): string {
	const [type = Buffer.alloc(0), , modulus] = fieldsOf(key);
	const name = type.toString('latin1');
	if (name === 'ssh-rsa') {
		const hex = (modulus ?? Buffer.alloc(0)).toString('hex').replace(/^(00)+/, '');
		return `RSA ${hex.length * 4 - (Math.clz32(Number.parseInt(hex.slice(0, 1), 16)) - 28)}`;
	}
	const curve = /^ecdsa-sha2-nistp(\d+)$/.exec(name)?.[1];
	return curve === undefined ? (titles[name] ?? name.slice(0, columns - 2)) : `ECDSA ${curve}`;
}

const titles: Readonly<Record<string, string>> = {
	'ssh-ed25519': 'ED25519 256',
	'ssh-dss': 'DSA 1024',
};

function digestOf(key: Buffer): Buffer {
	return createHash('sha256').update(key).digest();
}

function fieldsOf(key: Buffer): readonly Buffer[] {
	const fields: Buffer[] = [];
	for (let position = 0; position + 4 <= key.length; ) {
		const length = key.readUInt32BE(position);
		fields.push(key.subarray(position + 4, position + 4 + length));
		position += 4 + length;
	}
	return fields;
}
