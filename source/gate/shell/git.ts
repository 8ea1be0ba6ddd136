import {isVagueOption, nameOf} from './names.ts';
import type {Word} from './reader.ts';

/** Options before git's own command that take the next word as their value. */
const valued = new Set([
	'-C',
	'-c',
	'--git-dir',
	'--work-tree',
	'--namespace',
	'--super-prefix',
	'--config-env',
	'--attr-source',
	'--exec-path',
	'--list-cmds',
]);

/** Returns the index of git's own command among the words after `git`; -1 if it is unclear. */
export function gitCommandAt(words: readonly Word[]): number {
	for (let at = 0; at < words.length; at += 1) {
		const {text, isSeen} = words[at]!;
		if (!isSeen) {
			return -1;
		}
		if (!text.startsWith('-')) {
			return at;
		}
		// git does not accept a short option's value in the same word.
		at += valued.has(text) && text !== '--exec-path' ? 1 : 0;
	}
	return words.length;
}

/** Returns in words which other program git would run; null if its words name none. */
export function gitRuns(words: readonly Word[]): string | null {
	const at = gitCommandAt(words);
	if (at === -1) {
		return 'which command of git runs';
	}
	const before = words.slice(0, at).map(word => word.text);
	const command = words[at]?.text ?? '';
	const rest = words.slice(at + 1);
	const setting = before.find((text, index) => isRunningSetting(before[index - 1], text));
	if (setting !== undefined || before.some(text => /^--(?:exec-path=|config-env)/.test(text))) {
		return 'a setting of git by which it runs programs';
	}
	if (before.some(text => /^--(?:git-dir|work-tree)/.test(text))) {
		return 'a repository elsewhere, whose settings git runs';
	}
	if (command === '') {
		return null;
	}
	if (!known.has(command)) {
		return `git ${command}, which is no command of git itself`;
	}
	if (alwaysRunning.has(command)) {
		return `what git ${command} runs`;
	}
	const isAsking = command === 'config' && rest.some(({text}) => /^--(?:get|list)/.test(text));
	const runs = isAsking ? undefined : running[command];
	if (rest.some(word => runs?.test(word.text))) {
		return `what git ${command} runs`;
	}
	const isDoubtful =
		runs !== undefined && rest.some(word => (!word.isSeen && word.isSplit) || isVagueOption(word));
	return isDoubtful ? `what git ${command} runs: an argument is not known` : null;
}

/** Returns the git command that a program of git's own folder stands for, such as `git-push`. */
export function dashedGit(first: Word): Word | null {
	const name = nameOf(first);
	if (!name.startsWith('git-')) {
		return null;
	}
	const command = name.slice('git-'.length);
	const isOwn = known.has(command) || /\/git-core\/git-[a-z][\w-]*$/.test(first.text);
	return isOwn ? {...first, text: command} : null;
}

function isRunningSetting(option: string | undefined, text: string): boolean {
	return option === '-c' && !harmlessSetting.test(text);
}

const harmlessSetting =
	/^(?:user\.(?:name|email)|color\.[\w.]+|core\.(?:quotepath|autocrlf|pager=(?:cat|less)?$|longpaths|abbrev|filemode)|init\.defaultbranch|advice\.\w+|commit\.gpgsign|tag\.gpgsign|log\.\w+|diff\.(?:renames|renamelimit|algorithm|noprefix|mnemonicprefix|context)|pull\.(?:rebase|ff)|merge\.(?:conflictstyle|ff)|push\.default|fetch\.prune|http\.(?:postbuffer|lowspeedlimit|lowspeedtime|version)|protocol\.version|gc\.\w+|rebase\.(?:autostash|autosquash))(?:=|$)/i;

const fetching =
	/^(?:--upload-pack|--upload-p|-u$|-c$|--config|--template|ext::|--receive-pack|--exec)/;

/** Matches the arguments with which a git command runs a program that they name. */
const running: Readonly<Record<string, RegExp>> = {
	__proto__: null as never,
	clone: fetching,
	fetch: fetching,
	pull: fetching,
	'ls-remote': fetching,
	push: /^(?:--receive-pack|--exec|ext::)/,
	archive: /^(?:--exec|--remote|-o|--output)/,
	rebase: /^(?:-x|--exec)/,
	bisect: /^run$/,
	submodule: /^foreach$/,
	grep: /^(?:-[a-zA-Z]*O|--open-files)/,
	config:
		/^(?:alias\.|core\.(?!autocrlf|quotepath|filemode|ignorecase|abbrev)|include|includeif|filter\.|diff\.\w+\.|merge\.\w+\.|pager\.|gpg\.|credential|sequence\.|url\.|protocol\.|uploadpack|receive|init\.templatedir|remote\.|submodule\.|browser\.|man\.|web\.|guitool|difftool|mergetool|sendemail|trailer|interactive|ssh\.|http\.\w*(?:proxy|ssl|cookie)|-e$|--edit)/i,
	log: /^(?:--output|--ext-diff|--textconv)/,
	show: /^(?:--output|--ext-diff|--textconv)/,
	diff: /^(?:--output|--ext-diff|--textconv)/,
	apply: /^--(?:unsafe-paths|directory)/,
	init: /^--template/,
};

const alwaysRunning = new Set([
	'difftool',
	'mergetool',
	'filter-branch',
	'instaweb',
	'hook',
	'daemon',
	'send-email',
	'for-each-repo',
	'maintenance',
]);

const known = new Set(
	'add am annotate apply archive bisect blame branch bundle cat-file check-attr check-ignore check-mailmap check-ref-format checkout cherry cherry-pick clean clone commit commit-tree config count-objects daemon describe diff diff-files diff-index diff-tree difftool fetch filter-branch for-each-ref for-each-repo format-patch fsck gc grep hash-object help hook init instaweb log ls-files ls-remote ls-tree maintenance merge merge-base mergetool mv name-rev notes patch-id pull push range-diff rebase reflog remote repack replace rerere reset restore rev-list rev-parse revert rm send-email send-pack http-push read-tree checkout-index prune shortlog show show-branch show-ref sparse-checkout stash status submodule switch symbolic-ref tag update-index update-ref var verify-commit verify-tag version whatchanged worktree write-tree'.split(
		' ',
	),
);
