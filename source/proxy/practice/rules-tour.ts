import {act, introduction, type Plan, type Rule, type View} from './rule.ts';

/** The tour: each step is something real that the user sees, and says how to go on. */
type Step = {
	readonly say: string;
	readonly command: (view: View) => Plan;
	/** Said when the result of the step's command is there. */
	readonly after: string;
};

const steps: readonly Step[] = [
	{
		say: 'Welcome. **Step 1 of 3: nothing runs unseen.** I ask to run a small command. A card appears above the composer: it names the machine and shows exactly what would run. Press `y` to allow it once (`n` refuses; Enter does nothing), and watch it in the terminal pane.',
		command: ({hands}) =>
			act(
				'',
				hands.run('for step in 1 2 3 4 5; do echo "line $step of 5"; sleep 1; done', {tty: true}),
			),
		after:
			'You saw it run line by line, and I was given what it printed. While something runs, `Esc` stops me, Enter sends me a remark at once, and Tab queues one for later. Say `tour 2` to go on.',
	},
	{
		say: '**Step 2 of 3: one terminal, two pairs of hands.** I start Python and leave it open.',
		command: ({hands}) => act('', hands.run('python3 -i', {tty: true})),
		after:
			'Python waits. Press `Ctrl+X i` to take the keyboard of that terminal, type `print(6 * 7)` and Enter, then `Ctrl+X i` to hand it back. While you have it I can’t type there. A password that a program asks for is typed with `Alt+P`: it goes to the program and nowhere else. Say `tour 3` when you are done.',
	},
	{
		say: `**Step 3 of 3: what breaks is mended.** I live in the proxy process, number ${process.pid}. I ask to have it killed, the hard way. Open the monitor with \`Ctrl+X 3\` if you like to watch: it is started again on the same port, and this conversation goes on.`,
		command: ({hands}) => act('', hands.run(`kill -9 ${process.pid}`)),
		after: `And here I am again, in process ${process.pid}. Nothing of the conversation was lost: it lives in the journal, not in me. That was the tour. \`?\` lists the keys, \`Ctrl+P\` everything else; set \`OPENAI_API_KEY\` to talk to a real model.`,
	},
];

/** Only words that are about the tour itself: “run grep tour” is a command like any other. */
const pattern =
	/^(?:please\s+)?(?:(?:give|show|take)\s+(?:me\s+)?(?:on\s+)?|(?:start|begin|continue|go on with)\s+)?(?:the\s+|a\s+)?tour\b(?:\s*(?:step\s*)?(\d))?\s*[.!?]?$/i;

export const tourRules: readonly Rule[] = [
	{
		name: 'tour',
		examples: ['give me the tour'],
		pattern,
		plan(found, view) {
			const step = steps[Number(found[1] ?? 1) - 1];
			if (!step) {
				return {say: `The tour has ${steps.length} steps. Say \`tour 1\` to begin.`};
			}
			const plan = step.command(view);
			return {
				...plan,
				say: [found[1] === undefined ? introduction : '', step.say, plan.say.trim()]
					.filter(text => text !== '')
					.join('\n\n'),
				introduced: true,
			};
		},
	},
];

/** What the tour says to the result of a step; null outside of the tour. */
export function tourAnswer(words: string): string | null {
	const found = pattern.exec(words);
	return (found && steps[Number(found[1] ?? 1) - 1]?.after) ?? null;
}
