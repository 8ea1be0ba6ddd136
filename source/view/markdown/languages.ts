import type {ThemeToken} from '../theme.ts';

/** A language as data: an ordered list of rules for tokens, and its keywords. */
export type Language = {
	readonly rules: readonly HighlightRule[];
	readonly keywords: ReadonlySet<string>;
	readonly ignoreCase?: boolean;
	/** Whether words that begin with a capital and contain small letters are types by convention. */
	readonly hasTypes?: boolean;
};

/**
 * A rule for tokens. The text of a `word` is looked up in the keywords. A token with an `end` may
 * span several lines.
 */
export type HighlightRule = {
	readonly token: ThemeToken | 'word';
	readonly pattern: string;
	readonly end?: string;
	/**
	 * The rule applies only after this text, which is not part of `pattern`, because it would then be
	 * searched at every position.
	 */
	readonly before?: string;
};

export function languageOf(name: string): Language | undefined {
	const known = Object.hasOwn(aliases, name) ? aliases[name as keyof typeof aliases] : name;
	return Object.hasOwn(languages, known) ? languages[known as keyof typeof languages] : undefined;
}

const aliases = {
	js: 'javascript',
	jsx: 'javascript',
	mjs: 'javascript',
	cjs: 'javascript',
	ts: 'javascript',
	tsx: 'javascript',
	typescript: 'javascript',
	jsonc: 'json',
	json5: 'json',
	jsonl: 'json',
	py: 'python',
	python3: 'python',
	bash: 'shell',
	sh: 'shell',
	zsh: 'shell',
	console: 'shell',
	'shell-session': 'shell',
	dockerfile: 'shell',
	htm: 'html',
	xml: 'html',
	svg: 'html',
	vue: 'html',
	scss: 'css',
	less: 'css',
	golang: 'go',
	rs: 'rust',
	c: 'cpp',
	h: 'cpp',
	'c++': 'cpp',
	hpp: 'cpp',
	cs: 'csharp',
	'c#': 'csharp',
	kotlin: 'java',
	yml: 'yaml',
	ini: 'toml',
	patch: 'diff',
	md: 'markdown',
} as const;

const word: HighlightRule = {token: 'word', pattern: '[\\p{L}_$][\\p{L}\\p{N}_$]*'};
const number: HighlightRule = {
	token: 'code.number',
	pattern: '\\d[\\d_]*(?:\\.\\d[\\d_]*)?(?:[eE][+-]?\\d+)?[a-zA-Z\\d_]*',
};
const double: HighlightRule = {token: 'code.string', pattern: '"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"?'};
const single: HighlightRule = {token: 'code.string', pattern: "'[^'\\\\]*(?:\\\\.[^'\\\\]*)*'?"};
const slashes: HighlightRule = {token: 'code.comment', pattern: '//.*'};
const hash: HighlightRule = {token: 'code.comment', pattern: '(?<!\\S)#.*'};
const starred: HighlightRule = {token: 'code.comment', pattern: '/\\*', end: '\\*/'};
const template: HighlightRule = {token: 'code.string', pattern: '`', end: '(?<!\\\\)`'};
const likeC = [slashes, starred, double, single, number, word];

const constants = 'true false null';

