import type {Failure} from './failure.ts';
import type {HostId, QuestionId} from './ids.ts';

/** The state of a connection to another machine. Every change is an event. */
export type HopState =
	| {readonly status: 'connecting'}
	| {readonly status: 'ready'}
	/** No data has come for longer than expected, but the connection may still recover. */
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
	/** The hosts that the connection goes through, nearest first. */
	readonly jumps: readonly string[];
	/** `built-in`: our own SSH client; `ssh`: the system's program. */
	readonly transport: 'built-in' | 'ssh';
};

/**
 * The question about a host key that known_hosts does not have: a person compares the fingerprint.
 */
export type HostKeyQuestion = {
	readonly host: HostId;
	/** The host as known_hosts writes it: `name`, or `[name]:port`. */
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

/** A host key that was refused because of known_hosts. No key press can accept it. */
export type KeyRefusal = {
	/** The host as known_hosts writes it: `name`, or `[name]:port`. */
	readonly name: string;
	readonly why: 'changed' | 'revoked' | 'unknown';
	readonly shown: {readonly keyType: string; readonly fingerprint: string};
	/** The keys that known_hosts has for the host, and where: `file:line`. */
	readonly known: readonly {
		readonly keyType: string;
		readonly fingerprint: string;
		readonly place: string;
	}[];
	/**
	 * Shell commands that correct known_hosts, to be run only if the machine's administrator confirms
	 * the key.
	 */
	readonly remedies: readonly string[];
};

/**
 * A question that only the user can answer. The answer goes only to the host, or to the private key
 * that it unlocks.
 */
export type SecretQuestion = {
	readonly host: HostId;
	readonly purpose: 'passphrase' | 'password' | 'interactive';
	/** Which login asks, and where in the chain: `web, step 1 of 2: jump (you@10.0.0.1, port 22)`. */
	readonly where?: string;
	/**
	 * The title in this program's words: `Passphrase of ~/.ssh/id_ed25519`, `Password of you@web`.
	 */
	readonly title: string;
	/** The SSH server's words, neutralised; empty if the server sent none. */
	readonly instruction: string;
	readonly prompt: string;
	readonly isEchoed: boolean;
	readonly attempt: number;
	readonly attemptsMax: number;
};

/** What a call needs to know about the machine that it runs on. */
export type HopPlace = {
	readonly home: string;
	/** The login shell of the account on that machine. It runs the commands. */
	readonly shell: string;
	/** The name of the operating system, such as `Linux`. */
	readonly system: string;
	/** The folder where commands start. Files inside may be read without asking. */
	readonly cwd: string;
};

/**
 * A program on another machine. These values identify it, so that no other program is mistaken for
 * it.
 */
export type FarProcess = {
	/** 0 if the start was never reported: then the program can be found only by its marker. */
	readonly pid: number;
	/** When the program started, in ticks of its kernel; 0 if unknown. */
	readonly startTicks: number;
	/** The value of an environment variable that the program and all its descendants have. */
	readonly marker: string;
};

/**
 * A terminal inside a tmux on another machine. It outlives our connection and our process; these
 * values are needed to find it again.
 */
export type KeptTerminal = {
	/** The name of the tmux session, which is also the marker in the environment of its program. */
	readonly name: string;
	/** The folder on that machine in which the terminal's output is logged. */
	readonly folder: string;
	/** The text in the log that marks the end of the program's output. */
	readonly mark: string;
	/** The byte of the log at which the program's own output begins. */
	readonly from: number;
	readonly pid: number;
	readonly startTicks: number;
	/** The terminal's device, such as `/dev/pts/3`. */
	readonly terminal: string | null;
};

/** A program on this machine that our process has started. */
export type OwnProcess = FarProcess & {
	/**
	 * Identifies one boot of the operating system, because process ids are valid only until the next.
	 */
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
	/** The text is sent only to the host, or used only for the key, that the question was about. */
	| {readonly type: 'secret'; readonly text: string};
