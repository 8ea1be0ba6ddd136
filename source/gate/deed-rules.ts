import type {PermissionRule} from '../events/settings.ts';
import type {AnyDeed} from './deeds.ts';

/**
 * A rule of ours, with example command lines: those to which it must apply (`matches`) and those to
 * which it must not (`others`).
 */
export type BuiltInRule = PermissionRule & {
	readonly why: string;
	/**
	 * What a command must do for the rule to apply, however the command is written. If absent, the
	 * rule applies to commands with the words of `match`.
	 */
	readonly deed?: AnyDeed;
	readonly examples: {readonly matches: readonly string[]; readonly others: readonly string[]};
};

type Doing = {
	readonly act: AnyDeed['act'];
	readonly extents: readonly AnyDeed['extent'][];
	readonly then: 'ask' | 'deny';
	readonly why: string;
	/** Ways of writing the command, with `X` in place of its object. */
	readonly spellings: readonly string[];
	readonly harmless: readonly string[];
};

const targets: Readonly<Record<AnyDeed['extent'], readonly string[]>> = {
	everything: [
		...[
			'/',
			'//',
			'/.',
			'/*',
			'~',
			'~/',
			'~/*',
			'$HOME',
			'"$HOME"/',
			'"${HOME}"',
			'$HOME/*',
			'/home/..',
		],
		...['/etc', '/usr/', '/home', '..', '../..', './..', '$PWD/..', '~/../..', '"/"', "'/'", '\\/'],
	],
	workspace: ['.', './', './*', '*', '$PWD', '"$PWD"/', '../workspace', '~/workspace/.'],
	some: ['build'],
};

