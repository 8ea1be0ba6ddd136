import type {Duplex} from 'node:stream';
import type {Result} from '../events/failure.ts';
import type {HostId} from '../events/ids.ts';
import type {SocketPlace} from './redis/address.ts';

/** The machine on which a worker runs: this one, or one behind a hop. */
export type WorkerMachine = {
	readonly host: HostId;
	/** Runs a short `sh` script of ours. After a failure it is unknown whether the script has run. */
	readonly script: (request: MachineScript) => Promise<Result<MachineAnswer>>;
	/** Connects as a program on that machine would, without opening a port on any machine. */
	readonly connect: (place: SocketPlace, signal: AbortSignal) => Promise<Result<Duplex>>;
};

export type MachineScript = {
	readonly script: string;
	/** `$1` and so on. Other users of that machine may see them. */
	readonly parameters: readonly string[];
	/** Goes to the script's stdin, where no other user can see it. */
	readonly input?: string;
	readonly signal?: AbortSignal;
};

export type MachineAnswer = {
	readonly exitCode: number | null;
	readonly output: string;
	readonly errors: string;
};

/** Each script ends almost at once; a machine that takes longer than this is in trouble. */
export const scriptMsMax = 10_000;
