import type {ToolCatalogue} from '../tools/catalogue.ts';
import type {ServerCatalogue} from './server-catalogue.ts';

/**
 * Returns a catalogue of our own tools and those of MCP servers. If names are equal, ours counts.
 */
export function withServerTools(
	own: ToolCatalogue,
	servers: Pick<ServerCatalogue, 'find' | 'names' | 'descriptions'> | null,
): ToolCatalogue {
	if (servers === null) {
		return own;
	}
	return {
		find: name => own.find(name) ?? servers.find(name),
		get names() {
			return [...own.names, ...servers.names()];
		},
		get descriptions() {
			return [...own.descriptions, ...servers.descriptions()];
		},
	};
}
