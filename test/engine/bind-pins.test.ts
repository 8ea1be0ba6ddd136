import {expect, it} from 'vitest';
import {bindPins} from '../../source/engine/bind-pins.ts';
import type {McpServerState} from '../../source/events/mcp.ts';
import {openPinBook} from '../../source/storage/tool-pins.ts';
import {scriptedServers} from '../helpers/scripted-servers.ts';
import {temporaryFolder} from '../helpers/temporary-folder.ts';

it.each<[string, Partial<McpServerState>]>([
	['another program', {place: 'npx other-server'}],
	['another machine', {host: 'web1'}],
	['one that the folder brings', {origin: 'folder'}],
])('what was allowed of a server does not count for %s of its name', (_, change) => {
	const book = openPinBook(temporaryFolder());
	const [server] = scriptedServers(['github']).states.snapshot();
	const pinsOf = (more: Partial<McpServerState>) => bindPins(book, () => [{...server!, ...more}]);
	const pin = {digest: 'a', text: 'tool: one\n'};
	pinsOf({}).pin('github', 'one', pin);
	expect(pinsOf({failures: 3, pid: 7}).all('github').get('one')).toEqual(pin);
	expect(pinsOf(change).all('github').size).toBe(0);
	pinsOf(change).pin('github', 'one', {...pin, digest: 'b'});
	expect(pinsOf({}).all('github').get('one')).toEqual(pin);
});
