import type {HostKeyQuestion, KeyRefusal, SecretQuestion} from '../events/hop.ts';
import type {HostId} from '../events/ids.ts';
import type {Clock} from '../platform/clock.ts';
import type {SshSources} from './ssh-settings.ts';

/** What connecting needs from the rest of the program. */
export type HopPorts = SshSources & {
	readonly clock: Clock;
	/** Resolves to the user's yes or no. If the signal aborts, the answer is no. */
	readonly askHostKey: (question: HostKeyQuestion, signal: AbortSignal) => Promise<boolean>;
	/** Resolves to null if the user gave no answer. */
	readonly askSecret: (question: SecretQuestion, signal: AbortSignal) => Promise<string | null>;
	/** Called when a host's key was refused. Nothing was sent to that host. */
	readonly onKeyRefused?: (host: HostId, refusal: KeyRefusal) => void;
	/** Called with text that the host sent before the login was complete. The text is neutralised. */
	readonly onBanner?: (host: HostId, text: string) => void;
};

export type HopOptions = {
	/**
	 * `ssh`: always use the system's ssh. `auto`: use it only if the built-in client can't connect.
	 */
	readonly transport: 'auto' | 'built-in' | 'ssh';
	/** The agent is forwarded only if the ssh config asks for it as well. */
	readonly allowsAgentForwarding: boolean;
	readonly connectTimeoutMs: number;
};
