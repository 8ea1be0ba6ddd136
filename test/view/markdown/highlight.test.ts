import {expect, test} from 'vitest';
import {createHighlighter} from '../../../source/view/markdown/highlight.ts';

/** The tokens of the code, without what is plain. */
function tokens(language: string, code: string): readonly string[] {
	const highlighter = createHighlighter(language);
	return code
		.split('\n')
		.flatMap(highlighter.line)
		.filter(piece => piece.token !== 'code')
		.map(piece => `${piece.token.replace('code.', '')}:${piece.text}`);
}

test.each<[string, string, readonly string[]]>([
	[
		'ts',
		'const size: Size = call(1, "a\\"b"); // end',
		['keyword:const', 'type:Size', 'function:call', 'number:1', 'string:"a\\"b"', 'comment:// end'],
	],
	['js', '`a\nb` + x', ['string:`a', 'string:b`']],
	['jsx', '<Box width={2}/>', ['type:<Box', 'number:2']],
	['js', '/* a\nb */ let c', ['comment:/* a', 'comment:b */', 'keyword:let']],
	[
		'json',
		'{"a": "b", "c": -1.5e3, "d": null}',
		['function:"a"', 'string:"b"', 'function:"c"', 'number:-1.5e3', 'function:"d"', 'keyword:null'],
	],
	[
		'py',
		'def f(x):\n    """a\n    b"""\n    return f"{x}" # c',
		[
			'keyword:def',
			'function:f',
			'string:"""a',
			'string:    b"""',
			'keyword:return',
			'string:f"{x}"',
			'comment:# c',
		],
	],
	[
		'bash',
		'if ls -la "$HOME"; then echo $X # c',
		[
			'keyword:if',
			'number:-la',
			'string:"$HOME"',
			'keyword:then',
			'keyword:echo',
			'type:$X',
			'comment:# c',
		],
	],
	[
		'html',
		'<a href="x">it\'s</a><!-- c -->',
		[
			'keyword:<a',
			'function:href',
			'string:"x"',
			'keyword:>',
			'keyword:</a',
			'keyword:>',
			'comment:<!-- c -->',
		],
	],
	[
		'css',
		'.box { color: #fff; width: 10px }',
		['type:.box', 'function:color', 'number:#fff', 'function:width', 'number:10px'],
	],
	['go', 'func main() { x := `a` }', ['keyword:func', 'function:main', 'string:`a`']],
	[
		'rust',
		"fn f<'a>(c: char) { println!(\"{}\", 'x') }",
		['keyword:fn', "type:'a", 'keyword:char', 'function:println!', 'string:"{}"', "string:'x'"],
	],
	[
		'java',
		'@Override public Size get() { return 1; }',
		['type:@Override', 'keyword:public', 'type:Size', 'function:get', 'keyword:return', 'number:1'],
	],
	['c', '#include <a.h>\nint x = 0x1F;', ['keyword:#include', 'keyword:int', 'number:0x1F']],
	['c#', 'var x = new List();', ['keyword:var', 'keyword:new', 'function:List']],
	[
		'yaml',
		'- name: "x" # c\n  on: true',
		['function:name', 'string:"x"', 'comment:# c', 'function:on', 'keyword:true'],
	],
	['toml', '[a.b]\nkey = "v"', ['type:[a.b]', 'function:key', 'string:"v"']],
	[
		'sql',
		"SELECT a from t where b = 'x' -- c",
		['keyword:SELECT', 'keyword:from', 'keyword:where', "string:'x'", 'comment:-- c'],
	],
	['diff', '--- a\n+b\n-c\n d', ['diff.header:--- a', 'diff.add:+b', 'diff.remove:-c']],
	['md', '# T\n- `a`', ['heading:# T', 'list:-', 'string:`a`']],
	['unknown', 'if (x) "y"', []],
	['constructor', 'if (x) "y"', []],
	['', 'a', []],
])('%s: %j', (language, code, expected) => {
	expect(tokens(language, code)).toEqual(expected);
});

test('every character stays, in its order', () => {
	const code =
		'const a = `x $1 "\' /* \\ \u00e9 // #!?<>[]{}() 0x 1.2.3 @b -- """ \'\'\' <!-- --> :';
	for (const language of [
		'ts',
		'json',
		'py',
		'sh',
		'html',
		'css',
		'go',
		'rust',
		'java',
		'c',
		'cs',
		'yaml',
		'toml',
		'sql',
		'diff',
		'md',
	]) {
		const highlighter = createHighlighter(language);
		for (const line of [code, code.split('').reverse().join(''), '']) {
			expect(
				highlighter
					.peek(line)
					.map(piece => piece.text)
					.join(''),
				language,
			).toBe(line);
			expect(
				highlighter
					.line(line)
					.map(piece => piece.text)
					.join(''),
				language,
			).toBe(line);
		}
	}
});

test('a line that is only looked at leaves nothing open', () => {
	const highlighter = createHighlighter('ts');
	highlighter.peek('/* open');
	expect(highlighter.line('let a')[0]?.token).toBe('code.keyword');
});
