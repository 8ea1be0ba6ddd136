import {describe, expect, it} from 'vitest';
import type {Grant} from '../../../source/events/authorization.ts';
import {type GrantId, localHost} from '../../../source/events/ids.ts';
import type {PermissionRule} from '../../../source/events/settings.ts';
import {decide} from '../../../source/gate/decide.ts';

const place = {cwd: '/home/me/project', workspace: '/home/me/project', home: '/home/me'};

function under(rules: readonly PermissionRule[], command: string, grants: readonly Grant[] = []) {
	return decide(
		{scope: 'shell', host: localHost, tool: 'x', summary: command, exposure: {command}},
		{rules, grants, now: 0, place},
	).type;
}

const allow = (match: string): PermissionRule => ({scope: 'shell', match, then: 'allow'});
const own = (command: string) => allow(command.split(' ', 1)[0]!);

/** `OUT` is what the program writes; a rule for the program alone covers the rest of the line. */
const writing = [
	'uniq a OUT',
	'uniq -- a OUT',
	'uniq -c -f1 a OUT',
	'uniq -f 1 a OUT',
	'uniq --skip-fields=1 a OUT',
	'uniq --skip-fields 1 a OUT',
	'uniq --skip-ch 1 a OUT',
	'xxd a OUT',
	'xxd -c 4 -r a OUT',
	'split a OUT',
	'split -l 10 a OUT',
	'csplit -f OUT a 1',
	'csplit -fOUT a 1',
	'csplit --prefix=OUT a 1',
	'mkfifo OUT',
	'mkfifo -m 600 fine OUT',
	'mknod OUT p',
	'shuf -o OUT a',
	'shuf -eoOUT a b',
	'shuf --output=OUT a',
	'shuf --out OUT a',
	'iconv -f latin1 -o OUT a',
	'base64 -o OUT a',
	'pandoc -o OUT a.md',
	'dot -Tpng -oOUT a.dot',
	'gzip OUT',
	'gzip -9 a OUT',
	'xz -k OUT',
	'dos2unix OUT',
	'strip -o OUT a',
	'zip -r OUT a',
	'zip OUT a b',
	'7z a OUT a',
	'sqlite3 OUT .tables',
	'pdftotext a OUT',
	'tcpdump -i lo -w OUT',
	'openssl rand -out OUT 3',
	'openssl genrsa -out=OUT',
	'ssh-keygen -t ed25519 -f OUT',
	'ffmpeg -i a OUT',
	'ffmpeg -i a -c copy fine OUT',
	'convert a -resize 50% OUT',
	'gcc -Wno-unused -Iproto a.c -o OUT',
	'gcc -oOUT a.c',
	'javac -d OUT A.java',
	'cargo build --target-dir OUT',
	'tsc --outDir OUT',
	'fallocate -l 10 OUT',
	'sed -i s/a/b/ OUT',
	'tar -x -f a.tar -C OUT',
	'unzip a.zip -d OUT',
	'git -C OUT status',
	'git clone there OUT',
	'sort --o=OUT a',
	'sort --o OUT a',
	'shuf --o=OUT a',
	'sdiff --o=OUT a b',
	'xxd -seek 3 a OUT',
	'xxd --cols 3 a OUT',
	'split --lines 10 a OUT',
	'zip a -O OUT',
	'sed -bi s/a/b/ OUT',
	'sed --in-pl s/a/b/ OUT',
	'sed --i s/a/b/ OUT',
	'gsed -i s/a/b/ OUT',
	'tar xfC a.tar OUT',
	'tar -xf a.tar -COUT',
	'tar -xzC OUT -f a.tar',
	'tar --directory=OUT -xf a.tar',
	'tar --direct OUT -xf a.tar',
	'tar --one-top-level=OUT -xf a.tar',
	'unzip -dOUT a.zip',
	'gcc -MF OUT -c a.c',
	"curl -w '%output{OUT}x' http://a",
];

