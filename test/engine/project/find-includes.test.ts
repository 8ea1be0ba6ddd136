import {expect, it} from 'vitest';
import {includesIn} from '../../../source/engine/project/find-includes.ts';

it.each([
	['@docs/style.md', ['docs/style.md']],
	['See @README.md, and (@docs/a.md).', ['README.md', 'docs/a.md']],
	['@a @b @a', ['a', 'b']],
	['somebody@example.org writes', []],
	['`@in/code.md` and @out.md and ``@more`` code', ['out.md']],
	['```\n@in/fence.md\n```\n@after.md', ['after.md']],
	['~~~sh\n@in/fence.md\n```\n@still.md', []],
	['- @list.md\n\t@indented.md', ['list.md', 'indented.md']],
	['@', []],
])('%j includes %j', (text, paths) => {
	expect(includesIn(text)).toEqual(paths);
});

it('only so many words of a file are looked up', () => {
	const text = Array.from({length: 500}, (_, at) => `@f${at}`).join(' ');
	expect(includesIn(text)).toHaveLength(50);
});
