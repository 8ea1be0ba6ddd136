import type {Duplex} from 'node:stream';
import type {Result} from '../events/failure.ts';
import type {HostId} from '../events/ids.ts';
import type {SocketPlace} from './redis/address.ts';

/** The machine on which a worker runs: this one, or a remote host. */
export type WorkerMachine = {
	readonly host: HostId;
	/** Runs a short `sh` script of ours. After a failure it is unknown whether the script has run. */
	readonly script: (request: MachineScript) => Promise<Result<MachineAnswer>>;
	/** Connects as a program on that machine would. No port is opened on any machine for it. */
	readonly connect: (place: SocketPlace, signal: AbortSignal) => Promise<Result<Duplex>>;
};

export type MachineScript = {
	readonly script: string;
	/** The script's parameters `$1` and so on. Other users of the machine may see them. */
	readonly parameters: readonly string[];
	/** The script's stdin, which no other user can see. */
	readonly input?: string;
	readonly signal?: AbortSignal;
};

export type MachineAnswer = {
	readonly exitCode: number | null;
	readonly output: string;
	readonly errors: string;
};

/** Each script ends almost at once. If it takes longer than this, something is wrong. */
export const scriptMsMax = 10_000;
