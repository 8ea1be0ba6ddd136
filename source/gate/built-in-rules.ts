import type {PermissionRule} from '../events/settings.ts';

/** A rule with command lines that it must speak of, and others that it must not. */
export type BuiltInRule = PermissionRule & {
	readonly why: string;
	readonly examples: {readonly matches: readonly string[]; readonly others: readonly string[]};
};

/**
 * What holds without any setting. A rule of the user's own that allows wins over one here that
 * asks, and none wins over one that denies.
 */
export const builtInRules: readonly BuiltInRule[] = [
	...['/', '/*', '~', '$HOME'].flatMap(target => removals(target)),
	...['mkfs', 'mkfs.ext4', 'wipefs'].map(name => deny(name, `${name} erases a file system`)),
	...['sudo', 'doas', 'su', 'pkexec'].map(name => ask(name, 'it runs as another user')),
	...['shutdown', 'reboot', 'poweroff', 'halt', 'dd', 'shred'].map(name =>
		ask(name, 'it can not be taken back'),
	),
	ask('git push', 'others see it'),
	ask('git clean', 'it deletes files that git does not know'),
	ask('git reset --hard', 'it drops changes'),
	ask('rm', 'it deletes'),
	...['pwd', 'whoami', 'uname', 'id'].map(allow),
];

function removals(target: string): readonly BuiltInRule[] {
	return ['rm -rf', 'rm -fr', 'rm -r -f', 'rm -f -r', 'rm -r', 'rm -R', 'rm -Rf'].map(words => {
		const match = `${words} ${target}`;
		return {
			scope: 'shell',
			match,
			then: 'deny',
			why: 'it would delete everything',
			examples: {
				matches: [match, `sudo ${match}`, `ls && /bin/${match}`, `sh -c '${match}'`],
				others: [`${match}tmp/x`, `echo '${match}'`, `rm ${target}`],
			},
		} as const;
	});
}

function deny(match: string, why: string): BuiltInRule {
	return {...about(match), then: 'deny', why};
}

function ask(match: string, why: string): BuiltInRule {
	return {...about(match), then: 'ask', why};
}

function about(match: string) {
	return {
		scope: 'shell',
		match,
		examples: {
			matches: [
				match,
				`${match} x`,
				`ls; ${match}`,
				`echo $(${match})`,
				`env ${match}`,
				`sh -c '${match} x'`,
				`true | xargs ${match}`,
				`if true; then ${match}; fi`,
			],
			others: [`${match}x`, `echo ${match}`, `echo '; ${match}'`, `# ${match}`],
		},
	} as const;
}

/** They only say who and where one is. */
function allow(match: string): BuiltInRule {
	return {
		scope: 'shell',
		match,
		then: 'allow',
		why: 'it only tells',
		examples: {
			matches: [match, `${match} -x`, `${match} && ${match}`, `(${match}) | ${match} 2>/dev/null`],
			others: [
				`${match}x`,
				`./${match}`,
				`${match} > file`,
				`${match}; rm x`,
				`${match} $(rm x)`,
				`${match} | sh`,
				`PATH=. ${match}`,
				`${match}() { rm x; }`,
				`alias ${match}=rm\n${match}`,
			],
		},
	};
}
