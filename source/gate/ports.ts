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
	/** Without a screen nobody can answer: what would ask is denied unless its scope is listed. */
	readonly headless: Headless | null;
	/** Returns the circumstances under which an answer is given; if unset, they are not recorded. */
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

/** Scopes that were allowed beforehand, where nobody sits at a screen. */
export type Headless = {
	readonly allow: readonly string[];
	/** Somebody may come: what is not allowed asks and waits, instead of being denied. */
	readonly waits?: boolean;
};
