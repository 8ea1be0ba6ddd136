import {type BuiltInRule, deedRules} from './deed-rules.ts';

/**
 * The rules that apply without any settings. A user's rule that allows takes precedence over a
 * built-in one that asks; no rule takes precedence over one that denies.
 */
export const builtInRules: readonly BuiltInRule[] = [
	...deedRules,
	...['mkfs', 'mkfs.ext4', 'wipefs'].map(name => deny(name, `${name} erases a file system`)),
	...['sudo', 'doas', 'su', 'pkexec'].map(name => ask(name, 'it runs as another user')),
	...['shutdown', 'reboot', 'poweroff', 'halt', 'dd', 'shred'].map(name =>
		ask(name, 'it can not be taken back'),
	),
	ask('ssh', 'it runs on another machine'),
	ask('agent-tui', 'it can answer cards, end sessions and change what is allowed'),
	...['push', 'send-pack', 'http-push'].map(name => ask(`git ${name}`, 'others see it')),
	ask('git clean', 'it deletes files that git does not know'),
	ask('git reset --hard', 'it drops changes'),
	...['rm', 'unlink'].map(name => ask(name, 'it deletes')),
	...['pwd', 'whoami', 'uname', 'id'].map(allow),
];

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

/** Makes a rule for commands that only print which user and machine this is. */
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
