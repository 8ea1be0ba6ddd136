import {introduction, type PracticeRule} from './rule.ts';

/** Rules that need no tool. */
export const talkRules: readonly PracticeRule[] = [
	{
		name: 'help',
		examples: ['what can you do?', 'help'],
		pattern:
			/^(?:help|\?)\b|\bwhat\s+(?:can|do)\s+(?:you|i)\b.*\b(?:do|say|ask|try|know)\b|\bwhat\s+(?:you|i)\s+can\s+(?:do|say|ask)\b/i,
		plan: (_, {help}) => ({say: `${introduction}\n\n${help()}`, introduced: true}),
	},
	{
		name: 'who',
		examples: ['who are you?', 'which model is this?'],
		pattern:
			/\b(?:who|what)\s+are\s+you\b|\b(?:which|what)\s+model\b|\bare\s+you\s+(?:an?\s+)?(?:ai|llm|language model|real|human|bot|chatgpt|claude|gemini)\b/i,
		plan: () => ({
			say: `${introduction} I look for known words in what you write, ask for a tool where one fits, and tell what came back. The same words always get the same answer.`,
			introduced: true,
		}),
	},
	{
		name: 'count',
		examples: ['count to 20'],
		pattern: /^(?:please\s+)?count\s+(?:up\s+)?to\s+(\d+)/i,
		plan: found => ({say: countTo(Math.min(Number(found[1]), countMax))}),
	},
	{
		name: 'slow',
		examples: ['talk slowly'],
		pattern: /^(?:please\s+)?(?:be\s+|go\s+)?slow|\b(?:talk|speak|answer|stream)\s+slowly\b/i,
		plan: () => ({say: slowText, paceMs: slowPaceMs}),
	},
	{
		name: 'markdown',
		examples: ['show me some Markdown'],
		pattern: /\bmarkdown\b/i,
		plan: () => ({say: markdownText}),
	},
	{
		name: 'greeting',
		examples: ['hello'],
		pattern: /^(?:hi|hello|hey|hallo|moin|servus|good\s+(?:morning|day|afternoon|evening))\b/i,
		plan: (_, {help}) => ({say: `Hello! ${introduction}\n\n${help()}`, introduced: true}),
	},
	{
		name: 'thanks',
		examples: ['thanks'],
		pattern: /^(?:thanks|thank you|thx|danke|great|good|nice|ok|okay)\b/i,
		plan: () => ({say: 'You are welcome. What next?'}),
	},
];

const countMax = 5000;
const slowPaceMs = 150;

function countTo(last: number): string {
	return Array.from({length: last}, (_, index) => String(index + 1)).join('\n');
}

const slowText =
	'This is a slow answer, so that you can try what happens while one is on its way. Type while I talk: what you write waits in the queue, or steers me when you say so. Press the key for interrupting, and I stop in the middle of a word, since the connection to me is closed at once. Scroll back, open a palette, resize the window: nothing of that waits for me. When I am done, the line below tells how many words I used and how long it took.';

const markdownText = [
	'## A little of everything',
	'',
	'Some **bold**, some *emphasis*, some `code`, and a [link](https://example.org).',
	'',
	'1. First',
	'2. Second',
	'   - with a point below it',
	'',
	'> A quotation.',
	'',
	'| What | How many |',
	'|---|--:|',
	'| rows | 2 |',
	'| columns | 2 |',
	'',
	'```ts',
	"const greeting: string = 'hello';",
	'console.log(greeting);',
	'```',
].join('\n');
