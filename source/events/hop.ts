import type {Failure} from './failure.ts';
import type {HostId, QuestionId} from './ids.ts';

/** How a connection to another machine stands. Every change is told, shown and logged. */
export type HopState =
	| {readonly status: 'connecting'}
	| {readonly status: 'ready'}
	/** Nothing was heard for longer than it should take; it may still come back. */
	| {readonly status: 'stale'; readonly lastContactMs: number}
	| {
			readonly status: 'reconnecting';
			readonly attempt: number;
			/** Null while the attempt is under way. */
			readonly nextInMs: number | null;
			readonly reason: Failure;
	  }
	| {readonly status: 'failed'; readonly reason: Failure}
	| {readonly status: 'closed'};

/** What is known of the machine itself, for the status line, the card and the model. */
export type HopFacts = {
	readonly host: HostId;
	readonly user: string;
	readonly hostName: string;
	readonly port: number;
	/** The hosts on the way, nearest first. */
	readonly jumps: readonly string[];
	/** `ssh`: the system's own program carries it. */
	readonly transport: 'built-in' | 'ssh';
};

/** A host whose key nobody here has seen: a person compares, once. */
export type HostKeyQuestion = {
	readonly host: HostId;
	/** As known_hosts has it: `name`, or `[name]:port`. */
	readonly name: string;
	readonly keyType: string;
	/** `SHA256:…`, as `ssh-keygen -l` prints it. */
	readonly fingerprint: string;
	/** The same as a picture, as `ssh-keygen -lv` draws it. */
	readonly picture: readonly string[];
	/** Where a yes is written down; null when the settings name no file. */
	readonly file: string | null;
	/** Other names under which this very key is known already. */
	readonly alsoKnownAs: readonly string[];
};

/** Something only the user knows. The answer goes to the host (or the key) and nowhere else. */
export type SecretQuestion = {
	readonly host: HostId;
	readonly purpose: 'passphrase' | 'password' | 'interactive';
	/** Our words: `Passphrase of ~/.ssh/id_ed25519`, `Password of you@web`. */
	readonly title: string;
	/** The server's words, neutralised; empty where it said nothing. */
	readonly instruction: string;
	readonly prompt: string;
	readonly isEchoed: boolean;
	readonly attempt: number;
	readonly attemptsMax: number;
};

/** Where one is on another machine. */
export type HopPlace = {
	readonly home: string;
	/** The account's own; it runs commands there. */
	readonly shell: string;
	/** Such as `Linux`. */
	readonly system: string;
	/** Where commands start and paths are resolved; what is inside may be read unasked. */
	readonly cwd: string;
};

export type HopQuestion = {readonly id: QuestionId} & (
	| ({readonly type: 'host-key'} & HostKeyQuestion)
	| ({readonly type: 'secret'} & SecretQuestion)
);

export type HopAnswer =
	| {readonly type: 'yes'}
	| {readonly type: 'no'}
	/** Goes to who asked, and nowhere else. */
	| {readonly type: 'secret'; readonly text: string};
