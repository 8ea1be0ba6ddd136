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
	/** What stands in known_hosts, and where: `file:line`. */
	readonly known: readonly {
		readonly keyType: string;
		readonly fingerprint: string;
		readonly place: string;
	}[];
	/** Commands for a shell, for when the administrator of that machine says that it is right. */
	readonly remedies: readonly string[];
};

/** Something only the user knows. The answer goes to the host (or the key) and nowhere else. */
export type SecretQuestion = {
	readonly host: HostId;
	readonly purpose: 'passphrase' | 'password' | 'interactive';
	/** To whom it goes: `web, step 1 of 2: jump (you@10.0.0.1, port 22)`. */
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

/** A program on another machine, named so that no other program can be taken for it. */
export type FarProcess = {
	/** 0 if its start was never reported: then only the marker finds it. */
	readonly pid: number;
	/** Its start time in ticks of its kernel; 0 if that is not known. */
	readonly startTicks: number;
	/** Stands in the environment of the program and of all that it starts. */
	readonly marker: string;
};

/**
 * A terminal in a tmux of another machine, which outlives our connection and our process: by this it
 * is found again.
 */
export type KeptTerminal = {
	/** The session's name, which is also the marker in the environment of its program. */
	readonly name: string;
	/** Where its output is logged on that machine. */
	readonly folder: string;
	/** Stands behind the last byte of the output. */
	readonly mark: string;
	/** At which byte of the log the program's own output begins. */
	readonly from: number;
	readonly pid: number;
	readonly startTicks: number;
	/** Such as `/dev/pts/3`. */
	readonly terminal: string | null;
};

/** A program on this machine, and the process of ours that started it. */
export type OwnProcess = FarProcess & {
	/** The running system in which the numbers mean what they say. */
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
