import type {HostId} from '../../events/ids.ts';
import {localHost} from '../../events/ids.ts';
import {hopOf, hopStateWords} from '../../state/hops.ts';
import type {CoreTools} from '../input/input-tools.ts';
import {farFolder, suggestHosts} from './complete.ts';
import type {Suggestion} from './composer-state.ts';

/** Suggests machines after `/hop`, and files of a machine after `@host:`. */
export type HostSuggestions = {
	readonly hosts: (query: string) => readonly Suggestion[];
	/** Returns null if the query names no machine that is known here. */
	readonly files: (query: string) => readonly Suggestion[] | null;
	/** Call this when no suggestions are shown: the next ones are then read anew. */
	readonly forget: () => void;
};

export function createHostSuggestions(tools: CoreTools, onLoaded: () => void): HostSuggestions {
	let configured: readonly string[] | null = null;
	let far: {readonly key: string; readonly names: readonly string[]} | null = null;
	const loadHosts = async () => {
		configured = [];
		configured = await tools.query({type: 'hosts'});
		onLoaded();
	};
	const loadFolder = async (key: string, {host, folder}: {host: HostId; folder: string}) => {
		far = {key, names: []};
		const names = await tools.query({type: 'files-there', host, folder});
		// Ignore the answer if another folder was requested meanwhile.
		if (far?.key === key) {
			far = {key, names};
			onLoaded();
		}
	};
	return {
		hosts(query) {
			if (configured === null) {
				void loadHosts();
			}
			return hostRows(query, {tools, configured: configured ?? []});
		},
		files(query) {
			const asked = farFolder(query);
			const host = asked?.host as HostId;
			if (asked === null || hopOf(tools.store.state(), host) === null) {
				return null;
			}
			const key = `${host}:${asked.folder}`;
			if (far?.key !== key) {
				void loadFolder(key, {host, folder: asked.folder});
			}
			return (far?.names ?? [])
				.filter(name => name.startsWith(asked.name))
				.map(name => ({value: `${key}${name}`, detail: '', wantsArgument: false}));
		},
		forget() {
			configured = null;
			far = null;
		},
	};
}

/**
 * The known machines: those of this session, those of earlier ones, then those of the ssh config.
 * What was last asked for comes first.
 */
function hostRows(
	query: string,
	{tools, configured}: {tools: CoreTools; configured: readonly string[]},
): readonly Suggestion[] {
	const {hops} = tools.store.state();
	const used = usedHosts(tools.ui().composer.history.entries);
	const here = hops.current === localHost ? [] : [localHost];
	const known: readonly string[] = hops.list.map(({host}) => host);
	const recent = used.filter(name => known.includes(name));
	const detailOf = (name: string): string => {
		const record = hops.list.find(({host}) => host === name);
		return record
			? hopStateWords(record, tools.clock.now())
			: used.includes(name)
				? 'used before'
				: name === localHost
					? 'this machine'
					: 'of your ssh config';
	};
	return suggestHosts(query, [...here, ...recent, ...known, ...used, ...configured]).map(value => ({
		value,
		detail: detailOf(value),
		wantsArgument: false,
	}));
}

function usedHosts(entries: readonly string[]): readonly string[] {
	return entries
		.flatMap(entry => /^\/hop[ \t]+(\S+)$/.exec(entry.trim())?.[1] ?? [])
		.filter(name => name !== localHost)
		.toReversed();
}
