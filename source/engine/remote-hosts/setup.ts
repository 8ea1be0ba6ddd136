import type {Event} from '../../events/event.ts';
import type {Settings} from '../../events/settings.ts';
import type {Gate} from '../../gate/gate.ts';
import type {SshPlace} from '../../hop/ssh-settings.ts';
import type {Clock} from '../../platform/clock.ts';
import type {Ids} from '../../platform/ids.ts';
import type {Store} from '../../state/store.ts';

/** What of the outside world connections touch. */
export type RemoteHostsPorts = {
	readonly clock: Clock;
	readonly ids: Ids;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly settings: Settings;
	/** Which ssh config is read, and by which name ssh is found. */
	readonly ssh: Pick<SshPlace, 'configFile' | 'sshCommand'>;
	/** Not null: nobody is here to be asked. */
	readonly headless: object | null;
};

export type RemoteHostsSetup = {
	readonly ports: RemoteHostsPorts;
	readonly store: Store;
	readonly append: (event: Event) => void;
	/** Refuses the cards of a host that is another machine than before. */
	readonly gate: Pick<Gate, 'answer'>;
};
