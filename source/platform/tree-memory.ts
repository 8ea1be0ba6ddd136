import {readdirSync, readFileSync} from 'node:fs';

const bytesPerMb = 1_048_576;
const pageBytes = 4096;

/** The resident memory of a process and its descendants; null if the kernel does not tell. */
export function treeMemoryMb(root: number): number | null {
	if (process.platform !== 'linux') {
		return null;
	}
	try {
		const children = new Map<number, number[]>();
		const pages = new Map<number, number>();
		for (const name of readdirSync('/proc').filter(entry => /^\d+$/.test(entry))) {
			const stat = statOf(Number(name));
			if (stat) {
				pages.set(stat.pid, stat.pages);
				children.set(stat.parent, [...(children.get(stat.parent) ?? []), stat.pid]);
			}
		}
		const sum = (pid: number): number =>
			(pages.get(pid) ?? 0) +
			(children.get(pid) ?? []).reduce((total, child) => total + sum(child), 0);
		return pages.has(root) ? (sum(root) * pageBytes) / bytesPerMb : null;
	} catch {
		return null;
	}
}

/** Parses the fields after the name, which may itself hold spaces and brackets. */
function statOf(pid: number): {pid: number; parent: number; pages: number} | null {
	try {
		const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
		const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
		return {pid, parent: Number(fields[1]), pages: Number(fields[21])};
	} catch {
		return null;
	}
}
