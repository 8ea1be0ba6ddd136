import {gitCommandAt} from './git.ts';
import type {Word} from './script.ts';

/**
 * Whether a git command discards something that is kept nowhere else: changes, stashes, old states.
 */
export function dropsWork(words: readonly Word[]): boolean {
	const at = gitCommandAt(words);
	const rest = words.slice(at + 1).map(({text}) => text);
	const drops = commands[words[at]?.text ?? ''];
	return typeof drops === 'function' ? drops(rest) : rest.some(text => drops?.test(text));
}

/** Whether `truncate` can shorten a file. If it only makes the file longer, nothing is lost. */
export function truncates(words: readonly Word[]): boolean {
	const text = words.map(word => word.text).join(' ');
	return !/(?:-s|--size)[ =]?\+/.test(text);
}

type Drops = RegExp | ((rest: readonly string[]) => boolean);

const commands: Readonly<Record<string, Drops>> = {
	__proto__: null as never,
	checkout: checkoutDrops,
	restore: rest =>
		!rest.some(text => /^(?:-[a-zA-Z]*S|--stag)/.test(text)) ||
		rest.some(text => /^(?:-[a-zA-Z]*W|--work)/.test(text)),
	switch: /^(?:-[a-zA-Z]*[fC]|--disc|--forc)/,
	stash: /^(?:drop|clear)$/,
	branch: /^(?:-[a-zA-Z]*[DfMC]|--forc)/,
	reflog: /^(?:expire|delete)$/,
	gc: rest =>
		rest.some((text, index) => /^--prune=(?!never)/.test(text) || rest[index - 1] === '--prune'),
	prune: rest => !rest.some(text => /^(?:-[a-z]*n|--dry)/.test(text)),
	'update-ref': /^(?:-d|--delete|--stdin)$/,
	worktree: rest => rest.includes('remove') && rest.some(text => /^(?:-[a-z]*f|--forc)/.test(text)),
	rm: /^(?:-[a-z]*f|--forc)/,
	reset: /^--(?:merge|keep)/,
	'read-tree': /^(?:-u|--reset)/,
	'checkout-index': /^(?:-[a-z]*f|--forc)/,
	tag: /^(?:-[a-z]*[df]|--del|--forc)/,
	submodule: rest =>
		rest.includes('deinit') && rest.some(text => /^(?:-f|--forc|--all)/.test(text)),
};

/** Whether `git checkout` overwrites files, instead of only switching to another branch. */
function checkoutDrops(rest: readonly string[]): boolean {
	if (
		rest.some(text => /^(?:-[a-zA-Z]*[fBp]|--forc|--path|--our|--their|--merge|--patch)/.test(text))
	) {
		return true;
	}
	const end = rest.indexOf('--');
	if (end !== -1 && end < rest.length - 1) {
		return true;
	}
	const isMaking = rest.some(text => /^(?:-[a-zA-Z]*[bt]|--orphan|--track|--detach|-d)/.test(text));
	const own = rest.filter(text => !text.startsWith('-'));
	return !isMaking && (own.length > 1 || own.some(isLikeFile));
}

/**
 * Whether an argument looks like a file. Branch names often contain a slash, but seldom end like
 * files.
 */
function isLikeFile(text: string): boolean {
	return /^(?:\.|\.\.?\/.*|:.*|.*[*?].*|.*\/|.*\.[a-z]\w{0,5}|.*[$`].*)$/i.test(text);
}