const languages = {
	javascript: {
		rules: [
			slashes,
			starred,
			template,
			double,
			single,
			{token: 'code.type', pattern: '</?[a-zA-Z][\\w.]*'},
			number,
			word,
		],
		keywords: words(
			`${constants} undefined async await break case catch class const continue debugger default delete do else enum export extends finally for from function get if implements import in instanceof interface keyof let namespace new of private protected public readonly return satisfies set static super switch this throw try type typeof var void while with yield as abstract declare`,
		),
		hasTypes: true,
	},
	json: {
		rules: [
			slashes,
			{token: 'code.function', pattern: '"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"(?=\\s{0,9}:)'},
			double,
			{...number, pattern: `-?${number.pattern}`},
			word,
		],
		keywords: words(constants),
	},
	python: {
		rules: [
			hash,
			{token: 'code.string', pattern: '[rRbBfFuU]{0,2}"""', end: '"""'},
			{token: 'code.string', pattern: "[rRbBfFuU]{0,2}'''", end: "'''"},
			{...double, pattern: `[rRbBfFuU]{0,2}${double.pattern}`},
			{...single, pattern: `[rRbBfFuU]{0,2}${single.pattern}`},
			{token: 'code.type', pattern: '@[\\w.]+'},
			number,
			word,
		],
		keywords: words(
			'False None True and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return self try while with yield',
		),
		hasTypes: true,
	},
	shell: {
		rules: [
			hash,
			{token: 'code.string', pattern: '"', end: '(?<!\\\\)"'},
			{token: 'code.string', pattern: "'", end: "'"},
			{token: 'code.type', pattern: '\\$(?:\\{[^}]{0,200}\\}?|\\w+|[?!#$@*-])'},
			{token: 'code.number', pattern: '(?<=\\s)--?[a-zA-Z][\\w-]*'},
			{token: 'word', pattern: '[\\p{L}_][\\p{L}\\p{N}_./-]*'},
			number,
		],
		keywords: words(
			'if then else elif fi for in do done case esac while until function return exit export local readonly set unset shift source alias cd echo sudo FROM RUN COPY CMD ENV WORKDIR ENTRYPOINT ARG EXPOSE',
		),
	},
	html: {
		rules: [
			{token: 'code.comment', pattern: '<!--', end: '-->'},
			{token: 'code.keyword', pattern: '</?[\\w:.-]+|/?>|<[!?]\\w+|\\?>'},
			{token: 'code.string', pattern: '(?<==)(?:"[^"]*"?|\'[^\']*\'?)'},
			{token: 'code.function', pattern: '[\\w:@.-]+', before: '='},
			{token: 'code.number', pattern: '&#?\\w{1,32};'},
			word,
		],
		keywords: words(''),
	},
	css: {
		rules: [
			starred,
			double,
			single,
			{token: 'code.keyword', pattern: '@[\\w-]+|!important'},
			{token: 'code.number', pattern: '#[\\da-fA-F]{3,8}\\b|-?\\d+(?:\\.\\d+)?(?:%|[a-z]{1,4})?'},
			{token: 'code.function', pattern: '[\\w-]+(?=\\s{0,9}:\\s)'},
			{token: 'code.type', pattern: '[.#:]{1,2}[a-zA-Z_-][\\w-]*'},
			{token: 'word', pattern: '[\\p{L}_$-][\\p{L}\\p{N}_-]*'},
		],
		keywords: words('from to and not only'),
	},
	go: {
		rules: [
			slashes,
			starred,
			{token: 'code.string', pattern: '`', end: '`'},
			double,
			single,
			number,
			word,
		],
		keywords: words(
			'true false nil iota break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var any bool byte error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64',
		),
		hasTypes: true,
	},
	rust: {
		rules: [
			slashes,
			starred,
			{token: 'code.string', pattern: 'b?"', end: '(?<!\\\\)"'},
			{token: 'code.string', pattern: "b?'(?:[^'\\\\]|\\\\.[^']{0,8})'"},
			{token: 'code.type', pattern: "'\\w+"},
			{token: 'code.comment', pattern: '#!?\\[[^\\]]{0,200}\\]?'},
			{token: 'code.function', pattern: '\\w+!(?=[(\\[{])'},
			number,
			word,
		],
		keywords: words(
			'true false as async await break const continue crate dyn else enum extern fn for if impl in let loop match mod move mut pub ref return self Self static struct super trait type unsafe use where while bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize',
		),
		hasTypes: true,
	},
	java: {
		rules: [{token: 'code.type', pattern: '@\\w+'}, ...likeC],
		keywords: words(
			`${constants} abstract assert boolean break byte case catch char class const continue data default do double else enum extends final finally float for fun if implements import in instanceof int interface is internal long native new object open override package private protected public record return sealed short static super suspend switch synchronized this throw throws transient try val var void volatile when while yield`,
		),
		hasTypes: true,
	},
	cpp: {
		rules: [{token: 'code.keyword', pattern: '(?<=^\\s{0,9})#\\s{0,9}\\w+'}, ...likeC],
		keywords: words(
			`${constants} NULL nullptr alignas alignof asm auto bool break case catch char class concept const constexpr continue decltype default delete do double else enum explicit extern final float for friend goto if inline int long mutable namespace new noexcept operator override private protected public register requires return short signed sizeof static static_cast struct switch template this throw try typedef typename union unsigned using virtual void volatile while size_t`,
		),
		hasTypes: true,
	},
	csharp: {
		rules: [{token: 'code.keyword', pattern: '(?<=^\\s{0,9})#\\w+'}, ...likeC],
		keywords: words(
			`${constants} abstract as async await base bool break byte case catch char checked class const continue decimal default delegate do double else enum event explicit extern finally fixed float for foreach get goto if implicit in init int interface internal is lock long namespace new object operator out override params private protected public readonly record ref required return sbyte sealed set short sizeof static string struct switch this throw try typeof uint ulong unchecked unsafe ushort using var virtual void volatile when where while with yield`,
		),
		hasTypes: true,
	},
	yaml: {
		rules: [
			hash,
			{
				token: 'code.function',
				pattern: '(?<=^\\s{0,40}(?:- {1,3}){0,4})[\\w./$-]+(?=\\s{0,9}:(?:\\s|$))',
			},
			double,
			single,
			{token: 'code.type', pattern: '(?<!\\S)[&*!][\\w-]+'},
			{token: 'code.keyword', pattern: '^(?:---|\\.\\.\\.)$'},
			{token: 'word', pattern: '[\\p{L}_][\\p{L}\\p{N}_-]*'},
			number,
		],
		keywords: words(`${constants} yes no on off`),
	},
	toml: {
		rules: [
			{token: 'code.comment', pattern: '(?<!\\S)[#;].*'},
			{token: 'code.type', pattern: '(?<=^\\s{0,9})\\[{1,2}[^\\]]{1,200}\\]{1,2}'},
			{token: 'code.function', pattern: '(?<=^\\s{0,9})[\\w."-]+(?=\\s{0,9}=)'},
			{token: 'code.string', pattern: '"""', end: '"""'},
			{token: 'code.string', pattern: "'''", end: "'''"},
			double,
			single,
			number,
			word,
		],
		keywords: words(constants),
	},
	sql: {
		rules: [
			{token: 'code.comment', pattern: '--.*'},
			starred,
			{token: 'code.string', pattern: "'[^']*(?:''[^']*)*'?"},
			{token: 'code.type', pattern: '"[^"]*"?|`[^`]*`?'},
			number,
			word,
		],
		keywords: words(
			`${constants} add all alter and any as asc autoincrement avg begin between bigint boolean by case check column commit constraint count create cross database date decimal default delete desc distinct drop else end exists explain foreign from full group having if ilike in index inner insert int integer into is join key left like limit max min not numeric offset on or order outer over partition primary references returning right rollback select serial set sum table text then timestamp transaction trigger truncate union unique update using values varchar view when where window with`,
		),
		ignoreCase: true,
	},
	diff: {
		rules: [
			{token: 'diff.header', pattern: '^(?:@@|diff |index |--- |\\+\\+\\+ ).*'},
			{token: 'diff.add', pattern: '^\\+.*'},
			{token: 'diff.remove', pattern: '^-.*'},
		],
		keywords: words(''),
	},
	markdown: {
		rules: [
			{token: 'heading', pattern: '^#{1,6} .*'},
			{token: 'code.comment', pattern: '^\\s{0,9}>.*'},
			{token: 'list', pattern: '(?<=^\\s{0,20})(?:[-*+]|\\d{1,9}[.)])(?= )'},
			{token: 'code.string', pattern: '`{1,3}[^`]*`{0,3}'},
			{token: 'link', pattern: '\\[[^\\[\\]]{0,200}\\]\\([^()]{0,200}\\)'},
			{token: 'text.strong', pattern: '\\*\\*[^*]{1,200}\\*\\*'},
		],
		keywords: words(''),
	},
} as const satisfies Readonly<Record<string, Language>>;

function words(list: string): ReadonlySet<string> {
	return new Set(list.split(' '));
}
