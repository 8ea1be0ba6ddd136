import type {AuthenticationType} from 'ssh2';
import type {Identity} from './identities.ts';

/** What was tried in one login, and with what result. */
export type LoginFacts = {
	/** The account, as `user@name`. */
	readonly account: string;
	readonly methods: readonly (AuthenticationType | string)[];
	readonly refusedKeys: readonly Identity[];
	/** Encrypted keys whose correct passphrase was never typed. */
	readonly lockedKeys: readonly string[];
	/** Keys with which the SSH agent refused to sign. */
	readonly unsignedKeys: readonly string[];
	/** Keys that only the system's ssh can offer. */
	readonly foreignKeys: readonly string[];
	readonly wrongPasswords: number;
	readonly wrongRounds: number;
	readonly wasDismissed: boolean;
};

/**
 * Explains why a login failed: all causes, then what the user can do about the last attempt. The
 * causes come first, since a status line may cut off the rest.
 */
export function describeEnd(facts: LoginFacts): string {
	const {account, methods, wasDismissed} = facts;
	if (wasDismissed) {
		return `${account} did not let us in: a question was not answered. Connect again to be asked again.`;
	}
	const causes = causesOf(facts);
	const takes = methods.length === 0 ? '' : `It takes ${methods.join(', ')}.`;
	const why = causes.map(({cause}) => cause).join('; ');
	return `${account} did not let us in: ${why}. ${causes[0]?.remedy ?? ''} ${takes}`.trim();
}

/** Explains that the host has closed the connection after its highest number of login attempts. */
export function describeTooMany(facts: LoginFacts): string {
	const {account, wrongPasswords, wrongRounds} = facts;
	const causes = causesOf(facts);
	const why = causes.map(({cause}) => cause).join('; ');
	const remedy =
		wrongPasswords + wrongRounds === 0
			? 'Name the right key with IdentityFile and IdentitiesOnly in the ssh config.'
			: causes[0]?.remedy;
	return `${account} ended the login after too many tries: ${why}. ${remedy ?? ''}`.trim();
}

type Cause = {readonly cause: string; readonly remedy: string};

/** Returns the causes. The last attempt comes first, since the user remembers it best. */
function causesOf(facts: LoginFacts): readonly Cause[] {
	const {wrongPasswords, wrongRounds, lockedKeys, unsignedKeys, foreignKeys} = facts;
	const causes: readonly (Cause | null)[] = [
		wrongPasswords === 0
			? null
			: {
					cause: `the password was wrong${times(wrongPasswords)}`,
					remedy:
						'Connect again with the right one, or name a key with IdentityFile in the ssh config.',
				},
		wrongRounds === 0
			? null
			: {
					cause: `what it asked was answered wrongly${times(wrongRounds)}`,
					remedy: 'Connect again to be asked again.',
				},
		...lockedKeys.map(name => ({
			cause: `a passphrase was never right, so ${name} was not used`,
			remedy: 'Connect again with the right one, or unlock the key with ssh-add first.',
		})),
		...unsignedKeys.map(name => ({
			cause: `${name} did not sign`,
			remedy: 'Look at the agent: perhaps it is locked, or waits for a yes.',
		})),
		refusedCause(facts),
		noKeyCause(facts),
		foreignKeys.length === 0
			? null
			: {
					cause: `not offered, since only ssh itself can use them: ${foreignKeys.join(', ')}`,
					remedy: 'Set hops.transport to "ssh" to use them.',
				},
	];
	return causes.filter(cause => cause !== null);
}

function refusedCause({refusedKeys}: LoginFacts): Cause | null {
	const names = refusedKeys.map(({name}) => name);
	return names.length === 0
		? null
		: {
				cause: `it refused ${names.join(', ')}`,
				remedy:
					'Add the public half to ~/.ssh/authorized_keys there, or name another key or user in the ssh config.',
			};
}

function noKeyCause(facts: LoginFacts): Cause | null {
	const {methods, refusedKeys, lockedKeys, unsignedKeys, foreignKeys} = facts;
	const {wrongPasswords, wrongRounds} = facts;
	const keys = [...refusedKeys, ...lockedKeys, ...unsignedKeys, ...foreignKeys];
	if (keys.length > 0 || wrongPasswords + wrongRounds > 0) {
		return null;
	}
	return methods.length === 0 || methods.includes('publickey')
		? {
				cause: 'no key was there to offer',
				remedy: 'Name one with IdentityFile in the ssh config, or add one to the agent.',
			}
		: {
				cause: 'nothing of that could be offered',
				remedy: 'Set hops.transport to "ssh" if ssh itself gets in.',
			};
}

function times(count: number): string {
	return count === 1 ? '' : ` ${count} times`;
}
