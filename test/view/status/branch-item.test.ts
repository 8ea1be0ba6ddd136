import {expect, it} from 'vitest';
import {type HostId, localHost} from '../../../source/events/ids.ts';
import {emptyState} from '../../../source/state/empty-state.ts';
import {builtInThemes} from '../../../source/view/built-in-themes.ts';
import {branchItem} from '../../../source/view/status/branch-item.ts';
import {createPaint} from '../../../source/view/theme.ts';
import {initialUiState} from '../../../source/view/ui-state/ui-state.ts';

const paint = createPaint(builtInThemes[0]!, 0);
const web = 'web' as HostId;

it.each([
	['main', localHost, ['git main']],
	[null, localHost, []],
	['main', web, []],
	[`feature/${'long'.repeat(9)}`, localHost, ['git feature/longlonglonglon…']],
	['a\u202Eb\u001B[2J', localHost, ['git a\\u202eb␛[2J']],
])('the branch %j while calls run on %s is shown as %j', (branch, current, expected) => {
	const state = {...emptyState, hops: {...emptyState.hops, current}};
	const ui = {...initialUiState, branch};
	const facts = {state, ui, now: 0, isProxySilent: false, hidden: [], dots: null};
	expect(branchItem.parts(facts, paint).map(({text}) => text)).toEqual(expected);
});

it('the line is drawn again when another branch is checked out', () => {
	const madeOf = (branch: string) => branchItem.madeOf(emptyState, {...initialUiState, branch});
	expect(madeOf('main')).not.toEqual(madeOf('other'));
});
