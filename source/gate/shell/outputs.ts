import type {Word} from './reader.ts';

/**
 * Which files a program writes that is not meant for writing: `uniq IN OUT`, `sort -o OUT`. A
 * person who allows such a program thinks of the files that it reads.
 */
type Outputs = {
	/** The operands that name files to write. */
	readonly operands?: 'all' | 'first' | 'last' | 'second';
	/** Options whose value is a file to write: letters, which may be combined, and longer names. */
	readonly letters?: string;
	readonly names?: readonly string[];
	/** Other options that take the next word as their value, so that this word is no operand. */
	readonly valued?: string;
	readonly valuedNames?: readonly string[];
	/**
	 * `apart`: letters are never combined. `long`: a single dash begins a whole name (`-out FILE`).
	 */
	readonly style?: 'apart' | 'long';
	/** If an argument matches, the program writes to its standard output only. */
	readonly unless?: RegExp;
	/** The program builds its output from a source, so the output is no copy of another program. */
	readonly isCompiler?: true;
};

const toOutput: Outputs = {letters: 'o', names: ['output']};
const compiling: Outputs = {style: 'apart', isCompiler: true};
const rewriting: Outputs = {...toOutput, operands: 'all'};

const table: readonly (readonly [programs: string, outputs: Outputs])[] = [
	[
		'uniq guniq',
		{operands: 'second', valued: 'fsw', valuedNames: ['skip-fields', 'skip-chars', 'check-chars']},
	],
	[
		'xxd',
		{
			operands: 'second',
			valued: 'cglosnR',
			valuedNames: ['cols', 'groupsize', 'len', 'offset', 'seek', 'skip', 'name'],
			style: 'apart',
		},
	],
	[
		'split gsplit',
		{
			operands: 'second',
			valued: 'abClnt',
			valuedNames: ['suffix-length', 'bytes', 'line-bytes', 'lines', 'number', 'separator'],
		},
	],
	['csplit gcsplit', {letters: 'f', names: ['prefix'], valued: 'bn'}],
	['mkfifo mknod', {operands: 'all', valued: 'm'}],
	['sort gsort', {letters: 'oT', names: ['output', 'temporary-directory'], valued: 'kSt'}],
	['shuf gshuf', {...toOutput, valued: 'in'}],
	['iconv', {...toOutput, valued: 'ft'}],
	['base32 base64 basenc diff sdiff tree pandoc bison flex qrencode etags', toOutput],
	['dot neato fdp sfdp twopi circo', {...toOutput, style: 'apart'}],
	['ctags', {letters: 'fo', valued: 'IL'}],
	['gpg gpg2', {...toOutput, valued: 'rup'}],
	['less', {letters: 'oO', names: ['log-file', 'LOG-FILE'], valued: 'bhjkpPtTxyz'}],
	['strace ltrace', {...toOutput, valued: 'aeEIpPsSuX'}],
	['tcpdump', {letters: 'w', valued: 'BcCEFGijrsTVyZz'}],
	[
		'gcc g++ cc c++ c99 clang clang++ ld as tcc nvcc',
		{...compiling, letters: 'o', names: ['MF', 'dumpdir', 'dumpbase']},
	],
	['rustc ghc go javac', {...compiling, letters: 'od', names: ['out-dir']}],
	['cargo', {...compiling, names: ['target-dir', 'out-dir', 'artifact-dir']}],
	['esbuild tsc', {...compiling, names: ['outfile', 'outdir', 'outFile', 'outDir'], style: 'long'}],
	[
		'gzip gunzip bzip2 bunzip2 xz unxz lzma unlzma zstd unzstd lz4 brotli compress uncompress',
		{...rewriting, unless: /^(?:-[a-zA-Z]*[clt]|--(?:stdout|to-stdout|list|test))/},
	],
	['dos2unix unix2dos mac2unix strip objcopy sponge chattr virtualenv mogrify', rewriting],
	['fallocate', {operands: 'all', valued: 'lo'}],
	['zip', {operands: 'first', letters: 'O', names: ['out'], valued: 'bnPt'}],
	['unzip', {letters: 'd', valued: 'Px'}],
	['7z 7za 7zr', {operands: 'second', letters: 'o'}],
	['sqlite3', {operands: 'first', valuedNames: ['cmd', 'separator', 'init'], style: 'long'}],
	['script', {operands: 'first', letters: 'BIOTm', valued: 'cE'}],
	['patch', {operands: 'first', letters: 'ord', names: ['output', 'directory'], valued: 'BFipVYz'}],
	['pdftotext ps2pdf tesseract lame', {operands: 'second', valued: 'flrx'}],
	[
		'curl',
		{
			letters: 'cDo',
			names: [
				'output',
				'output-dir',
				'cookie-jar',
				'dump-header',
				'trace',
				'stderr',
				'hsts',
				'alt-svc',
			],
			valued: 'AbCdeEFhHKmPQrtTuUwxXyYz',
		},
	],
	[
		'wget',
		{
			letters: 'aoOP',
			names: ['output-document', 'output-file', 'append-output', 'directory-prefix'],
			valued: 'ABDeiIlQRtTUwX',
		},
	],
	['openssl', {names: ['out', 'keyout', 'writerand', 'CAserial'], style: 'long'}],
	['ssh-keygen', {letters: 'f', valued: 'bCmnNOPItV'}],
	['ffmpeg', {operands: 'all', valuedNames: ['i', 'f', 'c', 'vf', 'ss', 'map'], style: 'long'}],
	['convert magick composite montage', {operands: 'last', style: 'long'}],
];

