import {describe, expect, it} from 'vitest';
import {approvedWrites} from '../../../source/engine/project/approved-writes.ts';
import {createStandings, type FoundProject} from '../../../source/engine/project/standings.ts';
import type {Stamped} from '../../../source/events/event.ts';
import {type CallId, type HostId, localHost} from '../../../source/events/ids.ts';
import {emptyState} from '../../../source/state/empty-state.ts';
import {openTrustBook} from '../../../source/storage/trust.ts';
import {temporaryFolder} from '../../helpers/temporary-folder.ts';

const call = 'c' as CallId;
const nobody = {folder: '', files: [], notes: []};
const file = {by: 'project', size: 1, bytes: 1, text: 'x'} as const;
const found: FoundProject = {
	place: {host: localHost, cwd: '/w', address: ''},
	own: nobody,
	brought: {
		folder: '/w',
		files: [
			{...file, name: 'AGENTS.md', digest: 'trusted'},
			{...file, name: 'strange.md', digest: 'strange'},
		],
		notes: [],
	},
};

type Case = {
	readonly path?: string;
	readonly copy?: string | null;
	readonly by?: string;
	readonly verdict?: string;
	readonly host?: HostId;
	readonly status?: string;
};

function written({
	path = '/w/AGENTS.md',
	copy = '/undo/1',
	by = 'key',
	verdict = 'once',
	host,
	status = 'ok',
}: Case) {
	const trustBook = openTrustBook(temporaryFolder());
	trustBook.trust('/w', {'AGENTS.md': 'trusted'});
	const state = {
		...emptyState,
		calls: new Map([[call, {answer: {by, verdict: {type: verdict}}}]]),
		changes: [{id: '1', call, path, copy, digest: 'new', ...(host && {host})}],
	} as never;
	const event = {type: 'tool.ended', call, outcome: {status}} as unknown as Stamped;
	return approvedWrites(event, {state, found, standings: createStandings(trustBook)});
}

describe('a written file is known', () => {
	it.each<[string, Case, string]>([
		['where what it was before is trusted', {}, 'AGENTS.md'],
		['where it is new', {path: '/w/sub/CLAUDE.md', copy: null}, 'sub/CLAUDE.md'],
	])('%s', (_, how, name) => {
		expect(written(how)).toEqual([{name, digest: 'new'}]);
	});

	it.each<[string, Case]>([
		['where nobody saw its other lines', {path: '/w/strange.md'}],
		['where a file of nobody knows what stood there', {path: '/w/sub/AGENTS.md'}],
		['by a rule', {by: 'rule'}],
		['by a grant', {by: 'grant'}],
		['under a yes for the session', {verdict: 'session'}],
		['when the call failed', {status: 'failed'}],
		['outside of the project', {path: '/elsewhere/AGENTS.md', copy: null}],
		['on another machine', {host: 'web' as HostId}],
		['that instructs nobody', {path: '/w/main.c', copy: null}],
	])('and not %s', (_, how) => {
		expect(written(how)).toBe(null);
	});
});
