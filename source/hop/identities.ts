import {existsSync} from 'node:fs';
import {userInfo} from 'node:os';
import type {ParsedKey} from 'ssh2';
import {listAgentKeys} from './agent-list.ts';
import {isKnownType, readKeyFile, typeOf} from './key-file.ts';
import type {Ssh2} from './load-ssh2.ts';
import type {HopPorts} from './ports.ts';
import type {SshSettings} from './settings.ts';

/** One key to offer, and how to sign with it. */
export type Identity =
	| {readonly source: 'agent'; readonly name: string; readonly publicKey: Buffer}
	| {
			readonly source: 'file';
			readonly name: string;
			readonly publicKey: Buffer;
			readonly key: ParsedKey;
	  }
	| {
			readonly source: 'encrypted';
			readonly name: string;
			readonly publicKey: Buffer | null;
			readonly text: string;
	  };

export type Identities = {
	readonly offers: readonly Identity[];
	/** Descriptions of the keys that only the system's ssh can use. */
	readonly foreign: readonly string[];
	/** Whether the settings ask for Kerberos and a ticket exists. */
	readonly hasTicket: boolean;
};

/**
 * Returns the keys in the order in which ssh offers them: named keys that the agent holds, its
 * other keys, then key files.
 */
export async function findIdentities({
	settings,
	ports,
	ssh2,
}: {
	settings: SshSettings;
	ports: HopPorts;
	ssh2: Ssh2;
}): Promise<Identities> {
	const files = settings.identityFiles.map(path => ({path, file: readKeyFile(path, ssh2)}));
	const held =
		settings.agentSocket === null ? [] : await listAgentKeys(settings.agentSocket, ports);
	const named = files.flatMap(({file}) =>
		'publicKey' in file && file.publicKey !== null ? [file.publicKey] : [],
	);
	const isNamed = (key: Buffer) => named.some(other => other.equals(key));
	const isHeld = (key: Buffer | null) => key !== null && held.some(other => other.equals(key));
	const wanted = [
		...held.filter(isNamed),
		...(settings.identitiesOnly ? [] : held.filter(key => !isNamed(key))),
	];
	const fromFiles = files.flatMap(({path, file}): readonly Identity[] => {
		switch (file.status) {
			case 'open':
				return [{source: 'file', name: path, publicKey: file.publicKey, key: file.key}];
			case 'encrypted':
				return [{source: 'encrypted', name: path, publicKey: file.publicKey, text: file.text}];
			default:
				return [];
		}
	});
	const offers: readonly Identity[] = [
		...wanted
			.filter(isKnownType)
			.map(publicKey => ({source: 'agent', name: 'the agent', publicKey}) as const),
		...fromFiles.filter(identity => !isHeld(identity.publicKey)),
	];
	return {
		offers: [
			...offers.filter(offer => offer.source !== 'encrypted'),
			...offers.filter(offer => offer.source === 'encrypted'),
		],
		foreign: [
			...wanted.filter(key => !isKnownType(key)).map(key => `the agent’s ${typeOf(key)} key`),
			...files.flatMap(({path, file}) =>
				file.status === 'foreign' ? [`the ${file.keyType} key ${path}`] : [],
			),
			...certificatesOf(settings, ssh2).map(path => `the certificate ${path}`),
			...(settings.tokenProvider === null ? [] : [`the keys of ${settings.tokenProvider}`]),
		],
		hasTicket: settings.usesGssapi && findsTicket(ports.env),
	};
}

function findsTicket(env: HopPorts['env']): boolean {
	return Boolean(env['KRB5CCNAME']) || existsSync(`/tmp/krb5cc_${userInfo().uid}`);
}

/** Besides the named certificates, ssh looks for a certificate beside every key. */
function certificatesOf(settings: SshSettings, ssh2: Ssh2): readonly string[] {
	return [
		...settings.certificateFiles,
		...settings.identityFiles.map(path => `${path}-cert.pub`),
	].filter(path => readKeyFile(path, ssh2).status !== 'missing');
}
