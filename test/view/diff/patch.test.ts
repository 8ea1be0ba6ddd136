import {expect, test} from 'vitest';
import {isPatch, parsePatch} from '../../../source/view/diff/patch.ts';

const patch = `diff --git a/x.ts b/x.ts
index 1..2 100644
--- a/x.ts
+++ b/x.ts
@@ -5,4 +5,4 @@ function x() {
 a
--- b
+++ c

 d
\\ No newline at end of file
@@ -20 +20,0 @@
-z
--- /dev/null
+++ b/new.ts
@@ -0,0 +1 @@
+hi
--- a/old.ts
+++ /dev/null
@@ -1 +0,0 @@
-bye
--- a/from.ts
+++ b/to.ts
`;

test('a unified patch is read by the counts of its hunks', () => {
	expect(parsePatch(patch)).toEqual([
		{type: 'file', words: 'x.ts'},
		{type: 'fold', count: null, words: 'function x() {'},
		{type: 'same', before: 5, after: 5, text: 'a'},
		{type: 'remove', before: 6, text: '-- b'},
		{type: 'add', after: 6, text: '++ c'},
		{type: 'same', before: 7, after: 7, text: ''},
		{type: 'same', before: 8, after: 8, text: 'd'},
		{type: 'note', words: 'No newline at end of file'},
		{type: 'fold', count: null, words: ''},
		{type: 'remove', before: 20, text: 'z'},
		{type: 'file', words: 'new.ts (new)'},
		{type: 'add', after: 1, text: 'hi'},
		{type: 'file', words: 'old.ts (deleted)'},
		{type: 'remove', before: 1, text: 'bye'},
		{type: 'file', words: 'from.ts → to.ts'},
	]);
});

test('no lines are said to be left out above the first line of a file', () => {
	const types = (head: string) => parsePatch(`${head}\n a`).map(({type}) => type);
	expect(types('@@ -1,1 +1,1 @@')).toEqual(['same']);
	expect(types('@@ -1,1 +1,1 @@ in here')).toEqual(['fold', 'same']);
	expect(types('@@ -2,1 +1,1 @@')).toEqual(['fold', 'same']);
});

test('a hunk that is cut short ends where it ends', () => {
	expect(parsePatch('@@ -1,9 +1,9 @@\n a\n-b')).toHaveLength(2);
});

test.each([
	[patch, true],
	['@@ -1 +1 @@\n-a\n+b', true],
	['--- a heading\nand text', false],
	['just text', false],
])('a patch is told from other text', (text, expected) => {
	expect(isPatch(text)).toBe(expected);
});
