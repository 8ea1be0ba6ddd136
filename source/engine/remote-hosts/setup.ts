import type {Event} from '../../events/event.ts';
import type {Settings} from '../../events/settings.ts';
import type {Gate} from '../../gate/gate.ts';
import type {SshSources} from '../../hop/ssh-settings.ts';
import type {Clock} from '../../platform/clock.ts';
import type {Ids} from '../../platform/ids.ts';
import type {Store} from '../../state/store.ts';

/** What connections need from outside: the network, ssh and the user. */
export type RemoteHostsPorts = {
	readonly clock: Clock;
	readonly ids: Ids;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly settings: Settings;
	/** Which ssh config to read, and the name of the ssh program. */
	readonly ssh: Pick<SshSources, 'configFile' | 'sshCommand'>;
	/** If not null, there is no user to answer questions. */
	readonly headless: object | null;
};

export type RemoteHostsSetup = {
	readonly ports: RemoteHostsPorts;
	readonly store: Store;
	readonly append: (event: Event) => void;
	/** Used to refuse the cards of a host that turned out to be another machine. */
	readonly gate: Pick<Gate, 'answer'>;
};

/**
 * `at once` chooses the host even before or without a connection: no call may run here by mistake.
 */
export type SwitchTiming = 'at once' | 'when ready' | 'no';

export type HowToConnect = {
	readonly choose: SwitchTiming;
	readonly signal?: AbortSignal;
	/** Set after a hand-over: the connection is retried as one that was lost. */
	readonly wasConnected?: boolean;
};
