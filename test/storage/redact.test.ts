import {describe, expect, it} from 'vitest';
import {createRedactor} from '../../source/storage/redact.ts';
import {knownSecrets} from '../../source/storage/redact-known.ts';
import {secretLengthMax} from '../../source/storage/redact-shape.ts';
import {growthOf, proportionMax} from '../helpers/growth.ts';
import {keyTail, neighbours, planted, textOf} from './fixtures/secrets.ts';

const known = 'a value "in" quotes\\and more';
const all = [...planted, {kind: 'known', secret: known, text: 'it is ¤.'}];
const redactor = createRedactor([known], 'salt');

const innocent = [
	'a task-list, a risk-free disk-usage-report-with-a-long-name',
	'https://example.org/a@b and mail me@example.org',
	'ssh me@host:22 and git@github.com:a/b.git',
	'The Authorization header is needed; cookies are off; Asia is large.',
	'authorization.asked and authorization.answered',
	'the bearer of this letter',
	'password: see the manual',
	'eyJ is how a token begins; sk-short is none; npm_config_cache is a name',
	'{"inputTokens":12,"secretary":"me","token_count":"5"}',
	'const token = readToken(); let password = options.password;',
	'type Login = {password: string; apiKey?: string; token: Token | null};',
	'if (token === undefined) { throw new Error("token is missing"); }',
	'API_KEY=$OPENAI_API_KEY npm start',
	'OPENAI_API_KEY=your-key-here',
	'password: $(read-it) and token: %TOKEN%',
	'token=<your token>&x=1',
	'MAX_TOKENS=4096 CACHE_KEY=created_at',
	'usage: tool --password PASSWORD --token=TOKEN',
	'mysql -u root -p shop; mkdir -p /tmp/a; docker run -p 80:80 x',
	'password (8 characters or more) is required',
	'the secret: be early',
	'sort --key=2 and curl -u me https://a.example',
	'Cookie: none was sent',
	'git commit -m "token: say more" --author=me',
	`sha256:${'9f86d081884c7d65'.repeat(4)} sha512-${'abcDEF123+/'.repeat(7)}==`,
	...neighbours,
];

