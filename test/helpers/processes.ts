import {execFileSync} from 'node:child_process';

export type ProcessLine = {
	readonly pid: number;
	readonly parent: number;
	readonly command: string;
};

/** Every process of the machine, without those that are only waiting to be forgotten. */
export function listProcesses(): readonly ProcessLine[] {
	const output = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,stat=,args='], {encoding: 'utf8'});
	return output.split('\n').flatMap(line => {
		const found = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line);
		return found && !found[3]!.startsWith('Z')
			? [{pid: Number(found[1]), parent: Number(found[2]), command: found[4]!}]
			: [];
	});
}

/** The process itself and everything that it started, and what that started. */
export function processTree(pid: number): readonly ProcessLine[] {
	const all = listProcesses();
	const below = (parent: number): readonly ProcessLine[] =>
		all
			.filter(process => process.parent === parent)
			.flatMap(process => [process, ...below(process.pid)]);
	return [...all.filter(process => process.pid === pid), ...below(pid)];
}

export function isRunning(pid: number): boolean {
	return listProcesses().some(process => process.pid === pid);
}
