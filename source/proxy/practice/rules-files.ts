import {act, type Plan, type PracticeRule, type RuleContext, ticked, unwrapped} from './rule.ts';

/** Rules for reading, searching and changing files. */
export const fileRules: readonly PracticeRule[] = [
	{
		name: 'list',
		examples: ['what is in this folder?', 'list the files', 'which files are here?'],
		pattern:
			/\bwhat(?:'s|’s| is| are)?\b.*\b(?:in|inside)\b.*\b(?:folder|directory|repo|repository|project)\b|\b(?:list|show)\b.*\b(?:files|folder|directory|entries)\b|\b(?:which|what) files\b/is,
		plan: (_, {toolCaller}) => act("I'll look into this folder.", toolCaller.list()),
	},
	{
		name: 'read',
		examples: ['read README.md', 'show me package.json', 'open source/main.ts'],
		pattern:
			/^(?:please\s+)?(?:read|show(?:\s+me)?|open|print|look (?:at|into))\s+(?:the\s+)?(?:file\s+)?([`"']?\S+[`"']?)$/i,
		plan(found, {toolCaller}) {
			// A mention of a file has an @ before the path.
			const path = unwrapped(found[1]!.replace(/[?!,;]$|(?<=\w)\.$/, '').replace(/^@/, ''));
			return looksLikeFile(path) ? act(`I'll read ${ticked(path)}.`, toolCaller.read(path)) : null;
		},
	},
	{
		name: 'search',
		examples: ['search for TODO', 'search for createApp in source', 'find "two words"'],
		pattern:
			/^(?:please\s+)?(?:search(?:\s+for)?|grep(?:\s+for)?|look\s+for|find)\s+(.+?)(?:\s+in\s+(\S+))?$/is,
		plan(found, {toolCaller}) {
			const pattern = unwrapped(found[1]!);
			const path = unwrapped(found[2] ?? '.');
			return act(`I'll search for ${ticked(pattern)}.`, toolCaller.search(pattern, path));
		},
	},
	{
		name: 'replace',
		examples: ['replace “old words” with “new words” in notes.txt'],
		pattern:
			/^(?:please\s+)?(?:replace|change)\s+(.+?)\s+(?:with|by|to|into)\s+(.+?)\s+in\s+(\S+)$/is,
		plan: (found, view) => replace(found, view),
	},
	{
		name: 'write',
		examples: ['write hello to greeting.txt'],
		pattern:
			/^(?:please\s+)?(?:write|save|put)\s+(.+?)\s+(?:to|into|in)\s+(?:the\s+file\s+)?(\S+)$/is,
		plan: (found, view) => write(unwrapped(found[2]!), unwrapped(found[1]!), view),
	},
	{
		name: 'create',
		examples: ['create a file greeting.txt with hello'],
		pattern:
			/^(?:please\s+)?create\s+(?:a\s+)?(?:new\s+)?(?:file\s+)?(\S+)\s+(?:with|containing|that says)\s+(.+)$/is,
		plan: (found, view) => write(unwrapped(found[1]!), unwrapped(found[2]!), view),
	},
	{
		name: 'edit',
		examples: ['edit notes.txt'],
		pattern: /^(?:please\s+)?(?:edit|change|modify)\b/i,
		plan: () => ({
			say: 'My rules know one kind of edit. Say it as: `replace old words with new words in FILE`.',
		}),
	},
];

function replace(found: RegExpExecArray, {toolCaller}: RuleContext): Plan {
	const [before, after, path] = [found[1]!, found[2]!, found[3]!].map(unwrapped);
	const call = toolCaller.replace({path: path!, before: before!, after: after!});
	return act(`I'll replace ${ticked(before!)} with ${ticked(after!)} in ${ticked(path!)}.`, call);
}

function write(path: string, content: string, {toolCaller}: RuleContext): Plan {
	return act(`I'll write that to ${ticked(path)}.`, toolCaller.write(path, `${content}\n`));
}

function looksLikeFile(path: string): boolean {
	return /[./~]/.test(path) || /^(?:readme|license|makefile|dockerfile|changelog)$/i.test(path);
}