describe('the redactor', () => {
	it.each(all)('hides a secret of kind $kind: $text', one => {
		const text = textOf(one);
		const hidden = redactor.text(text);
		expect(hidden).not.toContain(one.secret);
		expect(hidden).toMatch(new RegExp(`‹redacted:${one.kind}·[0-9a-f]{4}›`));
		const [before = '', after = ''] = one.text.split('¤');
		expect(hidden.startsWith(before), hidden).toBe(true);
		expect(hidden.endsWith(after), hidden).toBe(true);
	});

	it('knows more than sixty shapes', () => {
		expect(planted.length).toBeGreaterThan(60);
		expect(new Set(planted.map(({kind}) => kind)).size).toBeGreaterThan(45);
	});

	it.each(all)('leaves strict JSON around a secret of kind $kind: $text', one => {
		const text = textOf(one);
		const event = {type: 'x', nested: {list: [text, 1, null]}, raw: JSON.stringify({cmd: text})};
		const line = redactor.json(event);
		expect(line).not.toContain('\n');
		expect(JSON.parse(line)).toMatchObject({
			type: 'x',
			nested: {list: [expect.any(String), 1, null]},
		});
		expect(JSON.stringify(JSON.parse(line))).not.toContain(JSON.stringify(one.secret).slice(1, -1));
		expect(line).not.toContain(JSON.stringify(JSON.stringify(one.secret)).slice(3, -3));
	});

	it.each(all)('hides it wherever the stream is cut: $kind $text', one => {
		const text = `${neighbours.join(' ')}\n${textOf(one)}\n${neighbours.join(' ')}`;
		const whole = redactor.text(text);
		for (let cut = 1; cut < text.length; cut += 1) {
			const stream = redactor.stream();
			const told = stream.push(text.slice(0, cut)) + stream.push(text.slice(cut)) + stream.end();
			expect(told, `cut at ${cut}`).toBe(whole);
		}
		const single = redactor.stream();
		expect([...text].map(single.push).join('') + single.end()).toBe(whole);
	});

	it.each(all)('hides it in pieces that its own cutter made: $kind $text', one => {
		const text = `${neighbours.join(' ')}\n${textOf(one)}\n${neighbours.join(' ')}`;
		const cutter = redactor.cutter();
		const follow = redactor.follow();
		let pending = '';
		let told = '';
		for (const character of text) {
			pending += character;
			const count = cutter.cut(pending);
			told += follow(pending.slice(0, count));
			pending = pending.slice(count);
		}
		expect(told + follow(pending)).toBe(redactor.text(text));
	});

	it.each(all)('leaves the names, hosts, flags and hashes around it: $kind', one => {
		const hidden = redactor.text(
			`${neighbours.join(' ')}\n${textOf(one)}\n${neighbours.join(' ')}`,
		);
		for (const neighbour of neighbours) {
			expect(hidden.split(neighbour)).toHaveLength(3);
		}
	});

	it.each(innocent)('leaves this as it is: %s', text => {
		expect(redactor.text(text)).toBe(text);
		expect(redactor.json({text})).toBe(JSON.stringify({text}));
	});

	it.each([
		['after a colour', `\u001B[32m${textOf(planted[0]!).slice(6)}`],
		['after an escape of JSON', String.raw`{"a":"x\n` + textOf(planted[0]!).slice(6)],
		['in a URL', `https://a.example/?q=%20${textOf(planted[0]!).slice(6)}`],
	])('finds a token %s', (_, text) => {
		expect(redactor.text(text)).not.toContain(planted[0]!.secret);
	});

	it('hides the lines of a key whose beginning was cut off, also as they come line by line', () => {
		const text = `tail id\n${keyTail}\ndone`;
		expect(redactor.text(text)).toMatch(/^tail id\n‹redacted:private-key·\w{4}›\ndone$/);
		const stream = redactor.stream();
		const told =
			text
				.split(/(?<=\n)/)
				.map(stream.push)
				.join('') + stream.end();
		expect(told).toBe(redactor.text(text));
	});

	it('tells base64 that is no key when that is seen', () => {
		const text = `${`${'QUJD'.repeat(16)}\n`.repeat(5)}that was it\n`;
		const stream = redactor.stream();
		const told = text.split(/(?<=\n)/).map(stream.push);
		expect(told.join('')).toBe(text);
	});

	it('hides the whole of a field that is named as a secret', () => {
		const line = redactor.json({headers: {Cookie: 'a=b', 'X-Api-Key': '12'}, password: 'x'});
		expect(line).toMatch(
			/"Cookie":"a=‹redacted:cookie·\w{4}›","X-Api-Key":"‹redacted:field·\w{4}›"/,
		);
	});

	it.each([
		`sudo -S id <<< $'Hunter2Zebra'`,
		`su -c id <<< $"Hunter2Zebra"`,
		'echo a; { echo Hunter2Zebra; } | sudo --stdin id',
		'if true; then echo Hunter2Zebra; fi | sudo -S id',
		'sudo -S id < <(echo Hunter2Zebra)',
		'echo Hunter2Zebra | tee log | sudo -S id',
		'echo Hunter2Zebra |& sudo -S id',
		'echo Hunter2Zebra | ( sudo -S id )',
		'<<< Hunter2Zebra sudo -S id',
		'echo Hunter2Zebra | while read p; do echo $p | sudo -S id; done',
		'tee >(sudo -S id) <<< Hunter2Zebra',
		'(sudo -S id) <<< Hunter2Zebra',
		'echo Hunter2Zebra | tee >(sudo -S id) > log',
	])('hides what a command is fed, however it is grouped: %s', command => {
		expect(redactor.text(command)).not.toContain('Zebra');
		expect(JSON.stringify(redactor.value({command}))).not.toContain('Zebra');
	});

	it.each([
		'cat <<< Hunter2Zebra',
		'<<< Hunter2Zebra grep -c Z',
		'echo Hunter2Zebra | while read p; do echo $p; done; sudo -S id',
		'tee >(wc -l) <<< Hunter2Zebra',
	])('hides nothing of what goes to programs that take no password: %s', command => {
		expect(redactor.text(command)).toBe(command);
	});

	it('hides a secret wherever in a line of many words it stands', () => {
		for (let count = 80; count < 110; count += 1) {
			for (const command of ['zip -P Hunter2Zebra a b', 'echo Hunter2Zebra | sudo -S id']) {
				const line = `echo ${'w '.repeat(count)}; ${command}`;
				expect(redactor.text(line), line).not.toContain('Zebra');
			}
		}
	});

	it.each([
		[{command: ['sshpass', '-p', 'hunter2', 'ssh', 'me@host']}],
		[{command: 'mysql', args: ['-u', 'root', '-phunter2', 'shop']}],
		[{input: ['echo', 'hunter2', '|', 'sudo', '-S', 'id']}],
		[{headers: {'set-cookie': ['sid=hunter2; Path=/', 'b=hunter2; Secure']}}],
	])('reads a list as the command or the headers that it is: %j', value => {
		const hidden = redactor.value(value);
		expect(JSON.stringify(hidden)).not.toContain('hunter2');
		const lengths = (whole: unknown) => JSON.stringify(whole).match(/","/g)?.length;
		expect(lengths(hidden)).toBe(lengths(value));
	});

	it('holds no more than a key is long, of 64 MB without a line break', () => {
		const stream = redactor.stream();
		const piece = 'AbCd/+09'.repeat(8192);
		let told = 0;
		let held = 0;
		for (let count = 0; count < 1024; count += 1) {
			told += stream.push(piece).length;
			held = Math.max(held, (count + 1) * piece.length - told);
		}
		expect(held).toBeLessThanOrEqual(secretLengthMax);
		expect(told + stream.end().length).toBe(1024 * piece.length);
	});

	it('gives plain data back as it is where there is nothing to hide', () => {
		const value = {list: [1, 'two', {three: null}]};
		expect(redactor.value(value)).toBe(value);
	});

	it('keeps a document of JSON a document of JSON', () => {
		const text = JSON.stringify({output: `\nTOKEN=abcd1234\n${known}`});
		expect(JSON.parse(redactor.document(text))).toEqual({
			output: expect.stringMatching(/^\nTOKEN=‹redacted:field·\w{4}›\n‹redacted:known·\w{4}›$/),
		});
		expect(redactor.document('{not json, X_TOKEN=abcd1234}')).toMatch(/X_TOKEN=‹redacted/);
	});

	it('marks equal secrets equally, different ones and those of other installations differently', () => {
		const text = textOf(planted[0]!);
		expect(redactor.text(text)).toBe(redactor.text(text));
		expect(redactor.text(text)).not.toBe(redactor.text(text.replace(' here', '7 here')));
		expect(redactor.text(text)).not.toBe(createRedactor([], 'other').text(text));
	});

	it('redacts what is redacted already to the same text', () => {
		for (const one of all) {
			const hidden = redactor.text(textOf(one));
			expect(redactor.text(hidden)).toBe(hidden);
		}
	});

	it('knows which secret a mark stands for, in the text where it stood', () => {
		const text = 'A_TOKEN=abcd1234\nB_TOKEN=efgh5678\n';
		const marks = redactor.marks(text);
		expect([...marks.values()]).toEqual(['abcd1234', 'efgh5678']);
		expect([...marks.keys()].every(mark => redactor.text(text).includes(mark))).toBe(true);
	});

	it('does not look for known values that are too short to be told from words', () => {
		expect(createRedactor(['test']).text('a test')).toBe('a test');
	});

	it('knows the values of the variables that are named as keys, and no paths or words', () => {
		const env = {
			OPENAI_API_KEY: 'one1',
			MY_KEY_FOR: 'two2',
			HOME: '/',
			X_SECRET: 'three3',
			SSL_KEY: '/etc/key.pem',
			SORT_KEY: 'created-at',
		};
		expect(knownSecrets(env, [{apiKeyEnv: 'MY_KEY_FOR'}, {apiKey: 'four4'}])).toEqual([
			'one1',
			'two2',
			'three3',
			'four4',
		]);
	});

	it.each([
		'a.',
		'eyJa-',
		'eyJ',
		'sk-',
		'://',
		'https://a:',
		'-----BEGIN PRIVATE KEY-----',
		'cookie: a=',
		'password=',
		'token ',
		' -p',
		'mysql ',
		'--password ',
		'authorization: bearer ',
		'MTA',
		'aaaaaaaa',
		'A/+9',
		'curl ',
		'sudo -S <<< ',
		'sudo -S <<X\n',
		'echo a; ',
		'echo a | ',
		'{ echo a; ',
		'sudo < <(',
		'echo "',
		'echo \\\\\\"',
		'["curl", ',
		'--password "',
		'cookie: a=b; ',
		'set-cookie: [',
		'password: a1 ',
		'expect("password:") send("',
		`-----BEGIN ${'PRIVATE'} KEY-----\n${'AbCd'.repeat(16)}\n`,
	])('takes time in proportion to a text of "%s"', async piece => {
		const growth = await growthOf(200_000, length => {
			redactor.text(piece.repeat(length / piece.length));
		});
		expect(growth).toBeLessThan(proportionMax);
	});
});
