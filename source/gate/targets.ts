/**
 * Whether a pattern speaks of a file or a host: `*` stands for anything within one part of a path
 * (or of a name with dots), `**` for any number of parts.
 */
export function matchesTarget(pattern: string, target: string): boolean {
	if (pattern === '*' || pattern === '**') {
		return false;
	}
	const ofHost = isHost(target);
	const name = ofHost ? target.slice(hostMark.length) : target;
	const source = pattern
		.split(/(\*\*\/?|\*)/)
		.map(part => {
			if (part === '*') {
				return ofHost ? '[^.]*' : '[^/]*';
			}
			return part.startsWith('**') ? '.*' : part.replaceAll(/[.+^${}()|[\]\\?]/g, String.raw`\$&`);
		})
		.join('');
	return new RegExp(`^${source}$`).test(name);
}

/** A host among targets is written with two slashes, so that no file is taken for one. */
const hostMark = '//';

export function isHost(target: string): boolean {
	return target.startsWith(hostMark);
}
