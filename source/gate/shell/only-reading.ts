import {gitCommandAt} from './git.ts';
import {interpreters, nameOf, ruling, shells} from './names.ts';
import type {SimpleCommand, Word} from './script.ts';
import {wrapperOf} from './wrappers.ts';

/** Programs that write no file, or only with certain options. */
const readers: ReadonlySet<string> = new Set(
	`: [ [[ test echo printf true false expr seq sleep yes env printenv pwd cat tac head tail less more
	wc nl rev fold fmt cut paste tr comm cmp diff diff3 sdiff colordiff ls dir vdir exa eza tree stat
	file du df find fd fdfind locate grep egrep fgrep zgrep zcat bzcat xzcat zless rg ag ack od
	hexdump hd strings nm objdump readelf size md5sum sha1sum sha224sum sha256sum sha384sum sha512sum
	b2sum cksum sum crc32 md5 shasum readlink realpath basename dirname which whereis type whatis
	apropos man info id groups who w whoami uname hostname date cal uptime free ps top pgrep pidof
	kill lsof fuser ss netstat ip lscpu lsblk lsusb lspci findmnt jq bat batcat look column join
	tsort awk gawk mawk nawk sed gsed numfmt base32 base64 bc dc cloc tokei scc shellcheck
	jobs shift exit return break continue wait umask ulimit dirs times let return logger tput clear
	getconf getent locale dmesg journalctl nproc arch cd pushd popd command`.split(/\s+/),
);

/** The options with which one of these programs does write a file after all. */
const writing: Readonly<Record<string, RegExp>> = {
	__proto__: null as never,
	less: /^(?:-[a-zA-Z]*[oO]|--(?:log|LOG))/,
	tree: /^(?:-o|--o)/,
	date: /^(?:-[a-zA-Z]*s|--set)/,
	file: /^(?:-[a-zA-Z]*C|--compile)/,
	diff: /^--o/,
	sdiff: /^(?:-o|--o)/,
	rg: /^--debug-file/,
	cloc: /^--(?:out|report|write|diff-list|ignored|counted)/,
	tokei: /^--output-file/,
	top: /^$/,
	fd: /^$/,
	bat: /^cache$/,
	journalctl: /^--(?:cursor-file|update-catalog)/,
	dmesg: /^$/,
	ip: /^$/,
	dc: /^$/,
	base64: /^(?:-o|--o)/,
	ss: /^(?:-D|--diag)/,
	lsof: /^(?:-D|-k)/,
};

/**
 * Programs that write files by nature. Their arguments say which paths they write; the other paths
 * are only read.
 */
export const writingByNature: ReadonlySet<string> = new Set(
	'cp mv install ln rsync scp tee touch mkdir rmdir truncate chmod chown chgrp dd rm unlink shred'.split(
		' ',
	),
);

/**
 * git commands that change nothing but git's own records, and only read the files that they are
 * given.
 */
const gitReading: ReadonlySet<string> = new Set(
	`annotate apply am blame branch cat-file check-attr check-ignore check-mailmap check-ref-format
	cherry commit commit-tree count-objects describe diff diff-files diff-index diff-tree fetch
	for-each-ref fsck grep hash-object help log ls-files ls-remote ls-tree merge-base name-rev notes
	patch-id pull push range-diff reflog remote rev-list rev-parse shortlog show show-branch show-ref
	status tag var verify-commit verify-tag version whatchanged clone`.split(/\s+/),
);

/**
 * git commands that change files of the workspace that git tracks. Built-in rules ask about those
 * that lose work.
 */
const gitTracking: ReadonlySet<string> = new Set(
	`add rm reset stash checkout restore switch merge rebase cherry-pick revert clean update-index
	sparse-checkout submodule config bisect replace rerere`.split(/\s+/),
);

/**
 * What a command may do with paths among its words, besides those that it is known to write: only
 * read them (`reads`), change those in the workspace (`tracks`), or write any of them (`none`).
 */
export type PathUse = 'reads' | 'tracks' | 'none';

export function trustIn({words, isPossible}: SimpleCommand): PathUse {
	const [first, ...rest] = words;
	const name = nameOf(first);
	const isWrapper = wrapperOf(name, rest[0]?.text) !== null;
	if (isPossible || isWrapper || !first?.isSeen || ruling.has(name) || writingByNature.has(name)) {
		return 'reads';
	}
	if (name === 'git') {
		return ofGit(rest);
	}
	if (readers.has(name)) {
		return rest.some(({text}) => writing[name]?.test(text)) ? 'none' : 'reads';
	}
	return operandsOnly[name]?.(rest) ? 'reads' : 'none';
}

function ofGit(rest: readonly Word[]): PathUse {
	const command = rest[gitCommandAt(rest)]?.text ?? '';
	return command === '' || gitReading.has(command)
		? 'reads'
		: gitTracking.has(command)
			? 'tracks'
			: 'none';
}

function operands(rest: readonly Word[]): readonly Word[] {
	return rest.filter(({text}) => !/^-./.test(text));
}

const isTarReading = (rest: readonly Word[]) =>
	rest.some(
		({text}, index) =>
			/^--(?:list|get|extract)$/.test(text) ||
			(/^-?[a-zA-Z]+$/.test(text) &&
				(index === 0 || text.startsWith('-')) &&
				/[tx]/.test(text) &&
				!/[cru]/.test(text)),
	);

/**
 * Programs that write only to their second operand or to an option's value. Returns true if these
 * arguments make the program write nothing.
 */
const operandsOnly: Readonly<Record<string, (rest: readonly Word[]) => boolean>> = {
	__proto__: null as never,
	sort: rest => !rest.some(({text}) => /^(?:-[a-zA-Z]*[oT]|--[ot])/.test(text)),
	uniq: rest => operands(rest).length <= 1,
	xxd: rest => operands(rest).length <= 1 && !rest.some(({text}) => /^-r/.test(text)),
	yq: rest => !rest.some(({text}) => /^(?:-[a-zA-Z]*[is]|--(?:inplace|split))/.test(text)),
	tar: isTarReading,
	unzip: rest => operands(rest).length > 0,
	shuf: rest => !rest.some(({text}) => /^(?:-[a-zA-Z]*o|--o)/.test(text)),
	curl: rest => !rest.some(({text}) => curlWriting.test(text)),
	source: () => true,
	...Object.fromEntries([...shells].map(shell => [shell, isTextAlone])),
	...Object.fromEntries(
		[...interpreters].map(one => [one, (rest: readonly Word[]) => operands(rest).length === 0]),
	),
};

const curlWriting =
	/^(?:-[a-zA-Z#]*[oOcDTK]|--(?:out|remote|cookie-jar|dump|upload|config|trace|stderr|libcurl|etag-save|hsts|alt-svc|create))/;

/**
 * Whether a shell is called as `sh -c '…'` without further words. The text is examined as commands;
 * further words could name files that those commands write.
 */
function isTextAlone(rest: readonly Word[]): boolean {
	const at = rest.findIndex(({text}) => /^-[a-zA-Z]*c$/.test(text));
	return at !== -1 && rest.length <= at + 2;
}