const outputs: ReadonlyMap<string, Outputs> = new Map(
	table.flatMap(([programs, own]) => programs.split(' ').map(name => [name, own] as const)),
);

export function writesOutputs(name: string): boolean {
	return outputs.has(name);
}

/** Whether the written file may be a copy of a program, under another name. */
export function writesCopies(name: string): boolean {
	return outputs.has(name) && outputs.get(name)?.isCompiler !== true;
}

/** Returns the words, or parts of them, that name what the program writes. */
export function outputsOf(name: string, rest: readonly Word[]): readonly Word[] {
	const own = outputs.get(name);
	if (own === undefined || rest.some(({text}) => own.unless?.test(text))) {
		return [];
	}
	const written: Word[] = [];
	const operands: Word[] = [];
	let at = 0;
	for (let word = rest[0]; word !== undefined; word = rest[at]) {
		at += 1;
		if (word.text === '--') {
			operands.push(...rest.slice(at));
			break;
		}
		const option = optionIn(word, own);
		if (option === 'operand') {
			operands.push(word);
		} else if (option !== 'flag') {
			const value = option.attached ?? rest[at];
			at += option.attached === null ? 1 : 0;
			written.push(...(option.isWritten && value !== undefined ? [value] : []));
		}
	}
	return [...written, ...writtenOf(operands, own)];
}

function writtenOf(operands: readonly Word[], {operands: which}: Outputs): readonly Word[] {
	switch (which) {
		case 'all':
			return operands;
		case 'first':
			return operands.slice(0, 1);
		case 'last':
			return operands.slice(-1);
		case 'second':
			return operands.slice(1, 2);
		default:
			return [];
	}
}

type Option = {
	readonly isWritten: boolean;
	/** The option's value, if it is in the same word. Null if the value is the next word. */
	readonly attached: Word | null;
};

/** Reads one word. Returns `flag` for an option without a value. */
function optionIn(word: Word, own: Outputs): Option | 'flag' | 'operand' {
	if (!/^-./.test(word.text)) {
		return 'operand';
	}
	const name = word.text.slice(1);
	const isOfName = own.names?.includes(name) || own.valuedNames?.includes(name);
	const isLong = word.text.startsWith('--') || own.style === 'long' || isOfName === true;
	return (isLong ? longOption(word, own) : shortOption(word, own)) ?? 'flag';
}

/** Reads an option with a long name, which may be abbreviated. */
function longOption(word: Word, {names = [], valuedNames = []}: Outputs): Option | null {
	const [name = ''] = word.text.replace(/^--?/, '').split('=');
	const lengthMin = word.text.startsWith('--') ? 1 : 2;
	const isOne = (all: readonly string[]) =>
		all.some(one => one === name || (name.length >= lengthMin && one.startsWith(name)));
	const isWritten = isOne(names);
	const sign = word.text.indexOf('=');
	return isWritten || isOne(valuedNames)
		? {isWritten, attached: sign === -1 ? null : cut(word, sign + 1)}
		: null;
}

/** Reads `-uo out` or `-uoout`: the letters before the `o` take no value. */
function shortOption(word: Word, {letters = '', valued = '', style}: Outputs): Option | null {
	const end = style === 'apart' ? 2 : word.text.length;
	for (let at = 1; at < end; at += 1) {
		const letter = word.text[at]!;
		if (letters.includes(letter) || valued.includes(letter)) {
			const attached = at + 1 < word.text.length ? cut(word, at + 1) : null;
			return {isWritten: letters.includes(letter), attached};
		}
	}
	return null;
}

function cut(word: Word, from: number): Word {
	return {...word, text: word.text.slice(from)};
}
