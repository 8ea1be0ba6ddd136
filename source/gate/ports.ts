import type {AnsweredBy, AnsweringScreen, Circumstances, Verdict} from '../events/authorization.ts';
import type {CallId} from '../events/ids.ts';
import type {PermissionRule, Permissions} from '../events/settings.ts';
import type {Clock} from '../platform/clock.ts';
import type {Ids} from '../platform/ids.ts';
import type {ToolCall} from '../state/state.ts';
import type {Store} from '../state/store.ts';
import type {Place} from './shell/places.ts';

/** What the gate needs from the rest of the program. */
export type GatePorts = {
	readonly store: Store;
	readonly clock: Clock;
	readonly ids: Ids;
	/** The rules at this moment: a rule that was removed no longer counts. */
	readonly permissions: () => Permissions;
	readonly askTimeoutMs: number;
	/**
	 * Set if nobody can answer cards. A call that would ask is then denied, unless its scope is
	 * listed.
	 */
	readonly headless: Headless | null;
	/**
	 * Returns the circumstances under which an answer is given, so that a later process can compare
	 * them. If absent, none are recorded.
	 */
	readonly circumstances?: (call: Pick<ToolCall, 'host' | 'cwd'>) => Circumstances;
	/** The person's home folder on this machine, and how paths there are resolved. */
	readonly here?: Omit<Place, 'cwd' | 'workspace'>;
	/** Saves a rule that was made on a card, for later sessions. */
	readonly saveRule?: (rule: PermissionRule) => void;
};

export type AnswerCall = (
	call: CallId,
	verdict: Verdict,
	by: AnsweredBy,
	screen?: AnsweringScreen,
) => void;

/** The scopes that `--allow` names, for a run without a screen. */
export type Headless = {
	readonly allow: readonly string[];
	/**
	 * If set, a call that would ask is not denied: it waits, as a screen may still join the session.
	 */
	readonly waits?: boolean;
};
