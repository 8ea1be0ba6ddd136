import type {Failure} from './failure.ts';
import type {HostId, QuestionId} from './ids.ts';

/** The state of a connection to another machine. Every change is an event. */
export type HopState =
	| {readonly status: 'connecting'}
	| {readonly status: 'ready'}
	/** No data for longer than expected; the connection may still recover. */
	| {readonly status: 'stale'; readonly lastContactMs: number}
	| {
			readonly status: 'reconnecting';
			readonly attempt: number;
			/** Null while an attempt is running. */
			readonly nextInMs: number | null;
			readonly reason: Failure;
	  }
	| {readonly status: 'failed'; readonly reason: Failure}
	| {readonly status: 'closed'};

/** Facts about the machine, for the status line, the card and the model. */
export type HopFacts = {
	readonly host: HostId;
	readonly user: string;
	readonly hostName: string;
	readonly port: number;
	/** The hosts in between, nearest first. */
	readonly jumps: readonly string[];
	/** `built-in`: our own SSH client; `ssh`: the system's program. */
	readonly transport: 'built-in' | 'ssh';
};

/** An unknown host key: a person compares its fingerprint once. */
export type HostKeyQuestion = {
	readonly host: HostId;
	/** As known_hosts has it: `name`, or `[name]:port`. */
	readonly name: string;
	readonly keyType: string;
	/** `SHA256:…`, as `ssh-keygen -l` prints it. */
	readonly fingerprint: string;
	/** The fingerprint as random art, as `ssh-keygen -lv` draws it. */
	readonly picture: readonly string[];
	/** The known_hosts file that a yes is written to; null if the settings name none. */
	readonly file: string | null;
	/** Other names for which this key is known already. */
	readonly alsoKnownAs: readonly string[];
};

/** A host key that was refused, and is never accepted by a key press. */
export type KeyRefusal = {
	/** As known_hosts has it: `name`, or `[name]:port`. */
	readonly name: string;
	readonly why: 'changed' | 'revoked' | 'unknown';
	readonly shown: {readonly keyType: string; readonly fingerprint: string};
	/** The keys that known_hosts has for the host, and where: `file:line`. */
	readonly known: readonly {
		readonly keyType: string;
		readonly fingerprint: string;
		readonly place: string;
	}[];
	/** Commands for a shell, for when the administrator of that machine says that it is right. */
	readonly remedies: readonly string[];
};

/**
 * A question that only the user can answer. The answer goes to the host (or the key) and nowhere
 * else.
 */
export type SecretQuestion = {
	readonly host: HostId;
	readonly purpose: 'passphrase' | 'password' | 'interactive';
	/** Who gets the answer: `web, step 1 of 2: jump (you@10.0.0.1, port 22)`. */
	readonly where?: string;
	/** Our words: `Passphrase of ~/.ssh/id_ed25519`, `Password of you@web`. */
	readonly title: string;
	/** The server's words, neutralised; empty where it said nothing. */
	readonly instruction: string;
	readonly prompt: string;
	readonly isEchoed: boolean;
	readonly attempt: number;
	readonly attemptsMax: number;
};

/** What a call needs to know about the other machine. */
export type HopPlace = {
	readonly home: string;
	/** The account's shell, which runs commands there. */
	readonly shell: string;
	/** Such as `Linux`. */
	readonly system: string;
	/** The folder where commands start. Files inside may be read without asking. */
	readonly cwd: string;
};

/**
 * A program on another machine. These values identify it, so that no other program is mistaken for
 * it.
 */
export type FarProcess = {
	/** 0 if its start was never reported: then only the marker finds it. */
	readonly pid: number;
	/** When the program started, in ticks of its kernel; 0 if unknown. */
	readonly startTicks: number;
	/**
	 * A variable of this value is in the environment of the program and of everything that it starts.
	 */
	readonly marker: string;
};

/**
 * A terminal in a tmux on another machine, which outlives our connection and our process. These
 * values find it again.
 */
export type KeptTerminal = {
	/** The name of the tmux session, which is also the marker in the environment of its program. */
	readonly name: string;
	/** Where its output is logged on that machine. */
	readonly folder: string;
	/** The text that ends the output in the log. */
	readonly mark: string;
	/** The byte of the log at which the program's own output begins. */
	readonly from: number;
	readonly pid: number;
	readonly startTicks: number;
	/** Such as `/dev/pts/3`. */
	readonly terminal: string | null;
};

/** A program on this machine that our process has started. */
export type OwnProcess = FarProcess & {
	/** Identifies the running system (its boot), because process ids are only valid in it. */
	readonly system: string;
	readonly opener: {readonly pid: number; readonly start: string | null};
};

export type HopQuestion = {readonly id: QuestionId} & (
	| ({readonly type: 'host-key'} & HostKeyQuestion)
	| ({readonly type: 'secret'} & SecretQuestion)
);

export type HopAnswer =
	| {readonly type: 'yes'}
	| {readonly type: 'no'}
	/** The text goes only to the host or key that asked for it. */
	| {readonly type: 'secret'; readonly text: string};