const doings: readonly Doing[] = [
	{
		act: 'remove',
		extents: ['everything', 'workspace'],
		then: 'deny',
		why: 'it would delete everything',
		spellings: [
			...[
				'rm -rf X',
				'rm -fr X',
				'rm -r -f X',
				'rm -f -R X',
				'rm -Rf X',
				'rm -rfv X',
				'rm -rf -- X',
			],
			...['rm --recursive --force X', 'rm --rec X', 'rm X -rf', 'rm -rf build X', '/bin/rm -r X'],
			...['rm --no-preserve-root -rf X', 'sudo rm -rf X', "sh -c 'rm -rf X'", 'ls && rm -rf X'],
			...['find X -delete', 'find X -type f -delete', 'find X -exec rm -rf {} +'],
		],
		harmless: ['rm X', 'echo rm -rf X', 'ls -R X', 'find X -name a.tmp -delete'],
	},
	{
		act: 'change',
		extents: ['everything'],
		then: 'deny',
		why: 'it would change the rights of everything',
		spellings: [
			'chmod -R 777 X',
			'chmod 777 --recursive X',
			'chown -R me:me X',
			'chgrp -Rv me X',
			'find X -exec chmod 777 {} +',
		],
		harmless: ['chmod 755 X', 'chown me X'],
	},
	{
		act: 'move',
		extents: ['everything'],
		then: 'deny',
		why: 'it would move everything away',
		spellings: ['mv X elsewhere', 'mv -f -- X elsewhere', 'mv build X elsewhere'],
		harmless: ['cp -r X elsewhere', 'mv build elsewhere'],
	},
	{
		act: 'end',
		extents: ['everything'],
		then: 'deny',
		why: 'it would end every program of yours',
		spellings: [
			'kill -9 -1',
			'kill -- -1',
			'kill -s KILL -- -1',
			'sudo kill -TERM -1',
			'ls; kill -1 -1',
		],
		harmless: ['kill -1 4711', 'kill -9 -- -4711', 'kill -l', 'echo kill -9 -1'],
	},
	{
		act: 'mirror',
		extents: ['everything', 'workspace'],
		then: 'deny',
		why: 'it would delete what is not in the other folder',
		spellings: ['rsync -a --delete build/ X', 'rsync --delete-after -a build/ X'],
		harmless: ['rsync -a build/ X'],
	},
	{
		act: 'mirror',
		extents: ['some'],
		then: 'ask',
		why: 'it deletes what is not in the other folder',
		spellings: ['rsync -a --delete src/ X', 'rsync --del -a src/ X'],
		harmless: ['rsync -a src/ X'],
	},
	{
		act: 'delete found',
		extents: ['some'],
		then: 'ask',
		why: 'it deletes what it finds',
		spellings: ['find X -name a.tmp -delete', 'find . -delete -name X'],
		harmless: ['find X -name a.tmp'],
	},
	{
		act: 'run a script',
		extents: ['some'],
		then: 'ask',
		why: 'what stands in the script is not seen here',
		spellings: [
			'sh X',
			'bash -e ./X',
			'sudo sh X',
			'env bash -- X',
			"sh -c 'dash X'",
			'ls && zsh X y',
		],
		harmless: ['./X', "sh -c 'ls X'", 'echo sh X', 'sh --version'],
	},
	{
		act: 'drop work',
		extents: ['some'],
		then: 'ask',
		why: 'it drops work that is kept nowhere else',
		spellings: [
			...['git checkout -- X', 'git checkout HEAD -- X', 'git checkout HEAD X', 'git checkout -f'],
			...['git checkout .', 'git checkout ./X', 'git checkout src/a.ts', 'git checkout -B X'],
			...['git checkout --force X', 'git checkout --pathspec-from-file=X', 'git restore X'],
			...['git restore --staged --worktree X', 'git restore -SW X', 'git restore -s HEAD~1 X'],
			...['git switch --discard-changes X', 'git switch -f X', 'git switch -C X', 'git stash drop'],
			...[
				'git stash clear',
				'git branch -D X',
				'git branch -d --force X',
				'git branch -f X HEAD~1',
			],
			...['git branch -M X', 'git reflog expire --expire=now --all', 'git reflog delete X'],
			...[
				'git gc --prune=now',
				'git gc --prune=all',
				'git prune',
				'git update-ref -d refs/heads/X',
			],
			...['git update-ref --stdin', 'git worktree remove -f X', 'git worktree remove --force X'],
			...['git rm -f X', 'git rm -rf X', 'git reset --merge', 'git read-tree -u --reset HEAD'],
			...['git checkout-index -fa', 'git -C X restore .', '/usr/lib/git-core/git-restore X'],
			...['git-restore X', 'truncate -s 0 X', 'truncate --size=0 X', 'ls && git stash drop'],
			...['git tag -d X', 'git submodule deinit -f X'],
		],
		harmless: [
			...[
				'git checkout X',
				'git checkout -b X',
				'git checkout feature/X',
				'git checkout release/2.0',
			],
			...['git checkout -b X origin/main', 'git restore --staged X', 'git restore -S X'],
			...['git switch X', 'git switch -c X', 'git stash', 'git stash pop', 'git branch -d X'],
			...['git branch X', 'git reflog', 'git gc', 'git worktree remove X', 'git rm --cached X'],
			...['git reset X', 'git tag X', 'truncate -s +1 X', 'echo git stash drop'],
		],
	},
	{
		act: 'delete records',
		extents: ['some'],
		then: 'ask',
		why: 'it deletes what is kept nowhere else',
		spellings: [
			...['journalctl --vacuum-time=1s', 'journalctl --rotate --vacuum-size 1M', 'crontab -r'],
			...['journalctl --vac', '/usr/bin/crontab -ir', 'ls && crontab -u X -r'],
		],
		harmless: ['journalctl -u X', 'journalctl --verify -r', 'crontab -l', 'echo crontab -r'],
	},
	{
		act: 'change a device',
		extents: ['some'],
		then: 'ask',
		why: 'every program uses that device',
		spellings: [
			...['chmod 000 /dev/null', 'chown me /dev/null', 'chmod a-w X /dev/tty', 'mv * /dev/null'],
			...['mv X /dev/null', 'mv -f /dev/null X', 'ln -sf X /dev/null', 'install X /dev/zero'],
			...['sudo chmod 000 /dev/null', 'rsync -a X /dev/null', 'setfacl -m u:me:r /dev/null'],
		],
		harmless: [
			...['X > /dev/null', 'cat X /dev/null', 'cp X /dev/null', 'tee /dev/null', 'chmod 644 X'],
			...['ln -s /dev/null X', 'install -m 644 /dev/null X', 'cp /dev/null X', 'mv X Y'],
		],
	},
	{
		act: 'clean',
		extents: ['everything'],
		then: 'deny',
		why: 'it would delete everything that git does not know',
		spellings: ['git -C X clean -fdx', 'git clean -fdx X', 'cd X && git clean -ffd'],
		harmless: ['git -C X status', 'git clean -n X'],
	},
];

export const deedRules: readonly BuiltInRule[] = doings.flatMap(
	({act, extents, then, why, spellings, harmless}) =>
		extents.map(extent => ({
			scope: 'shell',
			match: `${act}: ${extent}`,
			then,
			why,
			deed: {act, extent},
			examples: {
				matches: spellings
					.flatMap(spelling => targets[extent].map(target => spelling.replace('X', () => target)))
					.filter(line => !isUnclear(line)),
				others: harmless.flatMap(line =>
					targets[extent].map(target => line.replace('X', () => target)),
				),
			},
		})),
);

/**
 * Whether a line can't serve as an example, because shells read nested quotes differently or expand
 * the folder's name.
 */
function isUnclear(line: string): boolean {
	return /^(?:sh -c '.*'.|cd \S*\*)/.test(line);
}