describe('a rule for a program that is there for something else', () => {
	it.each(writing)('covers %j in the workspace alone', line => {
		const to = (path: string) => under([own(line)], line.replace('OUT', path));
		expect(to('fine')).toBe('allow');
		for (const path of ['../out', '/out', '/home/me/out']) {
			expect([path, to(path)]).toEqual([path, 'ask']);
		}
	});

	it.each(writing.filter(line => !/^(?:tar|unzip|git)/.test(line)))(
		'does not cover %j where that is a file that runs later',
		line => {
			expect(under([own(line)], line.replace('OUT', '.git/hooks/x'))).toBe('ask');
		},
	);

	it.each([
		'uniq ../a',
		'uniq -f 1 ../a',
		'uniq --skip-fields 1 ../a',
		'uniq a /dev/null',
		'uniq a -',
		'uniq a /dev/stdout',
		'xxd -c 4 ../a',
		'split ../a',
		'split -l 10 ../a part-',
		'csplit -f part ../a 1',
		'csplit -n 3 -b %d ../a 1',
		'shuf ../a',
		'shuf -n 3 ../a',
		'iconv -f latin1 ../a',
		'base64 -d ../a',
		'gzip -dc ../a',
		'gzip -l ../a',
		'xz --stdout ../a',
		'zip fine ../a',
		'zip -r fine ../a',
		'pdftotext ../a fine',
		'openssl dgst -sha256 ../a',
		'ffmpeg -i ../a fine',
		'convert ../a fine',
		'gcc -c ../a.c -o fine',
		'gcc -Isrc/proto ../a.c',
		'tcpdump -r ../a',
		'git diff ../a',
	])('covers %j, which reads there', line => {
		expect(under([own(line)], line)).toBe('allow');
	});

	it.each(['cp a ../b', 'mv a ../b', 'touch ../b', 'tee ../b', 'mkdir ../b', 'ln a ../b'])(
		'is not one for a program that writes by nature: %j',
		line => {
			expect(under([own(line)], line)).toBe('allow');
		},
	);

	it('covers a place outside that the rule itself names', () => {
		expect(under([allow('uniq a /out')], 'uniq a /out')).toBe('allow');
		expect(under([allow('git -C ../b')], 'git -C ../b status')).toBe('allow');
		expect(under([allow('cat /out'), allow('uniq')], 'uniq a /out')).toBe('ask');
	});
});

const session: Grant = {id: 'g' as GrantId, scope: 'shell', host: localHost, until: 'session'};

describe('a grant of the scope', () => {
	it.each([...writing, 'find OUT -exec sort -o {} {} +', 'sort -o OUT a', 'wget -OOUT x'])(
		'does not cover %j outside the workspace',
		line => {
			const to = (path: string) => under([], line.replace('OUT', path), [session]);
			expect([to('fine'), to('../out')]).toEqual(['allow', 'ask']);
		},
	);

	it.each(['xxd -r a ./fine; ./fine', 'uniq a ./fine && ./fine', 'zstd -d a -o ./fine; ./fine'])(
		'does not cover %j, which runs what it makes',
		line => {
			expect(under([], line, [session])).toBe('ask');
		},
	);
});

describe('an archive that may say where its files go', () => {
	it.each(['tar -xPf a', 'tar xPf a', 'tar --absolute-names -xf a', 'bsdtar -xPf a', 'unzip -: a'])(
		'asks: %j',
		line => {
			expect([under([own(line)], line), under([], line, [session])]).toEqual(['ask', 'ask']);
		},
	);
});

describe('what sqlite3 is told', () => {
	it.each([
		'.sh rm x',
		'.system x',
		'.backup ../x',
		'.save ../x',
		'.clone ../x',
		'.log ../x',
		'.excel',
		'.import "|rm x" t',
		'.archive -cf ../x a',
		"vacuum into '../x'",
		"attach '../x' as x",
		"select writefile('../x', 'a')",
		"select edit('x')",
	])('asks, where that runs a program or writes a file: %j', code => {
		const line = `sqlite3 a '${code.replaceAll("'", String.raw`'\''`)}'`;
		expect([under([own(line)], line), under([], line, [session])]).toEqual(['ask', 'ask']);
	});

	it.each(['.tables', '.schema a', '.show', '.import a.csv t', 'select * from shells'])(
		'does not ask elsewhere: %j',
		code => {
			expect(under([], `sqlite3 a '${code}'`, [session])).toBe('allow');
		},
	);
});
