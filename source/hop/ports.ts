import type {HostKeyQuestion, SecretQuestion} from '../events/hop.ts';
import type {HostId} from '../events/ids.ts';
import type {Clock} from '../platform/clock.ts';
import type {SshPlace} from './ssh-settings.ts';

/** Everything that connecting asks of the world. */
export type HopPorts = SshPlace & {
	readonly clock: Clock;
	/** May yes and no; every question has its end by the signal, and then counts as no. */
	readonly askHostKey: (question: HostKeyQuestion, signal: AbortSignal) => Promise<boolean>;
	/** Null: the user would not say. */
	readonly askSecret: (question: SecretQuestion, signal: AbortSignal) => Promise<string | null>;
	/** What the host said before it let us in, neutralised. */
	readonly onBanner?: (host: HostId, text: string) => void;
};

export type HopOptions = {
	/** `ssh`: always the system's own; `auto`: where the built-in one can't. */
	readonly transport: 'auto' | 'built-in' | 'ssh';
	/** Both this and the ssh config must want it. */
	readonly allowsAgentForwarding: boolean;
	readonly connectTimeoutMs: number;
};
